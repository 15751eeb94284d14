// A decide service for tests that needs no model.
#ifndef FERRO_ROUTER_FAKE_DECIDE_H_
#define FERRO_ROUTER_FAKE_DECIDE_H_

#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/decide/v1/decide.grpc.pb.h"
#include "router/fake_service.h"

namespace ferro::router {

// Answers at once: the first option or level with certainty, 0.25 to yes or no, 7 tokens a question. Or does what
// `script` says.
class FakeDecide final : public FakeService<ferro::decide::v1::DecideService::Service, ferro::decide::v1::DecideRequest,
                                            ferro::decide::v1::DecideResponse> {
 public:
  FakeDecide() { Listen(); }
  ~FakeDecide() override { Kill(); }  // while this can still answer

  static grpc::Status Answer(const ferro::decide::v1::DecideRequest& request,
                             ferro::decide::v1::DecideResponse& response);

 private:
  grpc::Status Decide(grpc::ServerContext* context, const ferro::decide::v1::DecideRequest* request,
                      ferro::decide::v1::DecideResponse* response) override;
  grpc::Status GetModel(grpc::ServerContext*, const ferro::admin::v1::GetModelRequest*,
                        ferro::common::v1::ModelInfo* model) override;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FAKE_DECIDE_H_
