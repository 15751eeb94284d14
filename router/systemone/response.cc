#include "router/systemone/response.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/json.h"
#include "base/status_macros.h"

namespace ferro::router {
namespace {

using decide::v1::Answer;
using decide::v1::ChoiceAnswer;
using decide::v1::DecideItem;
using decide::v1::DecideResult;
using decide::v1::Provenance;
using decide::v1::Question;
using decide::v1::ScoreAnswer;

// Objects are written as text: an answer may have thousands of members, and the JSON library searches all of them for
// each that is added.
std::string Quoted(absl::string_view text) { return DumpJson(Json(std::string(text))); }
std::string Number(double value) { return DumpJson(Json(value)); }

absl::Status Mismatch(const Question& question) {
  return absl::InternalError(absl::StrCat("questions.", question.id(), ": the service's answer does not fit"));
}

bool Finite(double value) { return std::isfinite(value); }

absl::StatusOr<std::string> ChoiceJson(const Question& question, const ChoiceAnswer& answer) {
  if (!question.has_choice() || answer.probabilities_size() != question.choice().options_size() ||
      !Finite(answer.confidence())) {
    return Mismatch(question);
  }
  std::string probabilities;
  for (int i = 0; i < answer.probabilities_size(); ++i) {
    const decide::v1::OptionProbability& option = answer.probabilities(i);
    if (option.option() != question.choice().options(i).key() || !Finite(option.probability())) {
      return Mismatch(question);
    }
    absl::StrAppend(&probabilities, i > 0 ? "," : "", Quoted(option.option()), ":", Number(option.probability()));
  }
  return absl::StrCat(R"({"type":"choice","choice":)", Quoted(answer.choice()), R"(,"probabilities":{)", probabilities,
                      R"(},"confidence":)", Number(answer.confidence()), "}");
}

absl::StatusOr<std::string> ScoreJson(const Question& question, const ScoreAnswer& answer) {
  if (!question.has_score() || answer.probabilities_size() != question.score().levels_json_size() ||
      !Finite(answer.score()) || !Finite(answer.confidence())) {
    return Mismatch(question);
  }
  std::string legend, probabilities;
  for (int i = 0; i < answer.probabilities_size(); ++i) {
    if (!Finite(answer.probabilities(i))) return Mismatch(question);
    const char* const comma = i > 0 ? "," : "";
    absl::StrAppend(&legend, comma, "\"", i, "\":", question.score().levels_json(i));
    absl::StrAppend(&probabilities, comma, "\"", i, "\":", Number(answer.probabilities(i)));
  }
  return absl::StrCat(R"({"type":"score","score":)", Number(answer.score()), R"(,"legend":{)", legend,
                      R"(},"probabilities":{)", probabilities, R"(},"confidence":)", Number(answer.confidence()), "}");
}

absl::StatusOr<std::string> AnswerJson(const Question& question, const Answer& answer) {
  if (answer.id() != question.id()) return Mismatch(question);
  switch (answer.answer_case()) {
    case Answer::kChoice:
      return ChoiceJson(question, answer.choice());
    case Answer::kScore:
      return ScoreJson(question, answer.score());
    case Answer::kNoul:
      if (!question.has_noul() || !Finite(answer.noul().probability())) return Mismatch(question);
      return absl::StrCat(R"({"type":"noul","noul":)", Number(answer.noul().probability()), "}");
    case Answer::ANSWER_NOT_SET:
      break;
  }
  return Mismatch(question);
}

// `value` once for each question.
std::string Repeated(const std::string& value, int count) {
  return absl::StrCat("[", absl::StrJoin(std::vector<std::string>(count, value), ","), "]");
}

std::string AuditJson(const Provenance& provenance, const DecideResult& result) {
  const int count = result.answers_size();
  const auto append_tokens = [](std::string* out, const Answer& answer) {
    absl::StrAppend(out, answer.input_tokens());
  };
  return absl::StrCat(R"({"model_hash":)", Quoted(provenance.model_hash()), R"(,"calibration_version":)",
                      Quoted(provenance.calibration_version()), R"(,"prompt_template_sha256":)",
                      Repeated(Quoted(provenance.prompt_template_sha256()), count), R"(,"allowed_token_set_hash":)",
                      Repeated(Quoted(provenance.token_set_hash()), count), R"(,"input_tokens":[)",
                      absl::StrJoin(result.answers(), ",", append_tokens), R"(],"backend":)",
                      Quoted(provenance.backend()), R"(,"precision":)", Quoted(provenance.precision()), "}");
}

absl::StatusOr<std::string> ResultJson(const DecideItem& item, const DecideResult& result, const Provenance& provenance,
                                       const SystemoneResponseOptions& options) {
  if (result.answers_size() != item.questions_size()) {
    return absl::InternalError(
        absl::StrCat("the service gave ", result.answers_size(), " answers to ", item.questions_size(), " questions"));
  }
  std::string answers;
  int64_t input_tokens = 0;
  for (int i = 0; i < item.questions_size(); ++i) {
    FERRO_ASSIGN_OR_RETURN(const std::string answer, AnswerJson(item.questions(i), result.answers(i)));
    absl::StrAppend(&answers, i > 0 ? "," : "", Quoted(item.questions(i).id()), ":", answer);
    input_tokens += result.answers(i).input_tokens();
  }
  std::string json = absl::StrCat(R"({"model":)", Quoted(options.model), R"(,"answers":{)", answers,
                                  R"(},"usage":{"input_tokens":)", input_tokens, R"(,"output_tokens":0})");
  const std::vector<std::string> warnings = TruncationWarnings(result);
  if (!warnings.empty()) absl::StrAppend(&json, R"(,"warnings":)", DumpJson(Json(warnings)));
  if (options.audit) absl::StrAppend(&json, R"(,"audit":)", AuditJson(provenance, result));
  absl::StrAppend(&json, "}");
  return json;
}

}  // namespace

bool WantsAudit(absl::string_view user_agent) { return absl::StartsWith(user_agent, "avrik-sdk/"); }

std::vector<std::string> TruncationWarnings(const DecideResult& result) {
  std::vector<std::string> warnings;
  for (const Answer& answer : result.answers()) {
    const auto& cut = answer.truncation();
    std::vector<std::string> parts;
    if (cut.state_bytes() > 0) parts.push_back(absl::StrCat("the last ", cut.state_bytes(), " bytes of \"state\""));
    if (cut.instructions_bytes() > 0) {
      parts.push_back(absl::StrCat("the last ", cut.instructions_bytes(), " bytes of \"instructions\""));
    }
    if (cut.option_bytes() > 0) {
      parts.push_back(absl::StrCat(cut.option_bytes(), " bytes at the ends of ", cut.options(), " options"));
    }
    if (!parts.empty()) {
      warnings.push_back(absl::StrCat("questions.", answer.id(), ": ", absl::StrJoin(parts, ", "), " did not fit"));
    }
  }
  return warnings;
}

absl::StatusOr<std::string> SystemoneResponse(const SystemoneCall& call, const decide::v1::DecideResponse& response,
                                              const SystemoneResponseOptions& options) {
  const int count = call.request.items_size();
  if (response.results_size() != count || count == 0) {
    return absl::InternalError(
        absl::StrCat("the service gave ", response.results_size(), " results for ", count, " requests"));
  }
  std::string json = call.is_array ? "[" : "";
  for (int i = 0; i < count; ++i) {
    FERRO_ASSIGN_OR_RETURN(const std::string result,
                           ResultJson(call.request.items(i), response.results(i), response.provenance(), options));
    absl::StrAppend(&json, i > 0 ? "," : "", result);
  }
  if (call.is_array) json.push_back(']');
  return json;
}

}  // namespace ferro::router
