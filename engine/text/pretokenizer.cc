#include "engine/text/pretokenizer.h"

#include <cstring>

#include "base/utf8.h"

namespace ferro {
namespace {

struct ClassifiedChar {
  CharClass type;
  int size;  // bytes
};

inline ClassifiedChar Classify(const CharClassTable& classes, const char* p) {
  const DecodedChar c = DecodeValidUtf8(p);
  return {classes[c.value], c.size};
}

constexpr char AsciiLower(char c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; }

// Alternative 1; `p` is at an apostrophe. Null if none matches.
const char* EndOfContraction(const char* p, const char* end) {
  const auto left = end - p;
  if (left < 2) return nullptr;
  const char first = AsciiLower(p[1]);
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return p + 2;
  if (left < 3) return nullptr;
  if (std::memcmp(p + 1, "\xC5\xBF", 2) == 0) return p + 3;  // U+017F LATIN SMALL LETTER LONG S
  const char second = AsciiLower(p[2]);
  if ((first == 'r' || first == 'v') && second == 'e') return p + 3;
  return first == 'l' && second == 'l' ? p + 3 : nullptr;
}

}  // namespace

const char* WordSplitter::Skip(CharClass wanted, const char* p, const char* end) const {
  while (p < end) {
    const ClassifiedChar c = Classify(classes_, p);
    if (c.type != wanted) break;
    p += c.size;
  }
  return p;
}

const char* WordSplitter::EndOfWord(const char* begin, const char* end) const {
  if (*begin == '\'') {
    if (const char* stop = EndOfContraction(begin, end)) return stop;
  }
  const ClassifiedChar first = Classify(classes_, begin);
  const char* const next = begin + first.size;
  if (first.type == CharClass::kLetter) return Skip(CharClass::kLetter, next, end);
  if (first.type == CharClass::kNumber) {
    const char* p = next;
    for (int i = 1; i < 3 && p < end; ++i) {
      const ClassifiedChar c = Classify(classes_, p);
      if (c.type != CharClass::kNumber) break;
      p += c.size;
    }
    return p;
  }
  const CharClass following = next < end ? Classify(classes_, next).type : CharClass::kLineBreak;
  if (first.type != CharClass::kLineBreak && following == CharClass::kLetter) {
    return Skip(CharClass::kLetter, next, end);
  }
  if (first.type == CharClass::kOther || (*begin == ' ' && following == CharClass::kOther)) {
    return Skip(CharClass::kLineBreak, Skip(CharClass::kOther, next, end), end);
  }
  return EndOfWhiteSpace(begin, end);
}

// Alternatives 5 to 7. The part of a run after its last line break is looked at twice, no character more often.
const char* WordSplitter::EndOfWhiteSpace(const char* begin, const char* end) const {
  const char* p = begin;
  const char* last = begin;  // start of the run's last character
  const char* after_line_break = nullptr;
  while (p < end) {
    const ClassifiedChar c = Classify(classes_, p);
    if (!IsWhiteSpace(c.type)) break;
    last = p;
    p += c.size;
    if (c.type == CharClass::kLineBreak) after_line_break = p;
  }
  if (after_line_break != nullptr) return after_line_break;
  return p < end && last > begin ? last : p;
}

}  // namespace ferro
