// Writes a file that appears under its name only when complete.
#ifndef FERRO_ENGINE_GGUF_ATOMIC_FILE_H_
#define FERRO_ENGINE_GGUF_ATOMIC_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro {

// A temporary file in the directory of `path`. Destroyed without Commit it vanishes. Thread-compatible, movable.
class AtomicFile {
 public:
  // The error of creating the file: kNotFound (no such directory), kPermissionDenied, ...
  static absl::StatusOr<AtomicFile> Create(const std::string& path);
  ~AtomicFile();
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;

  absl::Status Append(absl::string_view bytes);

  // Makes the bytes durable (fsync of file and directory) and renames the file to `path`, replacing what was there.
  // Blocks for as long as the disk does. Call once, last.
  absl::Status Commit();

 private:
  AtomicFile(std::string path, std::string temporary, int fd)
      : path_(std::move(path)), temporary_(std::move(temporary)), fd_(fd) {}

  std::string path_;
  std::string temporary_;  // empty once renamed
  int fd_;                 // -1 once closed
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_ATOMIC_FILE_H_
