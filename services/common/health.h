// The standard gRPC health service (grpc.health.v1), with a state that the process sets.
#ifndef FERRO_SERVICES_COMMON_HEALTH_H_
#define FERRO_SERVICES_COMMON_HEALTH_H_

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "grpc/health/v1/health.grpc.pb.h"

namespace ferro {

// Knows the whole process (empty name) and the services it was told of; all share one state, since each process serves
// one model. Starts as not serving. Thread-safe.
class HealthService final : public grpc::health::v1::Health::CallbackService {
 public:
  explicit HealthService(std::set<std::string> services) : services_(std::move(services)) { services_.insert(""); }

  // Tells every watcher of a known service when that changes the state.
  void SetServing(bool serving);

  grpc::ServerUnaryReactor* Check(grpc::CallbackServerContext* context,
                                  const grpc::health::v1::HealthCheckRequest* request,
                                  grpc::health::v1::HealthCheckResponse* response) override;
  grpc::ServerWriteReactor<grpc::health::v1::HealthCheckResponse>* Watch(
      grpc::CallbackServerContext* context, const grpc::health::v1::HealthCheckRequest* request) override;

 private:
  class Watcher;

  std::set<std::string> services_;  // constant after construction
  std::mutex mutex_;
  bool serving_ = false;         // guarded by mutex_, as is the next
  std::set<Watcher*> watchers_;  // of known services
};

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_HEALTH_H_
