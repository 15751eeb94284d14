// JSON as both ends of the wire use it: key order kept, last duplicate wins, strict UTF-8, bounded depth.
#ifndef FERRO_BASE_JSON_H_
#define FERRO_BASE_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

namespace ferro {

using Json = nlohmann::ordered_json;

inline constexpr int kMaxJsonDepth = 128;

// Parses one JSON value that must fill `text` (a UTF-8 byte order mark in front is skipped).
// kInvalidArgument with the byte offset: malformed text, invalid UTF-8, text after the value, or nesting deeper than
// `max_depth`. Numbers beyond 64 bits become doubles; where spelling matters, read with nlohmann's SAX interface.
absl::StatusOr<Json> ParseJson(absl::string_view text, int max_depth = kMaxJsonDepth);

// Compact text, non-ASCII unescaped. Invalid UTF-8 inside strings becomes U+FFFD.
std::string DumpJson(const Json& value);

}  // namespace ferro

#endif  // FERRO_BASE_JSON_H_
