// Character properties as tables, in ascending order; unicode.h is their interface.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_UNICODE_DATA_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_UNICODE_DATA_H_

#include <cstddef>
#include <cstdint>

namespace ferro::jinja {

struct CodePointRange {
  char32_t first, last;
};
// Every `step`-th character from `first` to `last` maps to itself plus `delta`.
struct CaseRun {
  char32_t first, last;
  uint32_t step;
  int32_t delta;
};
// A character whose other case is several characters (UTF-8).
struct SpecialCase {
  char32_t from;
  const char* to;
};

extern const CodePointRange kPrintable[], kCased[], kUppercase[], kCaseIgnorable[];
extern const size_t kPrintableCount, kCasedCount, kUppercaseCount, kCaseIgnorableCount;
extern const CaseRun kLower[], kUpper[], kTitle[];
extern const size_t kLowerCount, kUpperCount, kTitleCount;
extern const SpecialCase kLowerSpecial[], kUpperSpecial[], kTitleSpecial[];
extern const size_t kLowerSpecialCount, kUpperSpecialCount, kTitleSpecialCount;

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_UNICODE_DATA_H_
