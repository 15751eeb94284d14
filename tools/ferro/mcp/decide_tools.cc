#include "tools/ferro/mcp/decide_tools.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "router/systemone/request.h"
#include "tools/ferro/mcp/schema.h"

namespace ferro::mcp {
namespace {

// A score's legend repeats values of the request a few levels further in.
constexpr int kMaxResponseDepth = router::kMaxSystemoneDepth + 8;

constexpr char kDescription[] =
    "Answers typed questions about a state (a text or any JSON value) with calibrated probabilities, from a small "
    "local decision model that writes no text. Each question has an id of your choice and a type: "
    "noul (yes or no; gives the probability of yes), choice (one of the named options; gives the likeliest and all "
    "probabilities), score (a rating on a scale of 2 to 10 levels, lowest first; gives the expected level counted from "
    "0). Questions do not see each other, so each must make sense alone; ask all about one state in one call. Answers "
    "come under the ids of the questions; confidence runs from 0 (a guess) to 1.";

constexpr char kBatchDescription[] =
    "The same as decide for many states in one call, which is faster than one call each: gives one response for each "
    "request, in the same order. If one request is at fault, none is answered and the error names it.";

Json Type(const char* name) { return {{"type", "string"}, {"const", name}}; }

Json NoulQuestion() {
  return Object({{"type", Type("noul")},
                 {"instructions", Text("The question, answerable by yes or no.")},
                 {"criteria", Object({{"true", Text("What counts as yes.")}, {"false", Text("What counts as no.")}},
                                     Json::array())}},
                {"type", "instructions"});
}

Json ChoiceQuestion() {
  Json options = {{"type", "object"},
                  {"description", "The options: name to description, or to null where the name says it all."},
                  {"minProperties", 1},
                  {"maxProperties", router::kMaxSystemoneOptions},
                  {"additionalProperties", {{"type", {"string", "null"}}}}};
  return Object(
      {{"type", Type("choice")}, {"instructions", Text("What to choose by.")}, {"criteria", std::move(options)}},
      {"type", "instructions", "criteria"});
}

Json ScoreQuestion() {
  Json levels = {{"type", "array"},
                 {"description", "What each level means, from the lowest."},
                 {"minItems", 2},
                 {"maxItems", 10},
                 {"items", {{"type", "string"}}}};
  return Object({{"type", Type("score")}, {"instructions", Text("What to rate.")}, {"criteria", std::move(levels)}},
                {"type", "instructions", "criteria"});
}

Json RequestSchema() {
  Json questions = {{"type", "object"},
                    {"description", "Question id to question."},
                    {"minProperties", 1},
                    {"additionalProperties", {{"anyOf", {NoulQuestion(), ChoiceQuestion(), ScoreQuestion()}}}}};
  return Object({{"state", {{"description", "What the questions are about: a text, or any JSON value."}}},
                 {"questions", std::move(questions)}},
                {"state", "questions"});
}

Json Probabilities(const char* description) {
  return {{"type", "object"}, {"description", description}, {"additionalProperties", {{"type", "number"}}}};
}

Json AnswerSchema() {
  const char* const confidence = "From 0 (a guess) to 1.";
  Json noul = Object({{"type", Type("noul")}, {"noul", Number("The probability of yes.")}}, {"type", "noul"});
  Json choice = Object({{"type", Type("choice")},
                        {"choice", Text("The likeliest option.")},
                        {"probabilities", Probabilities("Option to probability.")},
                        {"confidence", Number(confidence)}},
                       {"type", "choice", "probabilities", "confidence"});
  Json score = Object({{"type", Type("score")},
                       {"score", Number("The expected level, counted from 0.")},
                       {"legend", {{"type", "object"}, {"description", "Level to its meaning, as it was given."}}},
                       {"probabilities", Probabilities("Level to probability.")},
                       {"confidence", Number(confidence)}},
                      {"type", "score", "legend", "probabilities", "confidence"});
  return {{"anyOf", {std::move(noul), std::move(choice), std::move(score)}}};
}

Json ResponseSchema() {
  return Object(
      {{"model", Text("The model that answered.")},
       {"answers",
        {{"type", "object"}, {"description", "Question id to answer."}, {"additionalProperties", AnswerSchema()}}},
       {"usage", Object({{"input_tokens", Count()}, {"output_tokens", Count()}}, {"input_tokens", "output_tokens"})},
       {"warnings", Warnings()}},
      {"model", "answers", "usage"});
}

// `requests` is one request or an array of them; so is the result, which must be of the same kind.
absl::StatusOr<Json> Ask(const Answerer& decider, const Json& requests, const std::stop_token& stop) {
  FERRO_ASSIGN_OR_RETURN(const std::string response, decider(DumpJson(requests), stop));
  absl::StatusOr<Json> json = ParseJson(response, kMaxResponseDepth);
  if (!json.ok() || json->is_array() != requests.is_array() || !json->is_structured()) {
    return absl::InternalError(absl::StrCat("the answer is none of /v1/systemone: ", response.substr(0, 200)));
  }
  return json;
}

}  // namespace

std::vector<Tool> DecideTools(const Answerer& decider) {
  Tool one;
  one.name = "decide";
  one.title = "Decide typed questions";
  one.description = kDescription;
  one.use =
      "Use decide to classify, to rate or to check a condition: typed questions about a text or JSON value, answered "
      "with probabilities. Ask everything about one state in one call.";
  one.input_schema = RequestSchema();
  one.output_schema = ResponseSchema();
  one.call = [decider](const Json& arguments, const std::stop_token& stop) { return Ask(decider, arguments, stop); };

  Tool many;
  many.name = "decide_batch";
  many.title = "Decide typed questions about many states";
  many.description = kBatchDescription;
  many.input_schema =
      Object({{"requests", {{"type", "array"}, {"minItems", 1}, {"items", RequestSchema()}}}}, {"requests"});
  many.output_schema = Object({{"responses", {{"type", "array"}, {"items", ResponseSchema()}}}}, {"responses"});
  many.call = [decider](const Json& arguments, const std::stop_token& stop) -> absl::StatusOr<Json> {
    const Json& requests = arguments.at("requests");
    if (!requests.is_array()) {
      return absl::InvalidArgumentError("\"requests\" must be an array of objects with \"state\" and \"questions\"");
    }
    FERRO_ASSIGN_OR_RETURN(Json responses, Ask(decider, requests, stop));
    Json result;
    result["responses"] = std::move(responses);
    return result;
  };
  return {std::move(one), std::move(many)};
}

}  // namespace ferro::mcp
