// UTF-8: checking input, cutting a byte stream at character boundaries, repairing output.
// Well-formed means RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. All functions are pure.
#ifndef FERRO_BASE_UTF8_H_
#define FERRO_BASE_UTF8_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace ferro {

inline constexpr absl::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

enum class Utf8Kind {
  kComplete,    // one well-formed character
  kIncomplete,  // the text ends inside a sequence that more bytes could still complete
  kInvalid,     // no continuation can make these bytes well-formed
};

struct Utf8Piece {
  Utf8Kind kind;
  // Bytes covered, at least 1. For kInvalid and kIncomplete the maximal well-formed start of a sequence, which is what
  // one U+FFFD stands for (the practice that the Unicode standard and the WHATWG decoder recommend).
  size_t size;
};

// Classifies the front of `text`, which must not be empty.
Utf8Piece InspectUtf8(absl::string_view text);

// Length of the longest well-formed prefix: text.size() if all of it is.
size_t ValidUtf8Prefix(absl::string_view text);
inline bool IsValidUtf8(absl::string_view text) { return ValidUtf8Prefix(text) == text.size(); }
// Well-formed and without NUL bytes: what a name must be to appear in logs, messages and JSON.
inline bool IsPlainUtf8(absl::string_view text) {
  return IsValidUtf8(text) && text.find('\0') == absl::string_view::npos;
}

// Appends the characters of `bytes`, each malformed piece replaced by one U+FFFD. An incomplete tail is left out unless
// `flush`; returns how many bytes of the front were consumed.
size_t AppendRepairedUtf8(absl::string_view bytes, bool flush, std::string* out);

struct DecodedChar {
  char32_t value;
  int size;  // bytes, 1 to 4
};

// The character at `p`, which must be the first byte of a well-formed sequence.
inline DecodedChar DecodeValidUtf8(const char* p) {
  const auto byte = [p](int i) { return static_cast<char32_t>(static_cast<unsigned char>(p[i])); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (lead < 0xF0) return {(lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F), 4};
}

// `value` must be a Unicode scalar value.
void AppendUtf8(char32_t value, std::string* out);

}  // namespace ferro

#endif  // FERRO_BASE_UTF8_H_
