// One metadata value of a GGUF file: a scalar, a string, or an array of either.
#ifndef FERRO_ENGINE_GGUF_VALUE_H_
#define FERRO_ENGINE_GGUF_VALUE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace ferro {

// As stored in files.
enum class ValueType : int32_t {
  kU8 = 0,
  kI8 = 1,
  kU16 = 2,
  kI16 = 3,
  kU32 = 4,
  kI32 = 5,
  kF32 = 6,
  kBool = 7,
  kString = 8,
  kArray = 9,
  kU64 = 10,
  kI64 = 11,
  kF64 = 12,
};

// "u32", "string", ...; "value type 99" outside the enumeration.
std::string ValueTypeName(ValueType type);

// Bytes of a fixed-size value; 0 for strings, arrays and ids outside the enumeration.
int ValueTypeBytes(ValueType type);

// A view: points into the bytes of the file it was parsed from, which must outlive it. Immutable.
// The ...At readers convert between widths but never between kinds: integers of any width that fit, f32 and f64 for
// floats (an f64 is rounded), bool only for bool. kInvalidArgument says which type was found; REQUIRES i < size().
class Value {
 public:
  // `raw` holds `count` little-endian values of fixed-size type `element`.
  static Value Numbers(ValueType element, bool is_array, uint64_t count, absl::Span<const uint8_t> raw);
  static Value String(absl::string_view text);
  static Value StringArray(std::vector<absl::string_view> texts);

  bool is_array() const { return is_array_; }
  ValueType element_type() const { return element_; }  // of a scalar: its type
  uint64_t size() const { return count_; }             // elements; 1 for a scalar
  std::string TypeName() const;                        // "u32", "array of i32"

  absl::StatusOr<int64_t> IntAt(uint64_t i) const;
  absl::StatusOr<uint64_t> UintAt(uint64_t i) const;
  absl::StatusOr<float> FloatAt(uint64_t i) const;
  absl::StatusOr<bool> BoolAt(uint64_t i) const;
  // The text as stored: possibly empty, possibly not UTF-8.
  absl::StatusOr<absl::string_view> StringAt(uint64_t i) const;
  // All texts of a string array.
  absl::StatusOr<absl::Span<const absl::string_view>> Strings() const;

  // For people: scalars as they are, strings quoted and escaped, of arrays the size and the first `max_items`.
  std::string ToText(int max_items = 8) const;

 private:
  absl::Status Mismatch(absl::string_view expected) const;
  std::string ItemText(uint64_t i) const;

  ValueType element_ = ValueType::kU8;
  bool is_array_ = false;
  uint64_t count_ = 0;
  absl::Span<const uint8_t> raw_;         // numbers
  absl::string_view text_;                // a scalar string
  std::vector<absl::string_view> texts_;  // a string array
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_VALUE_H_
