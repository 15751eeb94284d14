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
#include "router/upstream/call_group.h"
#include "router/upstream/call_options.h"
#include "router/upstream/status.h"

namespace ferro::router {

// Use UnaryCall.
template <class Req, class Resp>
struct UnaryState final : Call {
  void Abort() override { context.TryCancel(); }

  void Answer(const absl::Status& status) {
    absl::StatusOr<Resp> result = status.ok() ? absl::StatusOr<Resp>(std::move(response)) : status;
    boost::asio::post(executor,
                      [done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); });
  }

  grpc::ClientContext context;
  Req request;
  Resp response;
  boost::asio::any_io_executor executor;
  std::function<void(absl::StatusOr<Resp>)> done;
};

// `method` is a member of `stub.async()` with the callback signature. `done` is posted in any case; with a closed group
// it gets kUnavailable. `calls` outlives the call. What is returned ends the call early: Abort, while it is there.
template <class Async, class Req, class Resp>
std::weak_ptr<Call> UnaryCall(Async* async,
                              void (Async::*method)(grpc::ClientContext*, const Req*, Resp*,
                                                    std::function<void(grpc::Status)>),
                              Req request, const CallOptions& options, boost::asio::any_io_executor executor,
                              CallGroup& calls, std::function<void(absl::StatusOr<Resp>)> done) {
  const auto state = std::make_shared<UnaryState<Req, Resp>>();
  state->request = std::move(request);
  state->executor = std::move(executor);
  state->done = std::move(done);
  options.Apply(state->context);
  if (!calls.Begin(state)) {
    state->Answer(ClientClosed());
    return {};
  }
  // The group owns the state; gRPC gets no share of it that could outlive End.
  UnaryState<Req, Resp>* const call = state.get();
  (async->*method)(&call->context, &call->request, &call->response, [call, &calls](const grpc::Status& status) {
    call->Answer(FromGrpc(status));
    calls.End(call);
  });
  return state;
}

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_UNARY_CALL_H_
