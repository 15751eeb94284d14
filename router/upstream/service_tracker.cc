#include "router/upstream/service_tracker.h"

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "base/log.h"
#include "router/upstream/unary_call.h"

namespace ferro::router {
namespace {

namespace asio = boost::asio;
using ferro::common::v1::ModelInfo;
using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

constexpr absl::Duration kFirstBackoff = absl::Milliseconds(100);
constexpr absl::Duration kLongestBackoff = absl::Seconds(2);
constexpr absl::Duration kModelTimeout = absl::Seconds(5);

const char* NameOf(ServiceState::Phase phase) {
  switch (phase) {
    case ServiceState::Phase::kUnreachable:
      return "unreachable";
    case ServiceState::Phase::kLoading:
      return "loading";
    case ServiceState::Phase::kReady:
      return "ready";
  }
  return "";
}

}  // namespace

// One Watch call, owned by the tracker's group.
class ServiceTracker::Watch final : public Call,
                                    public grpc::ClientReadReactor<HealthCheckResponse>,
                                    public std::enable_shared_from_this<Watch> {
 public:
  explicit Watch(ServiceTracker& tracker) : tracker_(tracker) {}

  void Begin() {
    if (!tracker_.calls_.Begin(shared_from_this())) return;
    tracker_.health_->async()->Watch(&context_, &request_, this);
    StartRead(&response_);
    StartCall();
  }
  void Abort() override { context_.TryCancel(); }

  void OnReadDone(bool ok) override {
    if (!ok) return;
    const bool serving = response_.status() == HealthCheckResponse::SERVING;
    asio::post(tracker_.strand_, [&tracker = tracker_, serving] { tracker.OnHealth(serving); });
    StartRead(&response_);
  }
  void OnDone(const grpc::Status&) override {
    asio::post(tracker_.strand_, [&tracker = tracker_] { tracker.OnWatchEnded(); });
    tracker_.calls_.End(this);
  }

 private:
  ServiceTracker& tracker_;
  grpc::ClientContext context_;
  const HealthCheckRequest request_;
  HealthCheckResponse response_;
};

ServiceTracker::ServiceTracker(asio::io_context& io, std::shared_ptr<grpc::Channel> channel, std::string name,
                               std::function<void()> changed)
    : strand_(asio::make_strand(io)),
      health_(grpc::health::v1::Health::NewStub(channel)),
      admin_(ferro::admin::v1::AdminService::NewStub(channel)),
      name_(std::move(name)),
      changed_(std::move(changed)),
      timer_(strand_),
      backoff_(kFirstBackoff) {}

void ServiceTracker::Start() {
  asio::post(strand_, [this] { StartWatch(); });
}

void ServiceTracker::Stop() {
  stopped_ = true;
  calls_.Close();
}

ServiceState ServiceTracker::Get() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void ServiceTracker::StartWatch() {
  if (!stopped_) std::make_shared<Watch>(*this)->Begin();
}

void ServiceTracker::OnHealth(bool serving) {
  backoff_ = kFirstBackoff;
  serving_ = serving;
  if (serving) {
    FetchModel();
  } else {
    Set(ServiceState::Phase::kLoading, Get().model);
  }
}

void ServiceTracker::OnWatchEnded() {
  serving_ = false;
  Set(ServiceState::Phase::kUnreachable, Get().model);
  RetryAfter(backoff_, &ServiceTracker::StartWatch);
  backoff_ = std::min(2 * backoff_, kLongestBackoff);
}

void ServiceTracker::FetchModel() {
  if (stopped_ || !serving_) return;
  std::function<void(absl::StatusOr<ModelInfo>)> done = [this](absl::StatusOr<ModelInfo> model) {
    if (stopped_ || !serving_) return;
    if (!model.ok()) return RetryAfter(kFirstBackoff, &ServiceTracker::FetchModel);
    Set(ServiceState::Phase::kReady, std::make_shared<const ModelInfo>(*std::move(model)));
  };
  UnaryCall(admin_->async(), &ferro::admin::v1::AdminService::Stub::async::GetModel,
            ferro::admin::v1::GetModelRequest(), {absl::Now() + kModelTimeout, {}}, strand_, calls_, std::move(done));
}

void ServiceTracker::RetryAfter(absl::Duration delay, void (ServiceTracker::*action)()) {
  if (stopped_) return;
  timer_.expires_after(absl::ToChronoNanoseconds(delay));
  timer_.async_wait([this, action](boost::system::error_code error) {
    if (!error) (this->*action)();
  });
}

void ServiceTracker::Set(ServiceState::Phase phase, std::shared_ptr<const ModelInfo> model) {
  if (stopped_) return;
  bool other = false;
  {
    const std::lock_guard lock(mutex_);
    other = state_.phase != phase;
    state_.phase = phase;
    state_.model = std::move(model);
  }
  if (other) LogInfo("service_state", {{"target", name_}, {"state", NameOf(phase)}});
  if (changed_) changed_();
}

}  // namespace ferro::router
