#include "tools/ferro/mcp/engine_embedder.h"

#include "base/json.h"
#include "base/status_macros.h"
#include "router/api/embed_reply.h"
#include "router/api/rerank_format.h"
#include "services/embed/convert.h"

namespace ferro::mcp {

absl::StatusOr<embed::v1::EmbedResponse> EngineEmbedder::Run(const router::EmbedCall& call, EmbeddingEngine& engine,
                                                             const std::stop_token& stop) {
  FERRO_ASSIGN_OR_RETURN(const EmbeddingRequest request, FromProto(call.request));
  const absl::StatusOr<EmbeddingReply> reply = AskEngine<EmbeddingReply>(engine, request, stop);
  if (!reply.ok()) return router::InClientWords(call, call.request.items_size(), reply.status());
  return ToProto(*reply);
}

absl::StatusOr<std::string> EngineEmbedder::Embed(const std::string& body, const std::stop_token& stop) {
  FERRO_ASSIGN_OR_RETURN(const Json json, ParseJson(body));
  FERRO_ASSIGN_OR_RETURN(const router::EmbedCall call, router::ReadEmbedCall(json));
  FERRO_ASSIGN_OR_RETURN(EmbeddingEngine* const engine, engine_.Get(stop));
  FERRO_ASSIGN_OR_RETURN(const embed::v1::EmbedResponse response, Run(call, *engine, stop));
  return router::EmbedBody(response, engine->info().id, call.base64);
}

absl::StatusOr<std::string> EngineEmbedder::Rank(const std::string& body, const std::stop_token& stop) {
  FERRO_ASSIGN_OR_RETURN(const Json json, ParseJson(body));
  FERRO_ASSIGN_OR_RETURN(const router::RerankCall call, router::ReadRerankCall(json));
  FERRO_ASSIGN_OR_RETURN(EmbeddingEngine* const engine, engine_.Get(stop));
  FERRO_ASSIGN_OR_RETURN(const embed::v1::EmbedResponse response, Run(call.embed, *engine, stop));
  return DumpJson(router::RerankBody(call, response, engine->info().id));
}

}  // namespace ferro::mcp
