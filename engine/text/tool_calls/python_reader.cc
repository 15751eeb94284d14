#include "engine/text/tool_calls/python_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/utf8.h"

namespace ferro {
namespace {

bool IsSpace(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }
bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }
bool IsOctalDigit(char c) { return c >= '0' && c <= '7'; }
bool IsQuote(char c) { return c == '\'' || c == '"'; }
bool IsNameChar(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || c == '_' || byte >= 0x80;
}

// Of True, False, None and their JSON spellings; null for other words.
const char* JsonWord(absl::string_view word) {
  if (word == "True" || word == "true") return "true";
  if (word == "False" || word == "false") return "false";
  if (word == "None" || word == "null") return "null";
  return nullptr;
}

// What stands before a colon. Numbers and words become strings, as in Python's own JSON. False: no key.
bool MakeKey(std::string& json) {
  if (json.front() == '[' || json.front() == '{') return false;
  if (json.front() != '"') json = absl::StrCat("\"", json, "\"");
  return true;
}

bool IsPrefix(char c) { return c == 'r' || c == 'R' || c == 'u' || c == 'U' || c == 'f' || c == 'F'; }

}  // namespace

size_t PythonReader::AfterSpace(size_t place) const {
  while (place < text_.size() && IsSpace(text_[place])) ++place;
  return place;
}

void PythonReader::SkipSpace() { place_ = AfterSpace(place_); }

bool PythonReader::AtEnd() {
  SkipSpace();
  return place_ == text_.size();
}

bool PythonReader::Take(char c) {
  if (AtEnd() || text_[place_] != c) return false;
  ++place_;
  return true;
}

absl::string_view PythonReader::TakeName() {
  SkipSpace();
  const size_t begin = place_;
  while (place_ < text_.size() && (IsNameChar(text_[place_]) || text_[place_] == '.' || text_[place_] == '-')) ++place_;
  return text_.substr(begin, place_ - begin);
}

bool PythonReader::ReadValue(std::string& json) {
  if (AtEnd()) return false;
  const char c = text_[place_];
  if (AtString()) return ReadStrings(json);
  if (IsDigit(c) || c == '+' || c == '-' || c == '.') return ReadNumber(json);
  if (c != '[' && c != '(' && c != '{') return ReadWord(json);
  if (depth_ == kMaxDepth) return false;
  ++depth_;
  ++place_;
  const bool read = c == '{' ? ReadBraces(json) : ReadArray(c == '[' ? ']' : ')', "", json);
  --depth_;
  return read;
}

bool PythonReader::ReadMapping(JsonObjectText& object) {
  if (!Take('{')) return false;
  if (Take('}')) return true;
  std::string key;
  return ReadKey(key) && Take(':') && ReadEntries(std::move(key), object);
}

bool PythonReader::AtString() const {
  size_t place = place_;
  while (place < place_ + 2 && IsPrefix(At(place))) ++place;
  return IsQuote(At(place));
}

bool PythonReader::ReadStrings(std::string& json) {
  std::string text;
  do {
    if (!ReadString(text)) return false;
    if (quotes_ == Quotes::kForgiving) break;
    SkipSpace();
  } while (AtString());
  json = DumpJson(Json(std::move(text)));
  return true;
}

bool PythonReader::ReadString(std::string& text) {
  bool raw = false, fields = false;
  for (; IsPrefix(text_[place_]); ++place_) {
    const char prefix = absl::ascii_tolower(static_cast<unsigned char>(text_[place_]));
    raw |= prefix == 'r';
    fields |= prefix == 'f';
  }
  const char quote = text_[place_];
  const bool triple = At(place_ + 1) == quote && At(place_ + 2) == quote;
  place_ += triple ? 3 : 1;
  while (place_ < text_.size()) {
    const char c = text_[place_++];
    if (c == quote) {
      const bool three = At(place_) == quote && At(place_ + 1) == quote;
      const size_t after = place_ + (triple ? 2 : 0);
      if ((!triple || three) && (quotes_ == Quotes::kPython || EndsString(after))) {
        place_ = after;
        return true;
      }
    } else if (c == '\\' && !raw) {
      if (!ReadEscape(text)) return false;
      continue;
    } else if (c == '\\' && place_ < text_.size()) {
      text += c;
      text += text_[place_++];  // raw strings keep both, and the second ends nothing
      continue;
    } else if (fields && (c == '{' || c == '}')) {
      if (At(place_) != c) return false;
      ++place_;
    }
    text += c;
  }
  return false;
}

// After the backslash. What Python does not know keeps it, and so does \N{...}, which would take Unicode's names.
bool PythonReader::ReadEscape(std::string& text) {
  static constexpr absl::string_view kWritten = "abfnrtv\\'\"", kMeant = "\a\b\f\n\r\t\v\\'\"";
  if (place_ == text_.size()) return false;
  const char c = text_[place_];
  if (IsOctalDigit(c)) {
    ReadOctal(text);
    return true;
  }
  ++place_;
  if (const size_t known = kWritten.find(c); known != absl::string_view::npos) {
    text += kMeant[known];
    return true;
  }
  switch (c) {
    case '\r':  // a line that goes on
      if (At(place_) == '\n') ++place_;
      return true;
    case '\n':
      return true;
    case 'x':
      return ReadCodePoint(2, text);
    case 'u':
      return ReadCodePoint(4, text);
    case 'U':
      return ReadCodePoint(8, text);
    default:
      text += '\\';
      text += c;
      return true;
  }
}

