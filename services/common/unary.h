// The last line of a unary handler.
#ifndef FERRO_SERVICES_COMMON_UNARY_H_
#define FERRO_SERVICES_COMMON_UNARY_H_

#include <utility>

#include "absl/status/statusor.h"
#include "grpcpp/grpcpp.h"
#include "services/common/status.h"

namespace ferro {

// Finishes the call with `result`: its value becomes `response`, its error the call's status.
template <class Response>
grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context, absl::StatusOr<Response> result,
                                 Response* response) {
  if (result.ok()) *response = *std::move(result);
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(ToGrpcStatus(result.status()));
  return reactor;
}

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_UNARY_H_
