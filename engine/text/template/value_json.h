// JSON text into template values.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_VALUE_JSON_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_VALUE_JSON_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// Parses one JSON value that must fill `text`. Key order is kept (a repeated key keeps its first place and its last
// value), integers of any length stay exact, and 1.0 stays a float and prints as 1.0.
// kInvalidArgument with the byte offset: malformed text, invalid UTF-8, a float beyond the range of float64, nesting
// deeper than base/json.h allows.
absl::StatusOr<Value> ValueFromJson(absl::string_view text);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_VALUE_JSON_H_
