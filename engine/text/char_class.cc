#include "engine/text/char_class.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace ferro {
namespace {

struct CodePointRange {
  char32_t first, last;
};

#include "engine/text/unicode_ranges.inc"

// Unicode White_Space less CR and LF; stable since Unicode 6.3.
constexpr CodePointRange kSpaceRanges[] = {{0x09, 0x09},     {0x0B, 0x0C},     {0x20, 0x20},     {0x85, 0x85},
                                           {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029},
                                           {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
constexpr CodePointRange kLineBreakRanges[] = {{0x0A, 0x0A}, {0x0D, 0x0D}};

}  // namespace

const CharClassTable& CharClassTable::Get() {
  static const CharClassTable* const table = new CharClassTable;  // never destroyed: usable during exit
  return *table;
}

CharClassTable::CharClassTable() {
  std::vector<CharClass> flat(0x110000, CharClass::kOther);
  const auto fill = [&flat](const auto& ranges, CharClass value) {
    for (const CodePointRange& r : ranges) std::fill(flat.begin() + r.first, flat.begin() + r.last + 1, value);
  };
  fill(kLetterRanges, CharClass::kLetter);
  fill(kNumberRanges, CharClass::kNumber);
  fill(kSpaceRanges, CharClass::kSpace);
  fill(kLineBreakRanges, CharClass::kLineBreak);

  int n_pages = 0;
  for (int i = 0; i < kPageCount; ++i) {
    Page page;
    std::copy_n(flat.begin() + i * 256, 256, page.begin());
    const int found = std::find(pages_.begin(), pages_.begin() + n_pages, page) - pages_.begin();
    if (found == n_pages) {
      if (n_pages == kMaxDistinctPages) std::abort();  // the generated ranges grew: raise the constant
      pages_[n_pages++] = page;
    }
    page_of_[i] = static_cast<uint16_t>(found);
  }
}

}  // namespace ferro