// One to three digits: a character up to 0o777.
void PythonReader::ReadOctal(std::string& text) {
  uint32_t value = 0;
  for (int i = 0; i < 3 && IsOctalDigit(At(place_)); ++i) {
    value = value << 3 | static_cast<uint32_t>(text_[place_++] - '0');
  }
  AppendUtf8(value, &text);
}

// The digits after \x, \u and \U. Two surrogates are one character, as JSON has it; one alone is none.
bool PythonReader::ReadCodePoint(int digits, std::string& text) {
  uint32_t value = 0;
  for (int i = 0; i < digits; ++i) {
    const char digit = At(place_++);
    if (!absl::ascii_isxdigit(static_cast<unsigned char>(digit))) return false;
    value = value << 4 | static_cast<uint32_t>(IsDigit(digit) ? digit - '0' : (digit | 0x20) - 'a' + 10);
  }
  if (value >= 0xD800 && value < 0xDC00 && text_.substr(place_, 2) == "\\u") {
    uint32_t low = 0;
    if (text_.size() >= place_ + 6 && absl::SimpleHexAtoi(text_.substr(place_ + 2, 4), &low) && low >= 0xDC00 &&
        low < 0xE000) {
      place_ += 6;
      value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
    }
  }
  if (value > 0x10FFFF) return false;
  if (value >= 0xD800 && value < 0xE000) {
    absl::StrAppend(&text, kReplacementCharacter);
  } else {
    AppendUtf8(value, &text);
  }
  return true;
}

// Digits go on as they are, so that long ones keep them; what JSON does not allow is left out (+7, 07, 1_000) or put in
// (.5, 1.).
bool PythonReader::ReadNumber(std::string& json) {
  const auto digits = [this] {
    std::string read;
    while (IsDigit(At(place_)) || (At(place_) == '_' && !read.empty() && IsDigit(At(place_ + 1)))) {
      if (text_[place_] != '_') read += text_[place_];
      ++place_;
    }
    return read;
  };
  json.assign(At(place_) == '-' ? 1 : 0, '-');
  if (At(place_) == '-' || At(place_) == '+') ++place_;
  std::string whole = digits();
  const bool has_digits = !whole.empty() || (At(place_) == '.' && IsDigit(At(place_ + 1)));
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  json += whole.empty() ? "0" : whole;
  if (At(place_) == '.') {
    ++place_;
    const std::string fraction = digits();
    absl::StrAppend(&json, ".", fraction.empty() ? "0" : fraction);
  }
  if (At(place_) == 'e' || At(place_) == 'E') {
    ++place_;
    json += 'e';
    if (At(place_) == '-' || At(place_) == '+') json += text_[place_++];
    const std::string exponent = digits();
    if (exponent.empty()) return false;
    json += exponent;
  }
  double value = 0;
  return has_digits && !IsNameChar(At(place_)) && At(place_) != '.' && absl::SimpleAtod(json, &value) &&
         std::isfinite(value);
}

bool PythonReader::ReadWord(std::string& json) {
  const char* const word = JsonWord(TakeName());
  if (word == nullptr) return false;
  json = word;
  return true;
}

bool PythonReader::ReadArray(char close, std::string items, std::string& json) {
  int count = items.empty() ? 0 : 1;
  bool comma = count > 0 && Take(',');
  while (!Take(close)) {
    std::string item;
    if ((count > 0 && !comma) || !ReadValue(item)) return false;
    absl::StrAppend(&items, count == 0 ? "" : ",", item);
    ++count;
    comma = Take(',');
  }
  // Parentheses around one value are no tuple.
  json = close == ')' && count == 1 && !comma ? items : absl::StrCat("[", items, "]");
  return true;
}

bool PythonReader::ReadBraces(std::string& json) {
  if (Take('}')) {
    json = "{}";
    return true;
  }
  std::string first;
  if (!ReadValue(first)) return false;
  if (!Take(':')) return ReadArray('}', std::move(first), json);
  JsonObjectText object;
  if (!MakeKey(first) || !ReadEntries(std::move(first), object)) return false;
  json = object.Text();
  return true;
}

bool PythonReader::ReadEntries(std::string key, JsonObjectText& object) {
  for (;;) {
    std::string value;
    if (!ReadValue(value)) return false;
    object.Set(std::move(key), std::move(value));
    const bool comma = Take(',');
    if (Take('}')) return true;
    key.clear();
    if (!comma || !ReadKey(key) || !Take(':')) return false;
  }
}

bool PythonReader::ReadKey(std::string& key) { return ReadValue(key) && MakeKey(key); }

bool PythonReader::EndsString(size_t place) const {
  place = AfterSpace(place);
  if (place == text_.size()) return true;
  const char c = text_[place];
  if (c == ')' || c == ']' || c == '}' || c == ':') return true;
  return c == ',' && BeginsItem(AfterSpace(place + 1));
}

bool PythonReader::BeginsItem(size_t place) const {
  const char c = At(place);
  if (IsQuote(c) || IsDigit(c) || c == '+' || c == '-' || c == '.' || c == '[' || c == '{' || c == '(') return true;
  if (c == ')' || c == ']' || c == '}' || place == text_.size()) return true;  // after a last comma
  if (c == '*') return At(place + 1) == '*';
  size_t end = place;
  while (end < text_.size() && IsNameChar(text_[end])) ++end;
  if (end == place) return false;
  if (JsonWord(text_.substr(place, end - place)) != nullptr) return true;
  end = AfterSpace(end);
  return At(end) == '=' && At(end + 1) != '=';
}

}  // namespace ferro
