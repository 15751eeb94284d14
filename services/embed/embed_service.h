// EmbedService: a thin layer between gRPC and the engine's EmbeddingEngine.
#ifndef FERRO_SERVICES_EMBED_EMBED_SERVICE_H_
#define FERRO_SERVICES_EMBED_EMBED_SERVICE_H_

#include "ferro/embed/v1/embed.grpc.pb.h"
#include "services/embed/embedding_host.h"

namespace ferro {

class EmbedService final : public embed::v1::EmbedService::CallbackService {
 public:
  // `host` must outlive the service.
  explicit EmbedService(EmbeddingHost& host) : host_(host) {}

  grpc::ServerUnaryReactor* Embed(grpc::CallbackServerContext* context, const embed::v1::EmbedRequest* request,
                                  embed::v1::EmbedResponse* response) override;
  grpc::ServerUnaryReactor* Tokenize(grpc::CallbackServerContext* context,
                                     const embed::v1::EmbedTokenizeRequest* request,
                                     embed::v1::EmbedTokenizeResponse* response) override;

 private:
  absl::StatusOr<embed::v1::EmbedTokenizeResponse> Tokens(const embed::v1::EmbedTokenizeRequest& request);

  EmbeddingHost& host_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_EMBED_EMBED_SERVICE_H_
