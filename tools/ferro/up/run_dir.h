// The folder for the sockets of one running stack.
#ifndef FERRO_TOOLS_FERRO_UP_RUN_DIR_H_
#define FERRO_TOOLS_FERRO_UP_RUN_DIR_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro {

// A fresh private folder (mode 0700), removed with its files on destruction. A lock marks it as in use, so that the
// next stack clears away what a killed one has left.
class RunDir {
 public:
  // In RuntimeFolder(). Errors name the folder. kFailedPrecondition: the folder belongs to somebody else.
  static absl::StatusOr<std::unique_ptr<RunDir>> Create();

  // The same under a parent of the caller's choice, which is made if missing.
  static absl::StatusOr<std::unique_ptr<RunDir>> CreateIn(const std::string& parent);

  ~RunDir();
  RunDir(const RunDir&) = delete;
  RunDir& operator=(const RunDir&) = delete;

  const std::string& path() const { return path_; }

  // path()/NAME.sock. kInvalidArgument: longer than a Unix socket's name may be (107 bytes); the remedy is a shorter
  // XDG_RUNTIME_DIR.
  absl::StatusOr<std::string> SocketPath(absl::string_view name) const;

 private:
  RunDir(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_;  // descriptor that holds the lock
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_RUN_DIR_H_
