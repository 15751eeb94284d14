// Bodies of /v1/rerank: documents ordered by the cosine of their vectors with the query's, as a bi-encoder does.
#ifndef FERRO_ROUTER_API_RERANK_FORMAT_H_
#define FERRO_ROUTER_API_RERANK_FORMAT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/json.h"
#include "ferro/embed/v1/embed.pb.h"
#include "router/api/embed_fields.h"

namespace ferro::router {

struct RerankCall {
  EmbedCall embed;              // the query is the first item, the documents follow
  std::vector<Json> documents;  // as they were sent, where the answer repeats them
  size_t top_n = 0;             // most results
  bool tei = false;             // Text Embeddings Inference's array instead of Jina's object
};

// `query` and `documents` (texts, or objects with a `text`) as Jina, Cohere and llama.cpp have them, or `texts` as Text
// Embeddings Inference does; top_n, return_documents (return_text). With `use_prompts` the model's prompts for queries
// and documents are put in front. kInvalidArgument with the field.
absl::StatusOr<RerankCall> ReadRerankCall(const Json& body);

// `response` answers `call`. Best first; equal ones in the order of the request.
Json RerankBody(const RerankCall& call, const ferro::embed::v1::EmbedResponse& response, const std::string& model);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_RERANK_FORMAT_H_
