#include "tools/ferro/mcp/embed_tools.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "tools/ferro/mcp/schema.h"

namespace ferro::mcp {
namespace {

constexpr char kRankDescription[] =
    "Finds which of many texts are nearest in meaning to a query, with a small local embedding model that writes no "
    "text: notes to a question, known tickets to a new one, names of tools to a task. Gives the nearest first, each "
    "with its place among the documents (counted from 0), its text and a score: the cosine of the vectors, at most 1, "
    "which compares documents of one call and is no probability.";

constexpr char kEmbedDescription[] =
    "The embedding vectors of some texts, of length 1, so that the product of two is their cosine: near where the "
    "texts mean the same. Each is hundreds of numbers, for programs that keep or compare them; to find or compare "
    "texts call rank instead.";

constexpr char kTruncate[] = "Cut what is too long for the model instead of failing.";

Json Texts(const char* description, size_t most) {
  return {{"type", "array"},
          {"description", description},
          {"minItems", 1},
          {"maxItems", most},
          {"items", {{"type", "string"}, {"minLength", 1}}}};
}

Json Usage() { return Object({{"prompt_tokens", Count()}}, {"prompt_tokens"}); }

Json Integer(const char* description) { return {{"type", "integer"}, {"minimum", 1}, {"description", description}}; }

Json Flag(const char* description) { return {{"type", "boolean"}, {"description", description}}; }

absl::Status CheckTexts(const Json& texts, const std::string& name, size_t most) {
  if (!texts.is_array()) return absl::InvalidArgumentError(absl::StrCat("\"", name, "\" must be an array of texts"));
  if (texts.empty()) return absl::InvalidArgumentError(absl::StrCat("\"", name, "\" must not be empty"));
  if (texts.size() > most) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", name, "\" has ", texts.size(), " texts, at most ", most, " go into one call; send fewer"));
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].is_string() && !texts[i].get_ref<const std::string&>().empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat("\"", name, "\"[", i, "] must be a text that is not empty"));
  }
  return absl::OkStatus();
}

absl::Status NotAnAnswer(const char* route, const std::string& response) {
  return absl::InternalError(absl::StrCat("the answer is none of ", route, ": ", response.substr(0, 200)));
}

// The member `name` of `object`, or null where it is none or has none.
Json Member(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) ? object.at(name) : Json();
}

Json UsageOf(const Json& answer) { return {{"prompt_tokens", Member(Member(answer, "usage"), "prompt_tokens")}}; }

absl::StatusOr<Json> Embed(const Answerer& embedder, const Json& arguments, const std::stop_token& stop) {
  const Json& texts = arguments.at("input");
  FERRO_RETURN_IF_ERROR(CheckTexts(texts, "input", kMaxEmbedTexts));
  FERRO_ASSIGN_OR_RETURN(const std::string response, embedder(DumpJson(arguments), stop));
  const absl::StatusOr<Json> answer = ParseJson(response);
  const Json data = answer.ok() ? Member(*answer, "data") : Json();
  if (!data.is_array() || data.size() != texts.size()) return NotAnAnswer("/v1/embeddings", response);
  Json vectors = Json::array();
  for (const Json& item : data) {
    vectors.push_back(Member(item, "embedding"));
    if (!vectors.back().is_array()) return NotAnAnswer("/v1/embeddings", response);
  }
  Json result = {{"model", Member(*answer, "model")}, {"dimensions", vectors[0].size()}};
  result["vectors"] = std::move(vectors);
  result["usage"] = UsageOf(*answer);
  if (answer->contains("warnings")) result["warnings"] = answer->at("warnings");
  return result;
}

