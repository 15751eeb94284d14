// One Decide call, from the message to its end.
#ifndef FERRO_SERVICES_DECIDE_DECIDE_CALL_H_
#define FERRO_SERVICES_DECIDE_DECIDE_CALL_H_

#include <memory>
#include <mutex>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/schedule/decision/decision_engine.h"
#include "ferro/decide/v1/decide.grpc.pb.h"

namespace ferro {

// Owns itself until the call is over. Cancelling (by the client, its deadline or a broken connection) cancels the
// request; the call then ends when the engine says so.
class DecideCall final : public grpc::ServerUnaryReactor, public std::enable_shared_from_this<DecideCall> {
 public:
  // The reactor to hand to gRPC; valid until OnDone. `request` and `response` are the call's and live as long.
  static grpc::ServerUnaryReactor* Start(absl::StatusOr<DecisionEngine*> engine, absl::Time deadline,
                                         const decide::v1::DecideRequest& request,
                                         decide::v1::DecideResponse& response);

  // --- From gRPC.
  void OnCancel() override;
  void OnDone() override;

 private:
  DecideCall(const decide::v1::DecideRequest& request, decide::v1::DecideResponse& response)
      : request_(request), response_(response) {}

  absl::StatusOr<DecisionId> Submit(absl::StatusOr<DecisionEngine*> engine, absl::Time deadline);
  // The one end of the call.
  void End(const absl::StatusOr<DecisionReply>& reply);
  void LogEnd(const absl::StatusOr<DecisionReply>& reply) const;

  const decide::v1::DecideRequest& request_;
  decide::v1::DecideResponse& response_;
  const absl::Time arrival_ = absl::Now();
  DecisionEngine* engine_ = nullptr;  // set before the request is submitted
  std::shared_ptr<DecideCall> self_;  // until OnDone

  std::mutex mutex_;
  DecisionId id_ = 0;       // guarded by mutex_; 0 until the request is accepted
  bool cancelled_ = false;  // guarded by mutex_
};

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_DECIDE_CALL_H_
