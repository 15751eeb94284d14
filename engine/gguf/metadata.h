// The key/value table of a GGUF file with typed access.
#ifndef FERRO_ENGINE_GGUF_METADATA_H_
#define FERRO_ENGINE_GGUF_METADATA_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/gguf/value.h"

namespace ferro {

// Keys in file order, each once. Keys and values are views into the file's bytes. Const use is thread-safe.
//
// Every Get... returns kNotFound when the key is absent and kInvalidArgument when it holds something else (see Value
// for what converts); messages name the key and what was found. Every Get...Or returns the default when the key is
// absent, and still an error when it holds something else: a damaged file must not look like an old one.
class Metadata {
 public:
  struct Entry {
    absl::string_view key;
    Value value;
  };

  // kInvalidArgument: an empty or repeated key, one with a NUL byte, or one that is not UTF-8.
  absl::Status Add(absl::string_view key, Value value);

  absl::Span<const Entry> entries() const { return entries_; }
  const Value* Find(absl::string_view key) const;  // nullptr if absent
  bool Has(absl::string_view key) const { return Find(key) != nullptr; }
  bool IsArray(absl::string_view key) const;  // false if absent

  absl::StatusOr<uint32_t> GetU32(absl::string_view key) const;
  absl::StatusOr<int64_t> GetI64(absl::string_view key) const;
  absl::StatusOr<float> GetF32(absl::string_view key) const;
  absl::StatusOr<bool> GetBool(absl::string_view key) const;
  absl::StatusOr<absl::string_view> GetString(absl::string_view key) const;

  absl::StatusOr<uint32_t> GetU32Or(absl::string_view key, uint32_t absent) const;
  absl::StatusOr<int64_t> GetI64Or(absl::string_view key, int64_t absent) const;
  absl::StatusOr<float> GetF32Or(absl::string_view key, float absent) const;
  absl::StatusOr<bool> GetBoolOr(absl::string_view key, bool absent) const;
  absl::StatusOr<absl::string_view> GetStringOr(absl::string_view key, absl::string_view absent) const;

  // Arrays. A scalar is kInvalidArgument (ask IsArray where both occur). Numbers are copied, texts are not: the span
  // lives as long as this table.
  absl::StatusOr<std::vector<int64_t>> GetIntArray(absl::string_view key) const;
  absl::StatusOr<std::vector<float>> GetFloatArray(absl::string_view key) const;
  absl::StatusOr<std::vector<bool>> GetBoolArray(absl::string_view key) const;
  absl::StatusOr<absl::Span<const absl::string_view>> GetStringArray(absl::string_view key) const;

 private:
  absl::StatusOr<const Value*> Scalar(absl::string_view key) const;
  absl::StatusOr<const Value*> Array(absl::string_view key) const;

  std::vector<Entry> entries_;
  absl::flat_hash_map<absl::string_view, size_t> index_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_METADATA_H_