absl::StatusOr<Json> Rank(const Answerer& ranker, const Json& arguments, const std::stop_token& stop) {
  const Json& documents = arguments.at("documents");
  FERRO_RETURN_IF_ERROR(CheckTexts(Json::array({arguments.at("query")}), "query", 1));
  FERRO_RETURN_IF_ERROR(CheckTexts(documents, "documents", kMaxRankDocuments));
  Json request = arguments;
  request["use_prompts"] = true;
  Json& top = request["top_n"];
  if (top.is_null()) top = kDefaultRankResults;
  if (top.is_number() && top > kMaxRankResults) {
    return absl::InvalidArgumentError(absl::StrCat("\"top_n\" must be at most ", kMaxRankResults));
  }
  FERRO_ASSIGN_OR_RETURN(const std::string response, ranker(DumpJson(request), stop));
  const absl::StatusOr<Json> answer = ParseJson(response);
  const Json found = answer.ok() ? Member(*answer, "results") : Json();
  if (!found.is_array()) return NotAnAnswer("/v1/rerank", response);
  Json results = Json::array();
  for (const Json& one : found) {
    const Json index = Member(one, "index"), score = Member(one, "relevance_score");
    if (!index.is_number_unsigned() || index.get<size_t>() >= documents.size() || !score.is_number()) {
      return NotAnAnswer("/v1/rerank", response);
    }
    results.push_back({{"index", index}, {"score", score}, {"text", documents[index.get<size_t>()]}});
  }
  Json result = {{"model", Member(*answer, "model")}};
  result["results"] = std::move(results);
  result["usage"] = UsageOf(*answer);
  if (answer->contains("warnings")) result["warnings"] = answer->at("warnings");
  return result;
}

}  // namespace

std::vector<Tool> EmbedTools(const Answerer& embedder, const Answerer& ranker) {
  Tool rank;
  rank.name = "rank";
  rank.title = "Find the texts nearest to a query";
  rank.description = kRankDescription;
  rank.use = "Use rank to find which of many texts are nearest in meaning to a query.";
  rank.input_schema = Object({{"query", Text("What is searched for.")},
                              {"documents", Texts("The texts to search.", kMaxRankDocuments)},
                              {"top_n", Integer("How many to give at most: 10 if absent, never more than 100.")},
                              {"truncate", Flag(kTruncate)}},
                             {"query", "documents"});
  Json result = Object({{"index", Count()}, {"score", Number("The cosine.")}, {"text", Text("The document.")}},
                       {"index", "score", "text"});
  rank.output_schema =
      Object({{"model", Text("The model that answered.")},
              {"results", {{"type", "array"}, {"description", "Nearest first."}, {"items", std::move(result)}}},
              {"usage", Usage()},
              {"warnings", Warnings()}},
             {"model", "results", "usage"});
  rank.call = [ranker](const Json& arguments, const std::stop_token& stop) { return Rank(ranker, arguments, stop); };

  Tool embed;
  embed.name = "embed";
  embed.title = "Embedding vectors of texts";
  embed.description = kEmbedDescription;
  embed.input_schema = Object(
      {{"input", Texts("The texts.", kMaxEmbedTexts)},
       {"task", Text("What the vectors are for, as the model was trained: query, document, similarity, classification, "
                     "clustering, ...; none if absent. Vectors of different tasks do not compare, but queries with "
                     "documents.")},
       {"dimensions", Integer("A shorter vector, of a length that the model offers; the full one if absent.")},
       {"truncate", Flag(kTruncate)}},
      {"input"});
  Json vector = {{"type", "array"}, {"items", {{"type", "number"}}}};
  embed.output_schema = Object(
      {{"model", Text("The model that answered.")},
       {"dimensions", Count()},
       {"vectors", {{"type", "array"}, {"description", "In the order of the texts."}, {"items", std::move(vector)}}},
       {"usage", Usage()},
       {"warnings", Warnings()}},
      {"model", "dimensions", "vectors", "usage"});
  embed.call = [embedder](const Json& arguments, const std::stop_token& stop) {
    return Embed(embedder, arguments, stop);
  };
  return {std::move(rank), std::move(embed)};
}

}  // namespace ferro::mcp
