// A download in progress: PATH.part holds the bytes, PATH.part.json whose bytes they are.
#ifndef FERRO_TOOLS_FERRO_FETCH_PART_FILE_H_
#define FERRO_TOOLS_FERRO_FETCH_PART_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace ferro {

// Survives any end of the process; one process at a time. Not thread-safe.
class PartFile {
 public:
  // Opens or makes the part of the file `path`, whose folder must exist. What an earlier run left counts only if it
  // came from the same address and carried a validator (see Validator); else it starts empty. kUnavailable: another
  // process is downloading this file. Otherwise errors of the file system with its path.
  static absl::StatusOr<std::unique_ptr<PartFile>> Open(const std::string& path, const std::string& url);

  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return part_path_; }
  int64_t size() const { return size_; }

  // The strong ETag or the date of the bytes that are there, as If-Range takes it; empty when there are none.
  const std::string& validator() const { return validator_; }

  // Empties it and remembers whose bytes follow. An empty validator makes the part useless to a later run.
  absl::Status Restart(const std::string& validator);

  // kResourceExhausted: the disk or the limit on file sizes is full; what was written before stays.
  absl::Status Append(const char* data, size_t bytes);

  // Free bytes on the file system for this user; -1 when it does not say.
  int64_t FreeBytes() const;

  // Makes the part the file: synced, then renamed over `path`. Call once, last.
  absl::Status Commit();

  // Deletes the part: its bytes are known to be wrong. Call once, last.
  void Discard();

 private:
  PartFile(std::string path, std::string url, int file);
  absl::Status Truncate();
  void ReadMeta();
  std::string MetaPath() const { return part_path_ + ".json"; }

  std::string path_;
  std::string part_path_;
  std::string url_;
  int file_;
  int64_t size_ = 0;
  std::string validator_;
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_FETCH_PART_FILE_H_
