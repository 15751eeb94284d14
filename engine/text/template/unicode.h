// Text as Python sees it: a sequence of code points. All strings are valid UTF-8; a stray byte counts as one character.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_UNICODE_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_UNICODE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ferro::jinja {

// Decodes the character at `*position` (which must be inside `text`) and moves the position behind it.
char32_t NextCodePoint(absl::string_view text, size_t* position);
void AppendCodePoint(char32_t c, std::string* out);

size_t CodePointCount(absl::string_view text);
// Byte offset of each character, and of the end: CodePointCount + 1 entries.
std::vector<size_t> CodePointOffsets(absl::string_view text);

bool IsSpace(char32_t c);  // str.isspace: Unicode whitespace and the separators 0x1c to 0x1f
bool IsPrintable(char32_t c);
bool IsCased(char32_t c);
bool IsUppercase(char32_t c);

absl::string_view StripLeft(absl::string_view text);
absl::string_view StripRight(absl::string_view text);
inline absl::string_view Strip(absl::string_view text) { return StripLeft(StripRight(text)); }
// Strips any of the characters of `set`.
absl::string_view StripLeft(absl::string_view text, absl::string_view set);
absl::string_view StripRight(absl::string_view text, absl::string_view set);

// str.lower, upper, title, capitalize, with the full mappings of Unicode (ß -> SS, final sigma).
std::string ToLower(absl::string_view text);
std::string ToUpper(absl::string_view text);
std::string ToTitle(absl::string_view text);
std::string Capitalize(absl::string_view text);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_UNICODE_H_
