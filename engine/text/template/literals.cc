#include "engine/text/template/literals.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = absl::ascii_tolower(static_cast<unsigned char>(c));
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

// Digits of `base` with single underscores between them, from `at`; returns where they end.
size_t ScanDigits(absl::string_view text, size_t at, int base = 10) {
  const auto is_digit = [&](size_t i) { return i < text.size() && DigitValue(text[i]) < base; };
  if (!is_digit(at)) return at;
  while (is_digit(at) || (at < text.size() && text[at] == '_' && is_digit(at + 1))) ++at;
  return at;
}

std::string Plain(absl::string_view digits) { return absl::StrReplaceAll(digits, {{"_", ""}}); }

size_t ScanFloat(absl::string_view text, size_t after_digits) {
  size_t end = after_digits;
  if (end < text.size() && text[end] == '.') {
    const size_t fraction = ScanDigits(text, end + 1);
    if (fraction > end + 1) end = fraction;
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    const size_t exponent_end = ScanDigits(text, exponent);
    if (exponent_end > exponent) end = exponent_end;
  }
  return end;
}

// Four or eight hexadecimal digits, an octal number: the value, or -1.
int64_t ParseDigits(absl::string_view digits, int base) {
  int64_t value = 0;
  for (const char c : digits) {
    if (DigitValue(c) >= base) return -1;
    value = value * base + DigitValue(c);
  }
  return value;
}

}  // namespace

NumberLiteral ScanNumber(absl::string_view text, bool allow_float) {
  const char marker = text.size() > 1 ? absl::ascii_tolower(static_cast<unsigned char>(text[1])) : ' ';
  const int base = text[0] != '0' ? 10 : marker == 'x' ? 16 : marker == 'o' ? 8 : marker == 'b' ? 2 : 10;
  if (base != 10) {
    const size_t start = text.size() > 2 && text[2] == '_' ? 3 : 2;
    const size_t end = ScanDigits(text, start, base);
    if (end > start && end - start <= 16) {
      uint64_t value = 0;
      bool fits = true;
      for (const char c : Plain(text.substr(start, end - start))) {
        fits = fits && value <= (UINT64_MAX >> 4);
        value = value * static_cast<uint64_t>(base) + static_cast<uint64_t>(DigitValue(c));
      }
      if (fits) return {end, false, absl::StrCat(value)};
    }
  }
  const size_t digits = ScanDigits(text, 0);
  if (allow_float) {
    const size_t end = ScanFloat(text, digits);
    if (end > digits) return {end, true, Plain(text.substr(0, end))};
  }
  if (text[0] != '0') return {digits, false, Plain(text.substr(0, digits))};
  size_t zeros = 1;  // 007 is the number 0 followed by 7, a syntax error for the parser
  while (zeros < digits && (text[zeros] == '0' || (text[zeros] == '_' && text[zeros + 1] == '0'))) ++zeros;
  return {zeros, false, "0"};
}

absl::StatusOr<std::string> Unescape(absl::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out.push_back(text[i]);
      continue;
    }
    const char c = text[++i];
    constexpr absl::string_view kNames = "abfnrtv\\'\"";
    constexpr absl::string_view kValues = "\a\b\f\n\r\t\v\\'\"";
    const size_t name = kNames.find(c);
    const size_t width = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (name != absl::string_view::npos) {
      out.push_back(kValues[name]);
    } else if (c == '\n') {
      continue;
    } else if (width > 0) {
      const absl::string_view digits = text.substr(i + 1, width);
      const int64_t value = digits.size() == width ? ParseDigits(digits, 16) : -1;
      if (value < 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return absl::InvalidArgumentError(absl::StrCat("bad escape '\\", text.substr(i, width + 1), "' in a string"));
      }
      AppendCodePoint(static_cast<char32_t>(value), &out);
      i += width;
    } else if (c >= '0' && c <= '7') {
      size_t n = 1;
      while (n < 3 && i + n < text.size() && text[i + n] >= '0' && text[i + n] <= '7') ++n;
      AppendCodePoint(static_cast<char32_t>(ParseDigits(text.substr(i, n), 8)), &out);
      i += n - 1;
    } else if (c == 'N') {
      return absl::InvalidArgumentError("characters by name (\\N{...}) are not supported");
    } else {
      out.push_back('\\');
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace ferro::jinja
