#include "router/api/field_reader.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"

namespace ferro::router {
namespace {

// An integer, also when written 1.0. nullopt: not one, or beyond 64 bits.
std::optional<int64_t> AsInt(const Json& value) {
  if (value.is_number_unsigned()) {
    const uint64_t number = value.get<uint64_t>();
    if (number > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return std::nullopt;
    return static_cast<int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<int64_t>();
  // 2^63 is the first double that no int64 reaches.
  const double number = value.get<double>();
  if (number != std::trunc(number) || number < -0x1p63 || number >= 0x1p63) return std::nullopt;
  return static_cast<int64_t>(number);
}

absl::Status OutOfRange(const std::string& key, const Json& value, const std::string& range) {
  return InvalidField(key, absl::StrCat("Field '", key, "': value must be ", range, ", but is ", DumpJson(value)));
}

}  // namespace

const Json* FindField(const Json& object, absl::string_view key) {
  const auto it = object.find(std::string(key));
  return it == object.end() || it->is_null() ? nullptr : &*it;
}

absl::Status WrongType(const std::string& param, absl::string_view expected, const Json& value) {
  return InvalidField(param,
                      absl::StrCat("Field '", param, "': type must be ", expected, ", but is ", value.type_name()));
}

absl::StatusOr<std::optional<bool>> ReadBool(const Json& object, const std::string& key) {
  const Json* value = FindField(object, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) return WrongType(key, "boolean", *value);
  return value->get<bool>();
}

absl::StatusOr<std::optional<std::string>> ReadString(const Json& object, const std::string& key) {
  const Json* value = FindField(object, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) return WrongType(key, "string", *value);
  return value->get<std::string>();
}

absl::StatusOr<std::optional<double>> ReadNumber(const Json& object, const std::string& key, double min, double max) {
  const Json* value = FindField(object, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) return WrongType(key, "number", *value);
  const double number = value->get<double>();
  if (number >= min && number <= max) return number;
  const bool open = max == std::numeric_limits<double>::max();
  return OutOfRange(key, *value, open ? absl::StrCat("at least ", min) : absl::StrCat("in [", min, ", ", max, "]"));
}

absl::StatusOr<std::optional<int64_t>> ReadInt(const Json& object, const std::string& key, int64_t min, int64_t max) {
  const Json* value = FindField(object, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) return WrongType(key, "number", *value);
  const std::optional<int64_t> number = AsInt(*value);
  if (!number) return OutOfRange(key, *value, "an integer of 64 bits");
  if (*number >= min && *number <= max) return number;
  const bool open = max == std::numeric_limits<int64_t>::max();
  return OutOfRange(key, *value, open ? absl::StrCat("at least ", min) : absl::StrCat("in [", min, ", ", max, "]"));
}

absl::StatusOr<std::vector<int32_t>> ReadTokenIds(const Json& value, const std::string& param) {
  if (!value.is_array()) return WrongType(param, "array", value);
  std::vector<int32_t> ids;
  ids.reserve(value.size());
  for (size_t i = 0; i < value.size(); ++i) {
    const std::string path = absl::StrCat(param, "[", i, "]");
    if (!value[i].is_number()) return WrongType(path, "number", value[i]);
    const std::optional<int64_t> id = AsInt(value[i]);
    if (!id || *id < 0 || *id > std::numeric_limits<int32_t>::max()) {
      return OutOfRange(path, value[i], "a token id (an integer from 0)");
    }
    ids.push_back(static_cast<int32_t>(*id));
  }
  return ids;
}

}  // namespace ferro::router
