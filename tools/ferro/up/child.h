// One child process: started so that it cannot outlive us, stopped with everything it started itself.
#ifndef FERRO_TOOLS_FERRO_UP_CHILD_H_
#define FERRO_TOOLS_FERRO_UP_CHILD_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace ferro {

// Movable, not copyable. Destroying a running child kills it. Start and the wait calls belong to one thread, and that
// thread must live as long as the child: the kernel ends the child when the thread that started it is gone.
class Child {
 public:
  // Runs argv[0] (a path) with our standard error, no standard input, and no standard output: what a program says
  // there (it is ready) is for those who run it alone. The child leads a process group of its own, so that Ctrl-C in a
  // terminal reaches us only.
  // kNotFound: no such program. Errors of fork and exec otherwise; the message names the program.
  static absl::StatusOr<Child> Start(const std::vector<std::string>& argv);

  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  pid_t pid() const { return pid_; }

  // How it ended, once it has: the status word of waitpid. Never blocks.
  std::optional<int> Poll();

  // Sends to the whole process group; no effect once Poll has seen the end.
  void Signal(int signal);

 private:
  explicit Child(pid_t pid) : pid_(pid) {}
  void KillAndReap();

  pid_t pid_ = -1;  // -1 = nothing to wait for
};

// "exit code 3", "signal 11 (Segmentation fault)".
std::string DescribeWaitStatus(int status);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_CHILD_H_
