// An lm service for tests that needs no model.
#ifndef FERRO_ROUTER_FAKE_LM_H_
#define FERRO_ROUTER_FAKE_LM_H_

#include <string>

#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/lm/v1/lm.grpc.pb.h"
#include "router/fake_service.h"

namespace ferro::router {

// Answers `Hello` in two deltas, or does what `script` says. Notes the metadata of every call.
class FakeLm final : public FakeService<ferro::lm::v1::LmService::Service, ferro::lm::v1::GenerateRequest,
                                        grpc::ServerWriter<ferro::lm::v1::GenerateResponse>> {
 public:
  using Writer = grpc::ServerWriter<ferro::lm::v1::GenerateResponse>;

  FakeLm() { Listen(); }
  ~FakeLm() override { Kill(); }  // while this can still answer

  // Parts of scripts.
  static void SendStarted(Writer& writer);
  static bool SendText(Writer& writer, const std::string& text);
  static void SendFinished(Writer& writer);

 private:
  grpc::Status Generate(grpc::ServerContext* context, const ferro::lm::v1::GenerateRequest* request,
                        Writer* writer) override;
  grpc::Status Tokenize(grpc::ServerContext* context, const ferro::lm::v1::TokenizeRequest* request,
                        ferro::lm::v1::TokenizeResponse* response) override;
  grpc::Status Detokenize(grpc::ServerContext* context, const ferro::lm::v1::DetokenizeRequest* request,
                          ferro::lm::v1::DetokenizeResponse* response) override;
  grpc::Status ApplyTemplate(grpc::ServerContext* context, const ferro::lm::v1::ApplyTemplateRequest* request,
                             ferro::lm::v1::ApplyTemplateResponse* response) override;
  grpc::Status GetModel(grpc::ServerContext* context, const ferro::admin::v1::GetModelRequest*,
                        ferro::common::v1::ModelInfo* model) override;
  grpc::Status GetStats(grpc::ServerContext* context, const ferro::admin::v1::GetStatsRequest*,
                        ferro::admin::v1::Stats* stats) override;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FAKE_LM_H_
