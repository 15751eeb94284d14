// Typed reading of JSON request fields. Absent and null both give nullopt; a wrong type names the field.
#ifndef FERRO_ROUTER_API_FIELD_READER_H_
#define FERRO_ROUTER_API_FIELD_READER_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/json.h"

namespace ferro::router {

// The member `key` of `object`, or null if absent or JSON null.
const Json* FindField(const Json& object, absl::string_view key);

// kInvalidArgument with `param`: "Field 'KEY': type must be EXPECTED, but is TYPE".
absl::Status WrongType(const std::string& param, absl::string_view expected, const Json& value);

absl::StatusOr<std::optional<bool>> ReadBool(const Json& object, const std::string& key);
absl::StatusOr<std::optional<std::string>> ReadString(const Json& object, const std::string& key);
// Also checks the range, bounds included.
absl::StatusOr<std::optional<double>> ReadNumber(const Json& object, const std::string& key,
                                                 double min = std::numeric_limits<double>::lowest(),
                                                 double max = std::numeric_limits<double>::max());
// `1.0` is an integer, `1.5` is not.
absl::StatusOr<std::optional<int64_t>> ReadInt(const Json& object, const std::string& key,
                                               int64_t min = std::numeric_limits<int64_t>::min(),
                                               int64_t max = std::numeric_limits<int64_t>::max());
// An array of token ids: integers of 0 to 2^31 - 1. `value` is the array itself.
absl::StatusOr<std::vector<int32_t>> ReadTokenIds(const Json& value, const std::string& param);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_FIELD_READER_H_
