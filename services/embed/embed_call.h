// One Embed call.
#ifndef FERRO_SERVICES_EMBED_EMBED_CALL_H_
#define FERRO_SERVICES_EMBED_EMBED_CALL_H_

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/schedule/embedding/embedding_engine.h"
#include "ferro/embed/v1/embed.grpc.pb.h"
#include "services/common/engine_call.h"

namespace ferro {

class EmbedCall final : public EngineCall<EmbeddingEngine, EmbeddingRequest, EmbeddingReply, embed::v1::EmbedRequest,
                                          embed::v1::EmbedResponse> {
 public:
  // The reactor to hand to gRPC; valid until OnDone. `request` and `response` are the call's and live as long.
  static grpc::ServerUnaryReactor* Start(absl::StatusOr<EmbeddingEngine*> engine, absl::Time deadline,
                                         const embed::v1::EmbedRequest& request, embed::v1::EmbedResponse& response);

 private:
  using EngineCall::EngineCall;

  absl::StatusOr<EmbeddingRequest> Parse() const override;
  void Fill(const EmbeddingReply& reply) override;
  void LogEnd(const absl::StatusOr<EmbeddingReply>& reply) const override;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_EMBED_CALL_H_
