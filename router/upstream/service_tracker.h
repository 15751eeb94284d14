// Knows at any time whether a service is ready and which model it holds, without asking it.
#ifndef FERRO_ROUTER_UPSTREAM_SERVICE_TRACKER_H_
#define FERRO_ROUTER_UPSTREAM_SERVICE_TRACKER_H_

#include <grpcpp/channel.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/time/time.h"
#include "ferro/admin/v1/admin.grpc.pb.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "router/upstream/call_group.h"

namespace ferro::router {

struct ServiceState {
  enum class Phase {
    kUnreachable,  // no connection; tried again all the time
    kLoading,      // reachable, not serving
    kReady,
  };
  Phase phase = Phase::kUnreachable;
  // The model as last told; null before the first time. Kept while a service restarts.
  std::shared_ptr<const ferro::common::v1::ModelInfo> model;

  bool ready() const { return phase == Phase::kReady; }
};

// Watches grpc.health.v1 of one service and fetches GetModel whenever it starts to serve. Thread-safe. Destroyed when
// the io_context runs no more and before it is destroyed.
class ServiceTracker {
 public:
  // `name` is for logs (lm, embed, decide). `changed`, if given, runs on an event loop thread after each change.
  ServiceTracker(boost::asio::io_context& io, std::shared_ptr<grpc::Channel> channel, std::string name,
                 std::function<void()> changed = nullptr);

  void Start();
  // Ends watching: no call is under way any more, and `changed` does not start again. Whether the io_context runs does
  // not matter.
  void Stop();

  ServiceState Get() const;

 private:
  class Watch;

  void StartWatch();
  void OnHealth(bool serving);
  void OnWatchEnded();
  void FetchModel();
  void RetryAfter(absl::Duration delay, void (ServiceTracker::*action)());
  void Set(ServiceState::Phase phase, std::shared_ptr<const ferro::common::v1::ModelInfo> model);

  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  const std::unique_ptr<grpc::health::v1::Health::Stub> health_;
  const std::unique_ptr<ferro::admin::v1::AdminService::Stub> admin_;
  const std::string name_;
  const std::function<void()> changed_;
  std::atomic<bool> stopped_{false};

  // On the strand only.
  boost::asio::steady_timer timer_;
  absl::Duration backoff_;
  bool serving_ = false;

  mutable std::mutex mutex_;
  ServiceState state_;  // guarded by mutex_

  CallGroup calls_;  // last: its end comes before that of what calls use
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_SERVICE_TRACKER_H_
