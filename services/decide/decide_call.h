// One Decide call.
#ifndef FERRO_SERVICES_DECIDE_DECIDE_CALL_H_
#define FERRO_SERVICES_DECIDE_DECIDE_CALL_H_

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/schedule/decision/decision_engine.h"
#include "ferro/decide/v1/decide.grpc.pb.h"
#include "services/common/engine_call.h"

namespace ferro {

class DecideCall final : public EngineCall<DecisionEngine, DecisionRequest, DecisionReply, decide::v1::DecideRequest,
                                           decide::v1::DecideResponse> {
 public:
  // The reactor to hand to gRPC; valid until OnDone. `request` and `response` are the call's and live as long.
  static grpc::ServerUnaryReactor* Start(absl::StatusOr<DecisionEngine*> engine, absl::Time deadline,
                                         const decide::v1::DecideRequest& request,
                                         decide::v1::DecideResponse& response);

 private:
  using EngineCall::EngineCall;

  absl::StatusOr<DecisionRequest> Parse() const override;
  void Fill(const DecisionReply& reply) override;
  void LogEnd(const absl::StatusOr<DecisionReply>& reply) const override;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_DECIDE_CALL_H_
