#include "services/lm/run.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "services/common/admin.h"
#include "services/common/server.h"
#include "services/common/signals.h"
#include "services/lm/lm_admin.h"
#include "services/lm/lm_service.h"
#include "services/lm/model_host.h"

namespace ferro {
namespace {

// How often waiting looks at things that send no signal. Short enough for people, too rare to cost anything.
constexpr absl::Duration kPoll = absl::Milliseconds(100);

// A line that overwrites itself, for people who look at a terminal.
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

absl::StatusOr<std::unique_ptr<LanguageModel>> LoadModel(const LmFlags& flags, ModelHost& host,
                                                         std::function<void(bool)> on_serving) {
  {
    FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> header, GgufFile::Open(flags.model));
    host.SetMemory(EstimateMemory(*header, flags.lm.slots, flags.lm.context, flags.lm.kv_type));
  }
  LanguageModelOptions options = flags.lm;
  if (isatty(STDERR_FILENO)) options.progress = ShowProgress;
  options.on_serving = std::move(on_serving);
  return LanguageModel::Load(flags.model, options);
}

void LogModel(const LanguageModel& model, absl::Duration took) {
  const LanguageModelInfo info = model.info();
  for (const std::string& warning : model.warnings()) LogWarning("model", {{"note", warning}});
  LogInfo("ready", {{"model", info.id},
                    {"file", info.file},
                    {"type", info.file_type},
                    {"device", info.device},
                    {"slots", info.slots},
                    {"context", info.context},
                    {"template", info.template_variant},
                    {"memory_mb", model.memory().total() >> 20},
                    {"load_s", absl::StrFormat("%.1f", absl::ToDoubleSeconds(took))}});
}

// Until running requests are done, the grace is over (the scheduler then ends them) or a second signal comes.
void AwaitDrained(ModelHost& host) {
  while (!host.Idle()) {
    if (!WaitForStopSignal(kPoll)) continue;
    LogInfo("stopping", {{"reason", "second signal"}});
    host.Drain(absl::ZeroDuration());
    return;
  }
}

}  // namespace

absl::Status RunLm(const LmFlags& flags) {
  ModelHost host;
  std::atomic<bool> drain_called = false;
  LmService lm_service(host);
  LmAdmin admin(host, absl::Seconds(flags.drain_seconds), [&] { drain_called = true; });
  AdminService admin_service(admin);
  FERRO_ASSIGN_OR_RETURN(
      const std::unique_ptr<GrpcServer> server,
      GrpcServer::Start(flags.server, {&lm_service, &admin_service},
                        {lm::v1::LmService::service_full_name(), admin::v1::AdminService::service_full_name()}));
  LogInfo("listening", {{"address", server->address()}, {"version", kVersion}, {"pid", getpid()}});

  const absl::Time begin = absl::Now();
  std::promise<absl::StatusOr<std::unique_ptr<LanguageModel>>> promise;
  auto loading = promise.get_future();
  // Shared with the model, which ends after the server.
  const auto readiness = std::make_shared<Readiness>(server->health());
  std::thread loader(
      [&] { promise.set_value(LoadModel(flags, host, [readiness](bool serving) { readiness->Set(serving); })); });
  // Loading cannot be interrupted, so a signal meanwhile ends the process without tidying up: nothing runs yet.
  while (loading.wait_for(absl::ToChronoMilliseconds(kPoll)) != std::future_status::ready) {
    if (WaitForStopSignal(absl::ZeroDuration())) {
      server->Shutdown(absl::ZeroDuration());
      LogInfo("stopped", {{"reason", "signal while loading"}});
      _exit(0);
    }
  }
  loader.join();
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<LanguageModel> model, loading.get());
  LogModel(*model, absl::Now() - begin);
  host.SetModel(std::move(model));
  readiness->Set(true);

  while (!drain_called && !WaitForStopSignal(absl::Seconds(1))) {
    // A device that could not be brought back from within: a new process has a better chance, and whoever supervises
    // this one starts it.
    if (const absl::Status health = host.Health(); !health.ok()) {
      readiness->Drain();
      server->Shutdown(absl::Seconds(1));
      return health;
    }
  }
  readiness->Drain();
  LogInfo("draining", {{"seconds", flags.drain_seconds}});
  if (!drain_called) host.Drain(absl::Seconds(flags.drain_seconds));
  AwaitDrained(host);
  // The scheduler is done; a moment for the last messages to reach their readers.
  server->Shutdown(absl::Seconds(1));
  LogInfo("stopped");
  return absl::OkStatus();
}

}  // namespace ferro
