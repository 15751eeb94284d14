// Another process of a test, which can be killed.
#ifndef FERRO_ENGINE_LEASE_CHILD_PROCESS_H_
#define FERRO_ENGINE_LEASE_CHILD_PROCESS_H_

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>

namespace ferro {

// Runs `body` in a forked process, which then ends with code 0. Fork before threads are started.
class ChildProcess {
 public:
  explicit ChildProcess(const std::function<void()>& body) : pid_(fork()) {
    if (pid_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    body();
    _exit(0);
  }
  ~ChildProcess() { Kill(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void Signal(int signal) const { kill(pid_, signal); }
  // Returns when it is dead.
  void Kill() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    Wait();
  }
  // Its exit code once it has ended; -1: a signal ended it.
  int Wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_;
};

// One byte after the other from any process to any other.
class BytePipe {
 public:
  BytePipe() {
    if (pipe(ends_) != 0) std::abort();
  }
  ~BytePipe() {
    close(ends_[0]);
    close(ends_[1]);
  }
  BytePipe(const BytePipe&) = delete;
  BytePipe& operator=(const BytePipe&) = delete;

  void Put(char byte) const {
    if (write(ends_[1], &byte, 1) != 1) std::abort();
  }
  // Waits for it.
  char Take() const {
    char byte = 0;
    if (read(ends_[0], &byte, 1) != 1) std::abort();
    return byte;
  }

 private:
  int ends_[2];
};

}  // namespace ferro

#endif  // FERRO_ENGINE_LEASE_CHILD_PROCESS_H_
