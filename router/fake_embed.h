// An embed service for tests that needs no model.
#ifndef FERRO_ROUTER_FAKE_EMBED_H_
#define FERRO_ROUTER_FAKE_EMBED_H_

#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/embed/v1/embed.grpc.pb.h"
#include "router/fake_service.h"

namespace ferro::router {

// Answers at once: the vector of a text of n bytes has the direction (n, 1), that of tokens begins with the first one;
// 3 tokens an item. Or does what `script` says.
class FakeEmbed final : public FakeService<ferro::embed::v1::EmbedService::Service, ferro::embed::v1::EmbedRequest,
                                           ferro::embed::v1::EmbedResponse> {
 public:
  FakeEmbed() { Listen(); }
  ~FakeEmbed() override { Kill(); }  // while this can still answer

  static grpc::Status Answer(const ferro::embed::v1::EmbedRequest& request, ferro::embed::v1::EmbedResponse& response);

 private:
  grpc::Status Embed(grpc::ServerContext* context, const ferro::embed::v1::EmbedRequest* request,
                     ferro::embed::v1::EmbedResponse* response) override;
  grpc::Status Tokenize(grpc::ServerContext*, const ferro::embed::v1::EmbedTokenizeRequest* request,
                        ferro::embed::v1::EmbedTokenizeResponse* response) override;
  grpc::Status GetModel(grpc::ServerContext*, const ferro::admin::v1::GetModelRequest*,
                        ferro::common::v1::ModelInfo* model) override;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FAKE_EMBED_H_
