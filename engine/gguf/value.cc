#include "engine/gguf/value.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

constexpr size_t kTextPreviewBytes = 120;

// Files are little-endian, and so is every machine that this engine runs on.
template <class T>
T Load(absl::Span<const uint8_t> raw, uint64_t i) {
  T value;
  std::memcpy(&value, raw.data() + i * sizeof(T), sizeof(T));
  return value;
}

}  // namespace

std::string ValueTypeName(ValueType type) {
  static constexpr const char* kNames[] = {"u8",   "i8",     "u16",   "i16", "u32", "i32", "f32",
                                           "bool", "string", "array", "u64", "i64", "f64"};
  const int32_t id = static_cast<int32_t>(type);
  return id >= 0 && id <= 12 ? kNames[id] : absl::StrCat("value type ", id);
}

int ValueTypeBytes(ValueType type) {
  static constexpr int kBytes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  const int32_t id = static_cast<int32_t>(type);
  return id >= 0 && id <= 12 ? kBytes[id] : 0;
}

Value Value::Numbers(ValueType element, bool is_array, uint64_t count, absl::Span<const uint8_t> raw) {
  Value value;
  value.element_ = element;
  value.is_array_ = is_array;
  value.count_ = count;
  value.raw_ = raw;
  return value;
}

Value Value::String(absl::string_view text) {
  Value value;
  value.element_ = ValueType::kString;
  value.count_ = 1;
  value.text_ = text;
  return value;
}

Value Value::StringArray(std::vector<absl::string_view> texts) {
  Value value;
  value.element_ = ValueType::kString;
  value.is_array_ = true;
  value.count_ = texts.size();
  value.texts_ = std::move(texts);
  return value;
}

std::string Value::TypeName() const {
  return is_array_ ? absl::StrCat("array of ", ValueTypeName(element_)) : ValueTypeName(element_);
}

absl::Status Value::Mismatch(absl::string_view expected) const {
  return absl::InvalidArgumentError(absl::StrCat("is ", TypeName(), ", expected ", expected));
}

absl::StatusOr<int64_t> Value::IntAt(uint64_t i) const {
  switch (element_) {
    case ValueType::kU8:
      return Load<uint8_t>(raw_, i);
    case ValueType::kI8:
      return Load<int8_t>(raw_, i);
    case ValueType::kU16:
      return Load<uint16_t>(raw_, i);
    case ValueType::kI16:
      return Load<int16_t>(raw_, i);
    case ValueType::kU32:
      return Load<uint32_t>(raw_, i);
    case ValueType::kI32:
      return Load<int32_t>(raw_, i);
    case ValueType::kI64:
      return Load<int64_t>(raw_, i);
    case ValueType::kU64: {
      const uint64_t value = Load<uint64_t>(raw_, i);
      if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
        return absl::InvalidArgumentError(absl::StrCat("is ", value, ", the limit is 2^63 - 1"));
      }
      return static_cast<int64_t>(value);
    }
    default:
      return Mismatch("an integer");
  }
}

absl::StatusOr<uint64_t> Value::UintAt(uint64_t i) const {
  if (element_ == ValueType::kU64) return Load<uint64_t>(raw_, i);
  const absl::StatusOr<int64_t> value = IntAt(i);
  if (!value.ok()) return value.status();
  if (*value < 0) return absl::InvalidArgumentError(absl::StrCat("is ", *value, ", expected 0 or more"));
  return static_cast<uint64_t>(*value);
}

absl::StatusOr<float> Value::FloatAt(uint64_t i) const {
  if (element_ == ValueType::kF32) return Load<float>(raw_, i);
  if (element_ != ValueType::kF64) return Mismatch("a float");
  const double value = Load<double>(raw_, i);
  if (std::isfinite(value) && std::fabs(value) > std::numeric_limits<float>::max()) {
    return absl::InvalidArgumentError(absl::StrCat("is ", value, ", beyond the range of f32"));
  }
  return static_cast<float>(value);
}

absl::StatusOr<bool> Value::BoolAt(uint64_t i) const {
  if (element_ != ValueType::kBool) return Mismatch("a bool");
  return raw_[i] != 0;
}

absl::StatusOr<absl::string_view> Value::StringAt(uint64_t i) const {
  if (element_ != ValueType::kString) return Mismatch("a string");
  return is_array_ ? texts_[i] : text_;
}

absl::StatusOr<absl::Span<const absl::string_view>> Value::Strings() const {
  if (element_ != ValueType::kString || !is_array_) return Mismatch("an array of strings");
  return absl::MakeConstSpan(texts_);
}

std::string Value::ItemText(uint64_t i) const {
  switch (element_) {
    case ValueType::kString: {
      const absl::string_view text = is_array_ ? texts_[i] : text_;
      return absl::StrCat("\"", absl::Utf8SafeCHexEscape(text.substr(0, kTextPreviewBytes)), "\"",
                          text.size() > kTextPreviewBytes ? absl::StrCat("... (", text.size(), " bytes)") : "");
    }
    case ValueType::kBool:
      return raw_[i] != 0 ? "true" : "false";
    case ValueType::kF32:
      return absl::StrCat(Load<float>(raw_, i));
    case ValueType::kF64:
      return absl::StrCat(Load<double>(raw_, i));
    case ValueType::kU64:
      return absl::StrCat(Load<uint64_t>(raw_, i));
    default: {
      const absl::StatusOr<int64_t> value = IntAt(i);
      return value.ok() ? absl::StrCat(*value) : std::string(value.status().message());
    }
  }
}

std::string Value::ToText(int max_items) const {
  if (!is_array_) return ItemText(0);
  std::string text = absl::StrCat("[", count_, " ", ValueTypeName(element_), "]");
  const uint64_t shown = std::min<uint64_t>(count_, static_cast<uint64_t>(std::max(max_items, 0)));
  for (uint64_t i = 0; i < shown; ++i) absl::StrAppend(&text, i == 0 ? " " : ", ", ItemText(i));
  if (shown < count_) absl::StrAppend(&text, shown == 0 ? " ..." : ", ...");
  return text;
}

}  // namespace ferro
