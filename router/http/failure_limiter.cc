#include "router/http/failure_limiter.h"

namespace ferro::router {
namespace {

constexpr absl::Duration kWindow = absl::Minutes(1);

}  // namespace

bool FailureLimiter::Blocked(const std::string& peer, absl::Time now) {
  const std::lock_guard lock(mutex_);
  const auto it = windows_.find(peer);
  return it != windows_.end() && now - it->second.start < kWindow && it->second.failures >= kMaxFailures;
}

void FailureLimiter::Fail(const std::string& peer, absl::Time now) {
  const std::lock_guard lock(mutex_);
  if (windows_.size() >= kMaxPeers) {
    for (auto it = windows_.begin(); it != windows_.end();) {
      it = now - it->second.start >= kWindow ? windows_.erase(it) : std::next(it);
    }
    if (windows_.size() >= kMaxPeers) windows_.clear();
  }
  Window& window = windows_[peer];
  if (now - window.start >= kWindow) window = {now, 0};
  ++window.failures;
}

}  // namespace ferro::router
