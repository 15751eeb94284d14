#include "tools/ferro/mcp/stdio.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/log.h"
#include "tools/ferro/mcp/line_io.h"
#include "tools/ferro/mcp/server.h"

namespace ferro::mcp {
namespace {

// How late a signal may be noticed while the last calls end.
constexpr absl::Duration kStopLatency = absl::Milliseconds(50);

bool IsReadable(int fd) {
  pollfd one = {fd, POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

void Close(int fd) {
  if (fd >= 0) close(fd);
}

}  // namespace

absl::StatusOr<Stdio> Stdio::Take() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  Stdio stdio(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0), fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0),
              signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  if (stdio.in_ < 0 || stdio.out_ < 0 || stdio.stop_ < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    return absl::ErrnoToStatus(errno, "cannot take over standard input and output");
  }
  return stdio;
}

Stdio::Stdio(Stdio&& other)
    : in_(std::exchange(other.in_, -1)), out_(std::exchange(other.out_, -1)), stop_(std::exchange(other.stop_, -1)) {}

Stdio::~Stdio() {
  Close(in_);
  Close(out_);
  Close(stop_);
}

void Stdio::UntilSignal(const std::function<void(const std::stop_token&)>& work) {
  const int done = eventfd(0, EFD_CLOEXEC);
  std::stop_source stop;
  std::thread watcher([&] {
    pollfd either[] = {{stop_, POLLIN, 0}, {done, POLLIN, 0}};
    while (poll(either, 2, -1) < 0 && errno == EINTR) {
    }
    if ((either[0].revents & POLLIN) != 0) stop.request_stop();
  });
  work(stop.get_token());
  eventfd_write(done, 1);
  watcher.join();
  Close(done);
}

void Stdio::Serve(std::vector<Tool> tools) {
  LineWriter writer(out_, stop_);
  Server server(std::move(tools), [&writer](const std::string& line) { writer.Write(line); });
  LineReader reader(in_, stop_, kMaxLineBytes);
  std::string line;
  LineReader::Event event = reader.Next(line);
  for (; event != LineReader::Event::kEnd && event != LineReader::Event::kStopped; event = reader.Next(line)) {
    if (event == LineReader::Event::kTooLong) {
      server.HandleTooLong(kMaxLineBytes);
    } else {
      server.HandleLine(line);
    }
    if (writer.broken()) break;
  }
  while (!writer.broken() && !IsReadable(stop_) && !server.WaitIdle(kStopLatency)) {
  }
  LogInfo("stopped", {{"cause", IsReadable(stop_) ? "signal" : writer.broken() ? "output closed" : "end of input"}});
}

}  // namespace ferro::mcp
