// Embeddings and rankings by a model that this process loads.
#ifndef FERRO_TOOLS_FERRO_MCP_ENGINE_EMBEDDER_H_
#define FERRO_TOOLS_FERRO_MCP_ENGINE_EMBEDDER_H_

#include <stop_token>
#include <string>

#include "absl/status/statusor.h"
#include "engine/schedule/embedding/embedding_engine.h"
#include "engine/schedule/embedding/embedding_types.h"
#include "ferro/embed/v1/embed.pb.h"
#include "router/api/embed_fields.h"
#include "tools/ferro/mcp/loading_engine.h"

namespace ferro::mcp {

class EngineEmbedder {
 public:
  // The file at `path` must be known to hold an embedding model. One that cannot be loaded shows in each call.
  EngineEmbedder(std::string path, const EmbeddingOptions& options) : engine_(std::move(path), options) {}

  // An Answerer for /v1/embeddings.
  absl::StatusOr<std::string> Embed(const std::string& body, const std::stop_token& stop);
  // An Answerer for /v1/rerank.
  absl::StatusOr<std::string> Rank(const std::string& body, const std::stop_token& stop);

  bool loading() const { return engine_.loading(); }

 private:
  absl::StatusOr<embed::v1::EmbedResponse> Run(const router::EmbedCall& call, EmbeddingEngine& engine,
                                               const std::stop_token& stop);

  LoadingEngine<EmbeddingEngine> engine_;
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_ENGINE_EMBEDDER_H_
