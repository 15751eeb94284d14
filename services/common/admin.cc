#include "services/common/admin.h"

#include "base/error_detail.h"
#include "services/common/status.h"
#include "services/common/unary.h"

namespace ferro {

grpc::ServerUnaryReactor* AdminService::GetModel(grpc::CallbackServerContext* context,
                                                 const admin::v1::GetModelRequest*, common::v1::ModelInfo* response) {
  return Answer(context, backend_.Model(), response);
}

grpc::ServerUnaryReactor* AdminService::GetPlan(grpc::CallbackServerContext* context, const admin::v1::GetPlanRequest*,
                                                admin::v1::Plan* response) {
  return Answer(context, backend_.Plan(), response);
}

grpc::ServerUnaryReactor* AdminService::GetStats(grpc::CallbackServerContext* context,
                                                 const admin::v1::GetStatsRequest*, admin::v1::Stats* response) {
  return Answer(context, backend_.Stats(), response);
}

grpc::ServerUnaryReactor* AdminService::Drain(grpc::CallbackServerContext* context,
                                              const admin::v1::DrainRequest* request, admin::v1::DrainResponse*) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  if (request->has_grace_s() && !(request->grace_s() >= 0)) {
    reactor->Finish(ToGrpcStatus(InvalidField("grace_s", "grace_s must be a number of seconds of at least 0")));
    return reactor;
  }
  backend_.Drain(request->has_grace_s() ? std::optional(absl::Seconds(request->grace_s())) : std::nullopt);
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

}  // namespace ferro
