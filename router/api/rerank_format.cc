#include "router/api/rerank_format.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/embed_input.h"
#include "router/api/embed_reply.h"
#include "router/api/field_reader.h"

namespace ferro::router {
namespace {

using ferro::embed::v1::Embedding;
using ferro::embed::v1::EmbedItem;

absl::Status AddText(const Json& value, const std::string& param, const char* prompt, EmbedCall* call) {
  const std::string path = value.is_object() ? absl::StrCat(param, ".text") : param;
  const Json* text = value.is_object() ? FindField(value, "text") : &value;
  if (text == nullptr) return InvalidField(path, absl::StrCat("'", path, "' is required"), kReasonMissingField);
  if (!text->is_string()) return WrongType(path, "string", *text);
  if (text->get_ref<const std::string&>().empty()) return EmptyInput(path);
  EmbedItem* item = call->request.add_items();
  item->add_parts()->set_text(text->get<std::string>());
  item->set_prompt_name(prompt);
  return absl::OkStatus();
}

// Of vectors of length 1.
double Cosine(const Embedding& a, const Embedding& b) {
  double sum = 0;
  const int width = std::min(a.values_size(), b.values_size());
  for (int i = 0; i < width; ++i) sum += static_cast<double>(a.values(i)) * b.values(i);
  return sum;
}

}  // namespace

absl::StatusOr<RerankCall> ReadRerankCall(const Json& body) {
  RerankCall call;
  FERRO_ASSIGN_OR_RETURN(call.embed, ReadEmbedOptions(body));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> prompts, ReadBool(body, "use_prompts"));
  const Json* query = FindField(body, "query");
  if (query == nullptr) return InvalidField("query", "\"query\" must be provided", kReasonMissingField);
  call.tei = FindField(body, "documents") == nullptr && FindField(body, "texts") != nullptr;
  call.embed.input_field = call.tei ? "texts" : "documents";
  call.embed.first_field = "query";
  const Json* documents = FindField(body, call.embed.input_field);
  if (documents == nullptr) return InvalidField("documents", "\"documents\" must be provided", kReasonMissingField);
  if (!documents->is_array()) return WrongType(call.embed.input_field, "array", *documents);
  if (documents->empty()) {
    return InvalidField(call.embed.input_field, absl::StrCat("\"", call.embed.input_field, "\" must not be empty"),
                        kReasonMissingField);
  }
  FERRO_RETURN_IF_ERROR(AddText(*query, "query", prompts.value_or(false) ? "query" : "", &call.embed));
  for (size_t i = 0; i < documents->size(); ++i) {
    FERRO_RETURN_IF_ERROR(AddText((*documents)[i], absl::StrCat(call.embed.input_field, "[", i, "]"),
                                  prompts.value_or(false) ? "document" : "", &call.embed));
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> top_n,
                         ReadInt(body, "top_n", 1, std::numeric_limits<int64_t>::max()));
  call.top_n = std::min(documents->size(), static_cast<size_t>(top_n.value_or(documents->size())));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> repeat,
                         ReadBool(body, call.tei ? "return_text" : "return_documents"));
  if (repeat.value_or(false)) call.documents.assign(documents->begin(), documents->end());
  return call;
}

Json RerankBody(const RerankCall& call, const ferro::embed::v1::EmbedResponse& response, const std::string& model) {
  const size_t count = static_cast<size_t>(response.embeddings_size()) - 1;
  std::vector<double> scores(count);
  for (size_t i = 0; i < count; ++i) {
    scores[i] = Cosine(response.embeddings(0), response.embeddings(static_cast<int>(i) + 1));
  }
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  order.resize(std::min(count, call.top_n));
  Json results = Json::array();
  for (const size_t i : order) {
    Json result{{"index", i}, {call.tei ? "score" : "relevance_score", scores[i]}};
    if (!call.documents.empty()) {
      const Json& document = call.documents[i];
      const Json text = document.is_object() ? document["text"] : document;
      if (call.tei) {
        result["text"] = text;
      } else {
        result["document"] = document.is_object() ? document : Json{{"text", text}};
      }
    }
    results.push_back(std::move(result));
  }
  if (call.tei) return results;
  const int tokens = PromptTokens(response);
  Json body{{"model", model},
            {"object", "list"},
            {"usage", {{"prompt_tokens", tokens}, {"total_tokens", tokens}}},
            {"results", std::move(results)}};
  if (response.warnings_size() > 0) {
    body["warnings"] = std::vector<std::string>(response.warnings().begin(), response.warnings().end());
  }
  return body;
}

}  // namespace ferro::router
