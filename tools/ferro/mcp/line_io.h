// Lines over file descriptors, bounded in length, given up when the process is told to stop.
#ifndef FERRO_TOOLS_FERRO_MCP_LINE_IO_H_
#define FERRO_TOOLS_FERRO_MCP_LINE_IO_H_

#include <cstddef>
#include <mutex>
#include <string>

#include "absl/strings/string_view.h"

namespace ferro::mcp {

// One thread at a time. Owns no descriptor. `stop_fd` becomes readable, and stays so, when reading is to end; -1:
// never.
class LineReader {
 public:
  enum class Event {
    kLine,     // `line` has it, without its end
    kTooLong,  // a line of more than max_bytes was skipped
    kEnd,      // nothing follows: end of the file, or it cannot be read
    kStopped,
  };

  LineReader(int fd, int stop_fd, size_t max_bytes) : fd_(fd), stop_fd_(stop_fd), max_bytes_(max_bytes) {}

  // Waits for the next one. Bytes after the last line end are a line too. Holds max_bytes and a block at most.
  Event Next(std::string& line);

 private:
  // Adds what can be read. kLine: something was added.
  Event Fill();

  const int fd_;
  const int stop_fd_;
  const size_t max_bytes_;
  std::string buffer_;
  size_t searched_ = 0;    // bytes of buffer_ that hold no line end
  bool skipping_ = false;  // within a line that is too long
  bool ended_ = false;
};

// Any thread. Owns no descriptor; `stop_fd` as above.
class LineWriter {
 public:
  LineWriter(int fd, int stop_fd) : fd_(fd), stop_fd_(stop_fd) {}

  // Writes `line` and a line end, whole before the next one; waits for as long as the reader takes nothing. False: the
  // other end is gone or the process is to stop, and nothing more is written from then on.
  bool Write(absl::string_view line);
  bool broken() const;

 private:
  bool WriteAll(absl::string_view bytes);

  const int fd_;
  const int stop_fd_;
  mutable std::mutex mutex_;
  bool broken_ = false;  // guarded by mutex_
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_LINE_IO_H_
