// DecideService: a thin layer between gRPC and the engine's DecisionEngine.
#ifndef FERRO_SERVICES_DECIDE_DECIDE_SERVICE_H_
#define FERRO_SERVICES_DECIDE_DECIDE_SERVICE_H_

#include "ferro/decide/v1/decide.grpc.pb.h"
#include "services/decide/decision_host.h"

namespace ferro {

class DecideService final : public decide::v1::DecideService::CallbackService {
 public:
  // `host` must outlive the service.
  explicit DecideService(DecisionHost& host) : host_(host) {}

  grpc::ServerUnaryReactor* Decide(grpc::CallbackServerContext* context, const decide::v1::DecideRequest* request,
                                   decide::v1::DecideResponse* response) override;

 private:
  DecisionHost& host_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_DECIDE_SERVICE_H_
