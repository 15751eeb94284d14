// Values as text: Python's str() and repr(), and JSON as json.dumps writes it.
//
// Floats are written with the fewest digits that read back to the same number, in Python's spelling (1.0, 1e-07,
// 1e+16). All fail with kInvalidArgument when the text would pass kMaxTextBytes.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_PYTHON_TEXT_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_PYTHON_TEXT_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// What `{{ value }}` prints.
absl::StatusOr<std::string> Str(const Value& value);
// What a value looks like inside a printed list: text quoted and escaped.
absl::StatusOr<std::string> Repr(const Value& value);
std::string FloatRepr(double value);

struct JsonStyle {
  bool ensure_ascii = false;
  bool sort_keys = false;
  std::optional<std::string> indent;  // the text of one level; unset: everything in one line
  std::string item_separator = ", ";  // "," when an indent is set and the caller named no separators
  std::string key_separator = ": ";
};

// json.dumps, not Jinja's own `tojson`: key order kept, nothing escaped for HTML. kInvalidArgument for what JSON lacks
// (undefined, functions, namespaces, iterators).
absl::StatusOr<std::string> ToJson(const Value& value, const JsonStyle& style = {});

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_PYTHON_TEXT_H_
