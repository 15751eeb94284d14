#include "services/common/health.h"

#include <utility>

namespace ferro {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

namespace {

HealthCheckResponse::ServingStatus StatusFor(bool serving) {
  return serving ? HealthCheckResponse::SERVING : HealthCheckResponse::NOT_SERVING;
}

}  // namespace

// One Watch call; deletes itself when the call is over. A state that changes while a write is under way replaces the
// one that waits: a slow watcher sees the latest, not each.
class HealthService::Watcher final : public grpc::ServerWriteReactor<HealthCheckResponse> {
 public:
  explicit Watcher(HealthService& health) : health_(health) {}

  void Update(HealthCheckResponse::ServingStatus status) {
    const std::lock_guard lock(mutex_);
    wanted_ = status;
    MaybeWrite();
  }

  void OnWriteDone(bool ok) override {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    if (ok) {
      MaybeWrite();
    } else {
      End();
    }
  }
  void OnCancel() override {
    const std::lock_guard lock(mutex_);
    End();
  }
  void OnDone() override {
    {
      const std::lock_guard lock(health_.mutex_);
      health_.watchers_.erase(this);
    }
    delete this;
  }

 private:
  void MaybeWrite() {
    if (ended_ || writing_ || wanted_ == response_.status()) return;
    writing_ = true;
    response_.set_status(wanted_);
    StartWrite(&response_);
  }
  void End() {
    if (!std::exchange(ended_, true)) Finish(grpc::Status::CANCELLED);
  }

  HealthService& health_;
  std::mutex mutex_;  // guards the rest; taken after health_.mutex_ where both are held
  HealthCheckResponse response_;
  HealthCheckResponse::ServingStatus wanted_ = HealthCheckResponse::UNKNOWN;
  bool writing_ = false;
  bool ended_ = false;
};

void HealthService::SetServing(bool serving) {
  const std::lock_guard lock(mutex_);
  serving_ = serving;
  for (Watcher* watcher : watchers_) watcher->Update(StatusFor(serving));
}

grpc::ServerUnaryReactor* HealthService::Check(grpc::CallbackServerContext* context, const HealthCheckRequest* request,
                                               HealthCheckResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  if (services_.count(request->service()) == 0) {
    reactor->Finish(grpc::Status(grpc::StatusCode::NOT_FOUND, "this process has no service of that name"));
    return reactor;
  }
  {
    const std::lock_guard lock(mutex_);
    response->set_status(StatusFor(serving_));
  }
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerWriteReactor<HealthCheckResponse>* HealthService::Watch(grpc::CallbackServerContext*,
                                                                    const HealthCheckRequest* request) {
  auto* watcher = new Watcher(*this);
  const std::lock_guard lock(mutex_);
  if (services_.count(request->service()) == 0) {
    watcher->Update(HealthCheckResponse::SERVICE_UNKNOWN);
  } else {
    watcher->Update(StatusFor(serving_));
    watchers_.insert(watcher);
  }
  return watcher;
}

}  // namespace ferro
