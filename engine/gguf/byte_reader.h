// A cursor over untrusted bytes: every read is bounded, no length is believed before it is compared with what is left.
#ifndef FERRO_ENGINE_GGUF_BYTE_READER_H_
#define FERRO_ENGINE_GGUF_BYTE_READER_H_

#include <cstdint>
#include <cstring>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace ferro {

// Little-endian, like the machines that we run on. kInvalidArgument names the byte offset and what was being read.
class ByteReader {
 public:
  explicit ByteReader(absl::Span<const uint8_t> bytes) : bytes_(bytes) {}

  uint64_t position() const { return position_; }
  uint64_t left() const { return bytes_.size() - position_; }

  template <class T>
  absl::StatusOr<T> Read(absl::string_view what) {
    const absl::StatusOr<absl::Span<const uint8_t>> raw = ReadBytes(sizeof(T), what);
    if (!raw.ok()) return raw.status();
    T value;
    std::memcpy(&value, raw->data(), sizeof(T));
    return value;
  }

  absl::StatusOr<absl::Span<const uint8_t>> ReadBytes(uint64_t count, absl::string_view what) {
    if (count > left()) {
      return absl::InvalidArgumentError(
          absl::StrCat("truncated at byte ", position_, ": ", what, " needs ", count, " bytes, ", left(), " are left"));
    }
    const absl::Span<const uint8_t> raw = bytes_.subspan(position_, count);
    position_ += count;
    return raw;
  }

  // A u64 length and that many bytes. The view points into the bytes read.
  absl::StatusOr<absl::string_view> ReadString(uint64_t max_bytes, absl::string_view what) {
    const absl::StatusOr<uint64_t> length = Read<uint64_t>(what);
    if (!length.ok()) return length.status();
    if (*length > max_bytes) {
      return absl::InvalidArgumentError(
          absl::StrCat("at byte ", position_, ": ", what, " claims ", *length, " bytes, the limit is ", max_bytes));
    }
    const absl::StatusOr<absl::Span<const uint8_t>> raw = ReadBytes(*length, what);
    if (!raw.ok()) return raw.status();
    return absl::string_view(reinterpret_cast<const char*>(raw->data()), raw->size());
  }

 private:
  absl::Span<const uint8_t> bytes_;
  uint64_t position_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_BYTE_READER_H_
