#include "engine/opencl/watchdog.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "base/log.h"

namespace ferro::opencl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

int64_t NowNs() { return std::chrono::nanoseconds(Clock::now().time_since_epoch()).count(); }

[[noreturn]] void EndProcess(const char* what, absl::Duration limit) {
  LogError("device_hangs", {{"call", what},
                            {"limit", absl::FormatDuration(limit)},
                            {"action", absl::StrCat("exit ", kHungExitCode, ", to be started again")}});
  _exit(kHungExitCode);
}

}  // namespace

Watchdog::Watchdog() : wake_ns_(kNever), thread_([this] { Run(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

int64_t Watchdog::Begin(const char* what, absl::Duration limit) {
  const int64_t deadline = NowNs() + absl::ToInt64Nanoseconds(limit);
  const std::lock_guard lock(mutex_);
  calls_.push_back({next_id_, what, limit, deadline});
  // Deadlines mostly grow, so the thread, once awake for an early one, is seldom called again.
  if (deadline < wake_ns_) {
    wake_ns_ = deadline;
    changed_.notify_one();
  }
  return next_id_++;
}

void Watchdog::End(int64_t id) {
  const std::lock_guard lock(mutex_);
  calls_.erase(std::find_if(calls_.begin(), calls_.end(), [id](const Call& call) { return call.id == id; }));
}

void Watchdog::Run() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    const int64_t now = NowNs();
    wake_ns_ = kNever;
    for (const Call& call : calls_) {
      if (call.deadline_ns <= now) EndProcess(call.what, call.limit);
      wake_ns_ = std::min(wake_ns_, call.deadline_ns);
    }
    if (wake_ns_ == kNever) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, Clock::time_point(std::chrono::nanoseconds(wake_ns_)));
    }
  }
}

Watchdog::Guard::Guard(Watchdog& watchdog, const char* what, absl::Duration limit)
    : watchdog_(watchdog), id_(watchdog.Begin(what, limit)) {}

Watchdog::Guard::~Guard() { watchdog_.End(id_); }

}  // namespace ferro::opencl
