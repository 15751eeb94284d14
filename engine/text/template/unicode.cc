#include "engine/text/template/unicode.h"

#include <algorithm>
#include <iterator>

#include "engine/text/template/unicode_data.h"

namespace ferro::jinja {
namespace {

bool InRanges(char32_t c, const CodePointRange* ranges, size_t n) {
  const CodePointRange* after =
      std::upper_bound(ranges, ranges + n, c, [](char32_t x, const CodePointRange& range) { return x < range.first; });
  return after != ranges && c <= std::prev(after)->last;
}

struct CaseTable {
  const CaseRun* runs;
  size_t n_runs;
  const SpecialCase* special;
  size_t n_special;
};

void AppendMapped(char32_t c, const CaseTable& table, std::string* out) {
  const SpecialCase* special = std::lower_bound(table.special, table.special + table.n_special, c,
                                                [](const SpecialCase& entry, char32_t x) { return entry.from < x; });
  if (special != table.special + table.n_special && special->from == c) {
    out->append(special->to);
    return;
  }
  const CaseRun* after = std::upper_bound(table.runs, table.runs + table.n_runs, c,
                                          [](char32_t x, const CaseRun& run) { return x < run.first; });
  // Runs with step 2 may interleave, so the one that covers `c` can lie a little further back.
  for (int back = 1; back <= 4 && after - table.runs >= back; ++back) {
    const CaseRun& run = *(after - back);
    if (c <= run.last && (c - run.first) % run.step == 0) {
      AppendCodePoint(static_cast<char32_t>(static_cast<int64_t>(c) + run.delta), out);
      return;
    }
  }
  AppendCodePoint(c, out);
}

const CaseTable& LowerTable() {
  static const CaseTable table = {kLower, kLowerCount, kLowerSpecial, kLowerSpecialCount};
  return table;
}
const CaseTable& UpperTable() {
  static const CaseTable table = {kUpper, kUpperCount, kUpperSpecial, kUpperSpecialCount};
  return table;
}
const CaseTable& TitleTable() {
  static const CaseTable table = {kTitle, kTitleCount, kTitleSpecial, kTitleSpecialCount};
  return table;
}

bool IsCaseIgnorable(char32_t c) { return InRanges(c, kCaseIgnorable, kCaseIgnorableCount); }

std::vector<char32_t> Decode(absl::string_view text) {
  std::vector<char32_t> out;
  for (size_t at = 0; at < text.size();) out.push_back(NextCodePoint(text, &at));
  return out;
}

// Greek sigma at the end of a word has a form of its own.
bool IsFinalSigma(const std::vector<char32_t>& text, size_t at) {
  size_t before = at;
  while (before > 0 && IsCaseIgnorable(text[before - 1])) --before;
  if (before == 0 || !IsCased(text[before - 1])) return false;
  size_t after = at + 1;
  while (after < text.size() && IsCaseIgnorable(text[after])) ++after;
  return after == text.size() || !IsCased(text[after]);
}

void AppendLower(const std::vector<char32_t>& text, size_t at, std::string* out) {
  constexpr char32_t kSigma = 0x3A3, kSmallSigma = 0x3C3, kFinalSigma = 0x3C2;
  if (text[at] == kSigma) {
    AppendCodePoint(IsFinalSigma(text, at) ? kFinalSigma : kSmallSigma, out);
  } else {
    AppendMapped(text[at], LowerTable(), out);
  }
}

}  // namespace

char32_t NextCodePoint(absl::string_view text, size_t* position) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte((*position)++);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  if (more == 0 || *position + more > text.size()) return lead;
  char32_t c = lead & (0x3F >> more);
  for (int i = 0; i < more; ++i) c = c << 6 | (byte((*position)++) & 0x3F);
  return c;
}

void AppendCodePoint(char32_t c, std::string* out) {
  const auto tail = [&](int shift) { out->push_back(static_cast<char>(0x80 | ((c >> shift) & 0x3F))); };
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out->push_back(static_cast<char>(0xC0 | c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    out->push_back(static_cast<char>(0xE0 | c >> 12));
    tail(6), tail(0);
  } else {
    out->push_back(static_cast<char>(0xF0 | c >> 18));
    tail(12), tail(6), tail(0);
  }
}

size_t CodePointCount(absl::string_view text) {
  size_t n = 0;
  for (size_t at = 0; at < text.size(); ++n) NextCodePoint(text, &at);
  return n;
}

std::vector<size_t> CodePointOffsets(absl::string_view text) {
  std::vector<size_t> offsets;
  offsets.reserve(text.size() + 1);
  for (size_t at = 0; at < text.size();) {
    offsets.push_back(at);
    NextCodePoint(text, &at);
  }
  offsets.push_back(text.size());
  return offsets;
}

bool IsSpace(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}
bool IsPrintable(char32_t c) { return InRanges(c, kPrintable, kPrintableCount); }
bool IsCased(char32_t c) { return InRanges(c, kCased, kCasedCount); }
bool IsUppercase(char32_t c) { return InRanges(c, kUppercase, kUppercaseCount); }

namespace {

template <class Keep>
absl::string_view StripLeftWhile(absl::string_view text, Keep drop) {
  size_t at = 0;
  while (at < text.size()) {
    size_t next = at;
    if (!drop(NextCodePoint(text, &next))) break;
    at = next;
  }
  return text.substr(at);
}

template <class Keep>
absl::string_view StripRightWhile(absl::string_view text, Keep drop) {
  while (!text.empty()) {
    size_t start = text.size() - 1;
    while (start > 0 && text.size() - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
    size_t next = start;
    if (!drop(NextCodePoint(text, &next))) break;
    text = text.substr(0, start);
  }
  return text;
}

auto OneOf(absl::string_view set) {
  return [chars = Decode(set)](char32_t c) { return std::find(chars.begin(), chars.end(), c) != chars.end(); };
}

}  // namespace

absl::string_view StripLeft(absl::string_view text) { return StripLeftWhile(text, IsSpace); }
absl::string_view StripRight(absl::string_view text) { return StripRightWhile(text, IsSpace); }
absl::string_view StripLeft(absl::string_view text, absl::string_view set) { return StripLeftWhile(text, OneOf(set)); }
absl::string_view StripRight(absl::string_view text, absl::string_view set) {
  return StripRightWhile(text, OneOf(set));
}

std::string ToLower(absl::string_view text) {
  const std::vector<char32_t> chars = Decode(text);
  std::string out;
  for (size_t i = 0; i < chars.size(); ++i) AppendLower(chars, i, &out);
  return out;
}

std::string ToUpper(absl::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) AppendMapped(NextCodePoint(text, &at), UpperTable(), &out);
  return out;
}

std::string ToTitle(absl::string_view text) {
  const std::vector<char32_t> chars = Decode(text);
  std::string out;
  bool in_word = false;
  for (size_t i = 0; i < chars.size(); ++i) {
    if (in_word) {
      AppendLower(chars, i, &out);
    } else {
      AppendMapped(chars[i], TitleTable(), &out);
    }
    in_word = IsCased(chars[i]);
  }
  return out;
}

std::string Capitalize(absl::string_view text) {
  const std::vector<char32_t> chars = Decode(text);
  std::string out;
  for (size_t i = 0; i < chars.size(); ++i) {
    if (i == 0) {
      AppendMapped(chars[i], TitleTable(), &out);
    } else {
      AppendLower(chars, i, &out);
    }
  }
  return out;
}

}  // namespace ferro::jinja
