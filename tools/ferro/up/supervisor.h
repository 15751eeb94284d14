// Keeps a set of programs running until it is told to stop.
//
//   BlockSupervisorSignals();
//   Supervisor supervisor({{"lm", {"/usr/bin/ferro-lm", ...}}, {"gateway", {...}}}, SupervisorOptions());
//   FERRO_RETURN_IF_ERROR(supervisor.Run());  // until SIGINT or SIGTERM
#ifndef FERRO_TOOLS_FERRO_UP_SUPERVISOR_H_
#define FERRO_TOOLS_FERRO_UP_SUPERVISOR_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "tools/ferro/up/child.h"

namespace ferro {

struct Program {
  std::string name;               // for logs and messages
  std::vector<std::string> argv;  // argv[0] is a path
};

struct SupervisorOptions {
  // Wait before a restart; doubles with each quick death up to the maximum.
  absl::Duration first_backoff = absl::Milliseconds(200);
  absl::Duration last_backoff = absl::Seconds(5);
  // A death within this time of its start is a quick one; so many in a row and the supervisor gives up.
  absl::Duration quick = absl::Seconds(10);
  int max_quick_deaths = 5;
  // Programs get this long between SIGTERM and SIGKILL.
  absl::Duration stop_grace = absl::Seconds(35);
  // A second SIGINT or SIGTERM within this time is the same request: some tools signal a process and then its group.
  absl::Duration echo = absl::Milliseconds(500);
  // Asked about every `ready_interval` until it says true; then `on_ready` is called, once. Either may be null. May
  // block for as long as a stop may be delayed.
  std::function<bool()> is_ready;
  std::function<void()> on_ready;
  absl::Duration ready_interval = absl::Milliseconds(50);
  // SIGHUP ends the run (a closed terminal) instead of being passed on (re-read key files).
  bool hangup_stops = false;
};

// Blocks the signals that Run waits for. Call it before any thread starts: a thread that does not block them would take
// them away.
void BlockSupervisorSignals();

class Supervisor {
 public:
  // Programs start in this order and stop in the opposite one, one after the other.
  Supervisor(std::vector<Program> programs, SupervisorOptions options);

  // Starts everything and blocks until SIGINT or SIGTERM (OK), or until a program cannot be kept alive: kUnavailable
  // with its name and how it ended. A program that exits with an error code before everything was ready is not tried
  // again: its flags or files are wrong. In every case all programs have ended on return. A second SIGINT or SIGTERM
  // kills at once, unless it is an echo of the first.
  // SIGCHLD, SIGHUP, SIGINT and SIGTERM must be blocked (BlockSupervisorSignals). Call once.
  absl::Status Run();

 private:
  struct Entry {
    Program program;
    std::optional<Child> child;
    absl::Time started;
    absl::Time restart_at = absl::InfiniteFuture();  // while not running
    int quick_deaths = 0;
  };

  absl::Status Loop();
  absl::Status StartProgram(Entry& entry);
  // Looks for programs that ended; decides on their restart.
  absl::Status Reap();
  absl::Status RestartDue();
  void CheckReady();
  void StopAll();
  // A signal and the process that sent it (0 = the kernel, for instance a terminal).
  struct Received {
    int signal = 0;
    pid_t sender = 0;
  };
  // Waits for one of our signals; signal 0 on time-out.
  Received WaitSignal(absl::Time until);
  absl::Time NextWakeUp() const;

  std::vector<Entry> entries_;
  SupervisorOptions options_;
  bool ready_ = false;
  absl::Time impatient_from_ = absl::InfinitePast();
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_SUPERVISOR_H_
