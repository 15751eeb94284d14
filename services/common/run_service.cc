#include "services/common/run_service.h"

#include <unistd.h>

#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/heap_trimmer.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "services/common/server.h"
#include "services/common/signals.h"

namespace ferro {
namespace {

// How often waiting looks at things that send no signal. Short enough for people, too rare to cost anything.
constexpr absl::Duration kPoll = absl::Milliseconds(100);

void ShowProgress(double share) {
  std::fprintf(stderr, "\rloading model %3.0f %%%s", share * 100, share >= 1 ? "\n" : "");
  std::fflush(stderr);
}

// What the health service says, from the first readiness to the beginning of the drain. The model may tell it of a
// failed device at any time, hence the lock.
class Readiness {
 public:
  explicit Readiness(HealthService& health) : health_(health) {}
  void Set(bool serving) {
    const std::lock_guard lock(mutex_);
    if (!draining_) health_.SetServing(serving);
  }
  void Drain() {
    const std::lock_guard lock(mutex_);
    draining_ = true;
    health_.SetServing(false);
  }

 private:
  std::mutex mutex_;
  bool draining_ = false;
  HealthService& health_;  // touched no more once draining
};

// Until running requests are done, the grace is over (the model then ends them) or a second signal comes.
void AwaitDrained(ServedModel& model) {
  while (!model.Idle()) {
    if (!WaitForStopSignal(kPoll)) continue;
    LogInfo("stopping", {{"reason", "second signal"}});
    model.Drain(absl::ZeroDuration());
    return;
  }
}

}  // namespace

std::function<void(double)> ProgressLine() {
  return isatty(STDERR_FILENO) ? std::function<void(double)>(ShowProgress) : nullptr;
}

absl::Status RunService(const ProcessFlags& flags, const ServiceParts& parts) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GrpcServer> server,
                         GrpcServer::Start(flags.server, parts.services, parts.names));
  LogInfo("listening", {{"address", server->address()}, {"version", kVersion}, {"pid", getpid()}});

  std::promise<absl::Status> promise;
  std::future<absl::Status> loading = promise.get_future();
  // Shared with the model, which ends after the server.
  const auto readiness = std::make_shared<Readiness>(server->health());
  std::thread loader([&] { promise.set_value(parts.load([readiness](bool serving) { readiness->Set(serving); })); });
  // Loading cannot be interrupted, so a signal meanwhile ends the process without tidying up: nothing runs yet.
  while (loading.wait_for(absl::ToChronoMilliseconds(kPoll)) != std::future_status::ready) {
    if (WaitForStopSignal(absl::ZeroDuration())) {
      server->Shutdown(absl::ZeroDuration());
      LogInfo("stopped", {{"reason", "signal while loading"}});
      _exit(0);
    }
  }
  loader.join();
  FERRO_RETURN_IF_ERROR(loading.get());
  readiness->Set(true);

  HeapTrimmer heap;
  while (!*parts.drain_called && !WaitForStopSignal(absl::Seconds(1))) {
    if (parts.model->Idle()) heap.Tick();
    // A device that could not be brought back from within: a new process has a better chance, and whoever supervises
    // this one starts it.
    if (const absl::Status health = parts.model->Health(); !health.ok()) {
      readiness->Drain();
      server->Shutdown(absl::Seconds(1));
      return health;
    }
  }
  readiness->Drain();
  LogInfo("draining", {{"seconds", flags.drain_seconds}});
  if (!*parts.drain_called) parts.model->Drain(absl::Seconds(flags.drain_seconds));
  AwaitDrained(*parts.model);
  // Everything has ended; a moment for the last messages to reach their readers.
  server->Shutdown(absl::Seconds(1));
  LogInfo("stopped");
  return absl::OkStatus();
}

}  // namespace ferro
