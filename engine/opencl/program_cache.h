// Built programs on disk, so that a driver compiles them once and not at every start.
//
// One file a program: docs/formats.md has the layout. Nothing here is needed for a right answer, so nothing here fails
// a build: what cannot be read, is torn, or belongs to another user or build is not there, and gets replaced.
// Thread-safe, and safe between processes: files appear whole, by rename.
#ifndef FERRO_ENGINE_OPENCL_PROGRAM_CACHE_H_
#define FERRO_ENGINE_OPENCL_PROGRAM_CACHE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace ferro::opencl {

class ProgramCache {
 public:
  static constexpr int64_t kMaxBytes = int64_t{64} << 20;

  // $XDG_CACHE_HOME/ferro/programs, by default under ~/.cache. Empty: neither variable is set, so there is no cache.
  static std::string DefaultFolder();

  // The key of a program: 64 hexadecimal digits, the SHA-256 of all that its binary depends on. The order counts.
  static std::string Key(absl::Span<const absl::string_view> parts);

  // The folder is made when the first program is stored. Files beyond `max_bytes` together are dropped, those first
  // that were not used for longest.
  explicit ProgramCache(std::string folder, int64_t max_bytes = kMaxBytes);

  // The binary stored under `key`, if it is there and whole.
  std::optional<std::string> Load(const std::string& key) const;

  // Replaces what is stored under `key`. An error (no space, a folder that cannot be written) leaves that as it was.
  absl::Status Store(const std::string& key, absl::string_view binary) const;

  // Drops the entry, for instance because the driver refuses it.
  void Remove(const std::string& key) const;

  // The file of a key, there or not.
  std::string Path(const std::string& key) const;

 private:
  void DropOldest() const;

  const std::string folder_;
  const int64_t max_bytes_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_PROGRAM_CACHE_H_
