// The character classes of the byte-level BPE pre-tokenizer, by Unicode 16.0 general category.
#ifndef FERRO_ENGINE_TEXT_CHAR_CLASS_H_
#define FERRO_ENGINE_TEXT_CHAR_CLASS_H_

#include <array>
#include <cstdint>

namespace ferro {

// A code point has exactly one class. kLineBreak (CR, LF) is the part of white space that the splitting rules single
// out; marks, controls, private-use and unassigned code points are kOther.
enum class CharClass : uint8_t { kOther = 0, kLetter, kNumber, kSpace, kLineBreak };

inline bool IsWhiteSpace(CharClass c) { return c >= CharClass::kSpace; }

// Two-stage table: a page of 256 classes for each 256 code points, equal pages shared (50 KB).
class CharClassTable {
 public:
  // Built once, on first use; thread-safe.
  static const CharClassTable& Get();

  // `c` must be at most U+10FFFF.
  CharClass operator[](char32_t c) const { return pages_[page_of_[c >> 8]][c & 0xFF]; }

 private:
  static constexpr int kPageCount = 0x110000 / 256;
  static constexpr int kMaxDistinctPages = 160;
  using Page = std::array<CharClass, 256>;

  CharClassTable();

  std::array<uint16_t, kPageCount> page_of_;
  std::array<Page, kMaxDistinctPages> pages_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_CHAR_CLASS_H_
