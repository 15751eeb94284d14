#include "tools/ferro/up/supervisor.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

sigset_t SupervisorSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGHUP, SIGINT, SIGTERM}) sigaddset(&set, signal);
  return set;
}

// Where to look for the cause of an end. A program that is killed cannot say anything.
std::string WhereTheCauseIs(int status) {
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) return "its log lines above say why";
  return "the system kills so where memory runs out (dmesg tells): a smaller model or a smaller context needs less";
}

}  // namespace

void BlockSupervisorSignals() {
  const sigset_t set = SupervisorSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

Supervisor::Supervisor(std::vector<Program> programs, SupervisorOptions options) : options_(std::move(options)) {
  for (Program& program : programs) {
    entries_.emplace_back();
    entries_.back().program = std::move(program);
  }
  if (!options_.is_ready) ready_ = true;
}

absl::Status Supervisor::Run() {
  const absl::Status status = Loop();
  if (!status.ok()) LogError("giving_up", {{"reason", std::string(status.message())}});
  StopAll();
  return status;
}

absl::Status Supervisor::Loop() {
  for (Entry& entry : entries_) FERRO_RETURN_IF_ERROR(StartProgram(entry));
  while (true) {
    const auto [signal, sender] = WaitSignal(NextWakeUp());
    if (signal == SIGINT || signal == SIGTERM || (signal == SIGHUP && options_.hangup_stops)) {
      impatient_from_ = absl::Now() + options_.echo;
      LogInfo("stopping", {{"signal", signal}, {"sender", sender}});
      return absl::OkStatus();
    }
    if (signal == SIGHUP) {
      for (Entry& entry : entries_) {
        if (entry.child) entry.child->Signal(SIGHUP);
      }
    }
    // On every wake-up, not only after SIGCHLD: equal signals that are pending melt into one.
    FERRO_RETURN_IF_ERROR(Reap());
    FERRO_RETURN_IF_ERROR(RestartDue());
    CheckReady();
  }
}

absl::Status Supervisor::StartProgram(Entry& entry) {
  absl::StatusOr<Child> child = Child::Start(entry.program.argv);
  if (!child.ok()) return Annotate(child.status(), entry.program.name);
  entry.child = *std::move(child);
  entry.started = absl::Now();
  entry.restart_at = absl::InfiniteFuture();
  LogInfo("started", {{"program", entry.program.name}, {"pid", entry.child->pid()}});
  return absl::OkStatus();
}

absl::Status Supervisor::Reap() {
  for (Entry& entry : entries_) {
    if (!entry.child) continue;
    const std::optional<int> status = entry.child->Poll();
    if (!status) continue;
    entry.child.reset();
    const std::string how = DescribeWaitStatus(*status);
    if (!ready_ && WIFEXITED(*status)) {
      return absl::UnavailableError(
          absl::StrCat(entry.program.name, " ended while starting (", how, "); ", WhereTheCauseIs(*status)));
    }
    entry.quick_deaths = absl::Now() - entry.started < options_.quick ? entry.quick_deaths + 1 : 0;
    if (entry.quick_deaths >= options_.max_quick_deaths) {
      return absl::UnavailableError(absl::StrCat(entry.program.name, " died ", entry.quick_deaths,
                                                 " times, each within ", absl::FormatDuration(options_.quick),
                                                 " of its start (last: ", how, "); ", WhereTheCauseIs(*status)));
    }
    const absl::Duration backoff =
        std::min(options_.last_backoff, options_.first_backoff * (1 << std::min(entry.quick_deaths, 16)));
    entry.restart_at = absl::Now() + backoff;
    LogError("died", {{"program", entry.program.name}, {"how", how}, {"restart_in", absl::FormatDuration(backoff)}});
  }
  return absl::OkStatus();
}

absl::Status Supervisor::RestartDue() {
  for (Entry& entry : entries_) {
    if (!entry.child && entry.restart_at <= absl::Now()) FERRO_RETURN_IF_ERROR(StartProgram(entry));
  }
  return absl::OkStatus();
}

void Supervisor::CheckReady() {
  if (ready_ || !options_.is_ready()) return;
  ready_ = true;
  if (options_.on_ready) options_.on_ready();
}

void Supervisor::StopAll() {
  bool patient = true;
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (!entry->child) continue;
    entry->child->Signal(SIGTERM);
    const absl::Time deadline = absl::Now() + options_.stop_grace;
    while (patient && !entry->child->Poll()) {
      const int signal = WaitSignal(std::min(deadline, absl::Now() + absl::Seconds(1))).signal;
      const bool hurry = (signal == SIGINT || signal == SIGTERM) && absl::Now() >= impatient_from_;
      if (!hurry && absl::Now() < deadline) continue;
      if (entry->child->Poll()) break;
      LogWarning("killing", {{"program", entry->program.name}, {"reason", hurry ? "second signal" : "late"}});
      patient = !hurry;  // late is this program's fault, a signal means all of them
      break;
    }
    entry->child.reset();  // kills what is left
  }
}

Supervisor::Received Supervisor::WaitSignal(absl::Time until) {
  const sigset_t set = SupervisorSignals();
  siginfo_t info = {};
  int signal;
  if (until == absl::InfiniteFuture()) {
    signal = sigwaitinfo(&set, &info);
  } else {
    const timespec timeout = absl::ToTimespec(std::max(absl::ZeroDuration(), until - absl::Now()));
    signal = sigtimedwait(&set, &info, &timeout);
  }
  return signal > 0 ? Received{signal, info.si_pid} : Received();
}

absl::Time Supervisor::NextWakeUp() const {
  absl::Time next = ready_ ? absl::InfiniteFuture() : absl::Now() + options_.ready_interval;
  for (const Entry& entry : entries_) {
    if (!entry.child) next = std::min(next, entry.restart_at);
  }
  return next;
}

}  // namespace ferro
