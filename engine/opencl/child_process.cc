#include "engine/opencl/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <set>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

extern char** environ;

namespace ferro::opencl {
namespace {

constexpr size_t kMaxOutput = 1 << 20;
constexpr size_t kMaxErrors = 64 << 10;
constexpr size_t kMaxLastError = 200;

struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    CloseWriteEnd();
    if (ends[0] >= 0) close(ends[0]);
  }
  bool ok() const { return ends[0] >= 0; }
  void CloseWriteEnd() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  int ends[2] = {-1, -1};
};

// Appends what is there now, up to `limit` bytes in all; what comes after that is thrown away. False at the end.
bool Drain(int file, size_t limit, std::string& to) {
  char buffer[4096];
  while (true) {
    const ssize_t got = read(file, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    to.append(buffer, std::min<size_t>(got, limit - to.size()));
  }
}

std::string LastLine(std::string text) {
  absl::StripTrailingAsciiWhitespace(&text);
  std::string line = text.substr(text.rfind('\n') + 1);
  if (line.size() > kMaxLastError) line.resize(kMaxLastError);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  }
  return line;
}

std::string Describe(int status) {
  if (WIFSIGNALED(status))
    return absl::StrCat("killed by signal ", WTERMSIG(status), " (", strsignal(WTERMSIG(status)), ")");
  if (WEXITSTATUS(status) != 0) return absl::StrCat("exited with ", WEXITSTATUS(status));
  return "";
}

std::vector<std::string> Environment(const ChildCommand& command) {
  std::vector<std::string> all;
  std::set<std::string> replaced;
  for (const auto& [name, value] : command.environment) {
    all.push_back(absl::StrCat(name, "=", value));
    replaced.insert(name);
  }
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (replaced.count(text.substr(0, text.find('='))) == 0) all.push_back(text);
  }
  return all;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The process id, or -errno. The child leads a process group and has neither our signal mask nor our handlers.
pid_t Spawn(const ChildCommand& command, int out, int err) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  const auto destroy = absl::MakeCleanup([&] {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  });
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> arguments = command.arguments, environment = Environment(command);
  pid_t child = -1;
  const int error = posix_spawn(&child, command.executable.c_str(), &files, &attributes, Pointers(arguments).data(),
                                Pointers(environment).data());
  return error == 0 ? child : -error;
}

}  // namespace

ChildResult RunChild(const ChildCommand& command) {
  ChildResult result;
  Pipe out, err;
  if (!out.ok() || !err.ok()) {
    result.failure = absl::StrCat("no pipe: ", std::strerror(errno));
    return result;
  }
  const absl::Time deadline = absl::Now() + command.limit;
  const pid_t child = Spawn(command, out.ends[1], err.ends[1]);
  if (child < 0) {
    result.failure = absl::StrCat("cannot run ", command.executable, ": ", std::strerror(-child));
    return result;
  }
  out.CloseWriteEnd();
  err.CloseWriteEnd();
  // A grandchild may keep the pipes open, so their end is no sign: look at the child itself between reads.
  constexpr int kLookMs = 20;
  std::string errors;
  int status = 0;
  bool ended = false, late = false;
  while (!ended && !late) {
    pollfd files[] = {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}};
    poll(files, 2, kLookMs);
    ended = waitpid(child, &status, WNOHANG) == child;
    late = absl::Now() > deadline;
    const bool out_open = Drain(out.ends[0], kMaxOutput, result.out), err_open = Drain(err.ends[0], kMaxErrors, errors);
    if (!ended && !out_open && !err_open) usleep(kLookMs * 1000);  // poll no longer waits
  }
  kill(-child, SIGKILL);
  if (!ended) {
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  result.failure = ended ? Describe(status) : absl::StrCat("not done after ", absl::FormatDuration(command.limit));
  result.last_error = LastLine(std::move(errors));
  return result;
}

}  // namespace ferro::opencl
