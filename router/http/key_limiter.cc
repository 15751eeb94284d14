#include "router/http/key_limiter.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace ferro::router {
namespace {

constexpr absl::Duration kWindow = absl::Minutes(1);
// When one of the running requests ends cannot be known.
constexpr absl::Duration kBusyRetry = absl::Seconds(1);

}  // namespace

KeyLimiter::Decision KeyLimiter::Admit(const std::string& label, const KeyLimits& limits, absl::Time now) {
  const std::lock_guard lock(shared_->mutex);
  Usage& usage = shared_->by_label[label];
  while (!usage.admitted.empty() && now - usage.admitted.front() >= kWindow) usage.admitted.pop_front();
  const size_t per_minute = static_cast<size_t>(limits.requests_per_minute);
  if (per_minute > 0 && usage.admitted.size() >= per_minute) {
    // As many have to leave the window as stand in the way; more than one only after a limit was lowered.
    const absl::Time leaves = usage.admitted[usage.admitted.size() - per_minute] + kWindow;
    return {nullptr, absl::StrCat("rpm=", limits.requests_per_minute), leaves - now};
  }
  if (limits.concurrent > 0 && usage.running >= limits.concurrent) {
    return {nullptr, absl::StrCat("concurrent=", limits.concurrent), kBusyRetry};
  }
  if (per_minute > 0) usage.admitted.push_back(now);
  ++usage.running;
  const auto give_back = [shared = shared_, label](void*) {
    const std::lock_guard lock(shared->mutex);
    --shared->by_label[label].running;
  };
  return {std::shared_ptr<void>(shared_.get(), give_back), "", absl::ZeroDuration()};
}

}  // namespace ferro::router
