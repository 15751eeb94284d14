#include "tools/ferro/up/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

// Between fork and exec only async-signal-safe calls are allowed, hence plain system calls and no C++.
[[noreturn]] void BecomeProgram(char* const argv[], pid_t parent, int error_pipe) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // the parent was gone before prctl took effect

  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  for (const int signal : {SIGCHLD, SIGHUP, SIGINT, SIGPIPE, SIGTERM}) sigaction(signal, &by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  const int null = open("/dev/null", O_RDWR);
  if (null >= 0) {
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
  }
  execv(argv[0], argv);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(error_pipe, &error, sizeof error);
  _exit(127);
}

}  // namespace

absl::StatusOr<Child> Child::Start(const std::vector<std::string>& argv) {
  int pipe_ends[2];
  // Closed by a successful exec: reading its end tells success from failure without a time-out.
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot start ", argv[0], ": pipe"));
  }
  std::vector<char*> pointers;
  for (const std::string& argument : argv) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);

  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) BecomeProgram(pointers.data(), parent, pipe_ends[1]);
  const int fork_error = errno;
  close(pipe_ends[1]);
  if (pid < 0) {
    close(pipe_ends[0]);
    return absl::ErrnoToStatus(fork_error, absl::StrCat("cannot start ", argv[0], ": fork"));
  }
  Child child(pid);
  setpgid(pid, pid);  // here too: a signal may be sent before the child gets to it
  int exec_error = 0;
  ssize_t got;
  do {
    got = read(pipe_ends[0], &exec_error, sizeof exec_error);
  } while (got < 0 && errno == EINTR);
  close(pipe_ends[0]);
  if (got == sizeof exec_error) return absl::ErrnoToStatus(exec_error, absl::StrCat("cannot start ", argv[0]));
  return child;
}

Child::Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}

Child& Child::operator=(Child&& other) noexcept {
  if (this != &other) {
    KillAndReap();
    pid_ = std::exchange(other.pid_, -1);
  }
  return *this;
}

Child::~Child() { KillAndReap(); }

void Child::KillAndReap() {
  if (pid_ < 0) return;
  Signal(SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

std::optional<int> Child::Poll() {
  int status = 0;
  if (pid_ < 0 || waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  // What it started itself goes with it.
  killpg(pid_, SIGKILL);
  pid_ = -1;
  return status;
}

void Child::Signal(int signal) {
  if (pid_ > 0) killpg(pid_, signal);
}

std::string DescribeWaitStatus(int status) {
  if (WIFEXITED(status)) return absl::StrCat("exit code ", WEXITSTATUS(status));
  return absl::StrCat("signal ", WTERMSIG(status), " (", strsignal(WTERMSIG(status)), ")");
}

}  // namespace ferro
