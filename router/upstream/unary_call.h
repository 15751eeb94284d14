// A unary call whose answer is posted to an executor.
#ifndef FERRO_ROUTER_UPSTREAM_UNARY_CALL_H_
#define FERRO_ROUTER_UPSTREAM_UNARY_CALL_H_

#include <grpcpp/client_context.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "router/upstream/rpc_count.h"
#include "router/upstream/status.h"

namespace ferro::router {

// `method` is a member of `stub.async()` with the callback signature. `calls` outlives the call.
template <class Async, class Req, class Resp>
void UnaryCall(Async* async,
               void (Async::*method)(grpc::ClientContext*, const Req*, Resp*, std::function<void(grpc::Status)>),
               Req request, absl::Duration timeout, boost::asio::any_io_executor executor, RpcCount& calls,
               std::function<void(absl::StatusOr<Resp>)> done) {
  struct Call {
    grpc::ClientContext context;
    Req request;
    Resp response;
  };
  auto call = std::make_shared<Call>();
  call->request = std::move(request);
  call->context.set_deadline(absl::ToChronoTime(absl::Now() + timeout));
  calls.Add();
  (async->*method)(&call->context, &call->request, &call->response,
                   [call, executor, &calls, done = std::move(done)](grpc::Status status) {
                     boost::asio::post(executor, [call, &calls, done, status = FromGrpc(status)] {
                       if (status.ok()) {
                         done(std::move(call->response));
                       } else {
                         done(status);
                       }
                       calls.Done();
                     });
                   });
}

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_UNARY_CALL_H_
