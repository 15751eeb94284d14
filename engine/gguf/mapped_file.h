// A whole file mapped read-only.
#ifndef FERRO_ENGINE_GGUF_MAPPED_FILE_H_
#define FERRO_ENGINE_GGUF_MAPPED_FILE_H_

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace ferro {

// Owns the mapping and the descriptor. Thread-safe once opened.
//
// No mapping can protect against a file that shrinks: reading a page past the new end raises SIGBUS. Model files are
// therefore replaced by rename, never rewritten in place; CheckUnchanged tells before a long read whether that held.
class MappedFile {
 public:
  // The error of open(2) as a Status (kNotFound, kPermissionDenied, ...); kInvalidArgument: not a regular file.
  static absl::StatusOr<std::unique_ptr<MappedFile>> Open(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  absl::Span<const uint8_t> bytes() const { return bytes_; }

  // kFailedPrecondition: size or modification time of the mapped file changed since Open, or the path now names
  // another file (the mapping then still shows the old one, whole). A path that is gone is fine.
  absl::Status CheckUnchanged() const;

 private:
  MappedFile(std::string path, int fd, const struct stat& opened) : path_(std::move(path)), fd_(fd), opened_(opened) {}

  const std::string path_;
  const int fd_;
  const struct stat opened_;
  absl::Span<const uint8_t> bytes_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_MAPPED_FILE_H_
