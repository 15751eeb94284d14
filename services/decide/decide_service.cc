#include "services/decide/decide_service.h"

#include "absl/time/time.h"
#include "services/decide/decide_call.h"

namespace ferro {

grpc::ServerUnaryReactor* DecideService::Decide(grpc::CallbackServerContext* context,
                                                const decide::v1::DecideRequest* request,
                                                decide::v1::DecideResponse* response) {
  return DecideCall::Start(host_.GetModel(), absl::FromChrono(context->deadline()), *request, *response);
}

}  // namespace ferro
