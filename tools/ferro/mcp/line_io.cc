#include "tools/ferro/mcp/line_io.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace ferro::mcp {
namespace {

constexpr size_t kBlock = 64 * 1024;

enum class Readiness { kReady, kStopped };

// Ready wins where both are true, so that what can be done without waiting is done.
Readiness WaitFor(int fd, short events, int stop_fd) {
  pollfd fds[] = {{fd, events, 0}, {stop_fd, POLLIN, 0}};
  while (poll(fds, 2, -1) < 0 && errno == EINTR) {
  }
  return fds[0].revents == 0 && fds[1].revents != 0 ? Readiness::kStopped : Readiness::kReady;
}

bool IsReadable(int fd) {
  pollfd one = {fd, POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

}  // namespace

LineReader::Event LineReader::Fill() {
  // A client that never pauses must not hold off a stop.
  if (IsReadable(stop_fd_) || WaitFor(fd_, POLLIN, stop_fd_) == Readiness::kStopped) return Event::kStopped;
  const size_t old_size = buffer_.size();
  buffer_.resize(old_size + kBlock);
  const ssize_t count = read(fd_, buffer_.data() + old_size, kBlock);
  buffer_.resize(old_size + std::max<ssize_t>(count, 0));
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return Event::kLine;
  return count > 0 ? Event::kLine : Event::kEnd;
}

LineReader::Event LineReader::Next(std::string& line) {
  while (true) {
    const size_t end = buffer_.find('\n', searched_);
    if (end != std::string::npos) {
      const bool too_long = skipping_ || end > max_bytes_;
      line.assign(buffer_, 0, too_long ? 0 : end);
      buffer_.erase(0, end + 1);
      searched_ = 0;
      skipping_ = false;
      return too_long ? Event::kTooLong : Event::kLine;
    }
    searched_ = buffer_.size();
    if (skipping_ || buffer_.size() > max_bytes_) {
      skipping_ = true;
      buffer_.clear();
      searched_ = 0;
    }
    if (!ended_) {
      const Event event = Fill();
      if (event == Event::kStopped) return event;
      ended_ = event == Event::kEnd;
      continue;
    }
    if (skipping_) {
      skipping_ = false;
      return Event::kTooLong;
    }
    if (buffer_.empty()) return Event::kEnd;
    line.swap(buffer_);
    buffer_.clear();
    searched_ = 0;
    return Event::kLine;
  }
}

bool LineWriter::WriteAll(absl::string_view bytes) {
  while (!bytes.empty()) {
    if (WaitFor(fd_, POLLOUT, stop_fd_) == Readiness::kStopped) return false;
    // A pipe that polls as writable takes PIPE_BUF bytes without blocking, which is what lets a stop get through.
    const ssize_t count = write(fd_, bytes.data(), std::min<size_t>(bytes.size(), PIPE_BUF));
    if (count < 0 && errno != EINTR && errno != EAGAIN) return false;
    bytes.remove_prefix(std::max<ssize_t>(count, 0));
  }
  return true;
}

bool LineWriter::Write(absl::string_view line) {
  const std::lock_guard lock(mutex_);
  if (!broken_) broken_ = !WriteAll(line) || !WriteAll("\n");
  return !broken_;
}

bool LineWriter::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

}  // namespace ferro::mcp
