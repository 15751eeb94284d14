// One unary call that an engine answers later, from the message to its end: what services of whole passes have in
// common.
#ifndef FERRO_SERVICES_COMMON_ENGINE_CALL_H_
#define FERRO_SERVICES_COMMON_ENGINE_CALL_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/status_macros.h"
#include "grpcpp/grpcpp.h"
#include "services/common/status.h"

namespace ferro {

// Owns itself until the call is over. Cancelling (by the client, its deadline or a broken connection) cancels the
// request; the call then ends when the engine says so.
//
// `Engine` has Submit(EngineRequest, callback with an absl::StatusOr<Reply>), which gives a number that is not 0, and
// Cancel of such a number.
template <class Engine, class EngineRequest, class Reply, class Request, class Response>
class EngineCall : public grpc::ServerUnaryReactor,
                   public std::enable_shared_from_this<EngineCall<Engine, EngineRequest, Reply, Request, Response>> {
 public:
  // --- From gRPC.
  void OnCancel() override {
    int64_t id;
    {
      const std::lock_guard lock(mutex_);
      cancelled_ = true;
      id = id_;
    }
    if (id != 0) engine_->Cancel(id);
  }
  void OnDone() override { self_.reset(); }

 protected:
  // `request` and `response` are the call's and live as long.
  EngineCall(const Request& request, Response& response) : request_(request), response_(response) {}

  // The reactor to hand to gRPC; valid until OnDone.
  static grpc::ServerUnaryReactor* Start(std::shared_ptr<EngineCall> call, absl::StatusOr<Engine*> engine,
                                         absl::Time deadline) {
    call->self_ = call;
    const absl::StatusOr<int64_t> id = call->Submit(std::move(engine), deadline);
    if (!id.ok()) {
      call->End(id.status());
      return call.get();
    }
    bool cancelled;
    {
      const std::lock_guard lock(call->mutex_);
      call->id_ = *id;
      cancelled = call->cancelled_;
    }
    if (cancelled) call->engine_->Cancel(*id);  // it came before the id
    return call.get();
  }

  double milliseconds() const { return absl::ToDoubleMilliseconds(absl::Now() - arrival_); }

  const Request& request_;
  Response& response_;
  Engine* engine_ = nullptr;  // set before the request is submitted

 private:
  // The message for the engine.
  virtual absl::StatusOr<EngineRequest> Parse() const = 0;
  virtual void Fill(const Reply& reply) = 0;
  // Once, when the response is complete.
  virtual void LogEnd(const absl::StatusOr<Reply>& reply) const = 0;

  absl::StatusOr<int64_t> Submit(absl::StatusOr<Engine*> engine, absl::Time deadline) {
    FERRO_ASSIGN_OR_RETURN(engine_, engine);
    FERRO_ASSIGN_OR_RETURN(EngineRequest request, Parse());
    request.deadline = deadline;
    return engine_->Submit(request,
                           [call = this->shared_from_this()](const absl::StatusOr<Reply>& reply) { call->End(reply); });
  }
  // The one end of the call.
  void End(const absl::StatusOr<Reply>& reply) {
    if (reply.ok()) Fill(*reply);
    LogEnd(reply);
    Finish(ToGrpcStatus(reply.status()));
  }

  const absl::Time arrival_ = absl::Now();
  std::shared_ptr<EngineCall> self_;  // until OnDone

  std::mutex mutex_;
  int64_t id_ = 0;          // guarded by mutex_; 0 until the request is accepted
  bool cancelled_ = false;  // guarded by mutex_
};

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_ENGINE_CALL_H_
