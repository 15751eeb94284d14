#include "router/api/embed_reply.h"

#include <cstdint>
#include <cstring>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/json_floats.h"

namespace ferro::router {
namespace {

using ferro::embed::v1::Embedding;
using ferro::embed::v1::EmbedResponse;

void AppendFloats(const Embedding& embedding, std::string* out) {
  AppendJsonFloats({embedding.values().data(), static_cast<size_t>(embedding.values_size())}, out);
}

std::string LittleEndianBytes(const Embedding& embedding) {
  std::string bytes;
  bytes.reserve(4 * static_cast<size_t>(embedding.values_size()));
  for (const float value : embedding.values()) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xff);
  }
  return bytes;
}

}  // namespace

int PromptTokens(const EmbedResponse& response) {
  int tokens = 0;
  for (const Embedding& embedding : response.embeddings()) tokens += embedding.prompt_tokens();
  return tokens;
}

std::string EmbedBody(const EmbedResponse& response, const std::string& model, bool base64) {
  std::string body = R"({"object":"list","data":[)";
  for (int i = 0; i < response.embeddings_size(); ++i) {
    absl::StrAppend(&body, i > 0 ? "," : "", R"({"object":"embedding","index":)", i, R"(,"embedding":)");
    if (base64) {
      absl::StrAppend(&body, "\"", absl::Base64Escape(LittleEndianBytes(response.embeddings(i))),
                      R"(","encoding_format":"base64"})");
    } else {
      AppendFloats(response.embeddings(i), &body);
      body += '}';
    }
  }
  const int tokens = PromptTokens(response);
  absl::StrAppend(&body, R"(],"model":)", DumpJson(Json(model)), R"(,"usage":{"prompt_tokens":)", tokens,
                  R"(,"total_tokens":)", tokens, "}");
  if (response.warnings_size() > 0) {
    Json warnings = Json::array();
    for (const std::string& warning : response.warnings()) warnings.push_back(warning);
    absl::StrAppend(&body, R"(,"warnings":)", DumpJson(warnings));
  }
  return body + "}";
}

std::string NativeEmbedBody(const EmbedResponse& response) {
  std::string body = "[";
  for (int i = 0; i < response.embeddings_size(); ++i) {
    absl::StrAppend(&body, i > 0 ? "," : "", R"({"index":)", i, R"(,"embedding":[)");
    AppendFloats(response.embeddings(i), &body);
    body += "]}";
  }
  return body + "]";
}

}  // namespace ferro::router
