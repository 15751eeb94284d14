#include "services/common/signals.h"

#include <pthread.h>

#include <cerrno>
#include <csignal>

#include "absl/time/clock.h"

namespace ferro {
namespace {

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

void BlockStopSignals() {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

bool WaitForStopSignal(absl::Duration timeout) {
  const sigset_t signals = StopSignals();
  const absl::Time end = absl::Now() + timeout;
  while (true) {
    // An hour at a time: sigtimedwait takes no infinite time.
    const absl::Duration left = std::min(end - absl::Now(), absl::Hours(1));
    const timespec wait = absl::ToTimespec(std::max(left, absl::ZeroDuration()));
    if (sigtimedwait(&signals, nullptr, &wait) > 0) return true;
    if (errno != EINTR && absl::Now() >= end) return false;
  }
}

}  // namespace ferro
