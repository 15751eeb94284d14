// Number and string literals of the template language.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_LITERALS_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_LITERALS_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro::jinja {

struct NumberLiteral {
  size_t length = 0;  // bytes of the source
  bool is_float = false;
  std::string text;  // decimal digits, or the spelling of a float, without underscores
};
// The longest number at the start of `text`, which begins with a digit: decimal, 0x, 0o, 0b (up to 64 bits), float.
NumberLiteral ScanNumber(absl::string_view text, bool allow_float);

// Resolves backslash escapes as Python does; unknown ones stay as they are. kInvalidArgument: a truncated escape, half
// of a surrogate pair, or a character by name (\N{...}).
absl::StatusOr<std::string> Unescape(absl::string_view text);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_LITERALS_H_
