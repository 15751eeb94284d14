#include "engine/text/template/text_functions.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/status_macros.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

bool IsLineEnd(char32_t c) {
  return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

absl::Status CheckSize(size_t bytes) { return bytes > kMaxTextBytes ? Budget::TooLarge() : absl::OkStatus(); }

}  // namespace

absl::StatusOr<std::string> Replace(absl::string_view text, absl::string_view old, absl::string_view now,
                                    int64_t count) {
  std::string out;
  size_t at = 0;
  if (old.empty()) {
    for (; count != 0; --count) {
      absl::StrAppend(&out, now);
      if (at >= text.size()) break;
      const size_t start = at;
      NextCodePoint(text, &at);
      absl::StrAppend(&out, text.substr(start, at - start));
      FERRO_RETURN_IF_ERROR(CheckSize(out.size()));
    }
  } else {
    for (; count != 0; --count) {
      const size_t found = text.find(old, at);
      if (found == absl::string_view::npos) break;
      absl::StrAppend(&out, text.substr(at, found - at), now);
      FERRO_RETURN_IF_ERROR(CheckSize(out.size()));
      at = found + old.size();
    }
  }
  absl::StrAppend(&out, text.substr(std::min(at, text.size())));
  FERRO_RETURN_IF_ERROR(CheckSize(out.size()));
  return out;
}

absl::StatusOr<std::string> JoinText(const Items& items, absl::string_view separator) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    FERRO_ASSIGN_OR_RETURN(const std::string text, Str(items[i]));
    absl::StrAppend(&out, i > 0 ? separator : absl::string_view(), text);
    FERRO_RETURN_IF_ERROR(CheckSize(out.size()));
  }
  return out;
}

std::vector<std::string> SplitLines(absl::string_view text, bool keep_ends) {
  std::vector<std::string> lines;
  size_t line_start = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = at;
    const char32_t c = NextCodePoint(text, &at);
    if (!IsLineEnd(c)) continue;
    if (c == '\r' && at < text.size() && text[at] == '\n') ++at;
    lines.emplace_back(text.substr(line_start, (keep_ends ? at : end) - line_start));
    line_start = at;
  }
  if (line_start < text.size()) lines.emplace_back(text.substr(line_start));
  return lines;
}

std::vector<std::string> Split(absl::string_view text, const std::string* separator, int64_t limit) {
  std::vector<std::string> parts;
  if (separator != nullptr) {
    size_t at = 0;
    for (; limit != 0; --limit) {
      const size_t found = text.find(*separator, at);
      if (found == absl::string_view::npos) break;
      parts.emplace_back(text.substr(at, found - at));
      at = found + separator->size();
    }
    parts.emplace_back(text.substr(at));
    return parts;
  }
  for (text = StripLeft(text); !text.empty(); text = StripLeft(text)) {
    if (limit-- == 0) {
      parts.emplace_back(StripRight(text));
      break;
    }
    size_t end = 0;
    for (size_t next = 0; next < text.size() && !IsSpace(NextCodePoint(text, &next));) end = next;
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

std::vector<std::string> SplitFromRight(absl::string_view text, const std::string* separator, int64_t limit) {
  if (limit < 0) return Split(text, separator, limit);
  std::vector<std::string> parts;
  if (separator != nullptr) {
    for (; limit > 0; --limit) {
      const size_t found = text.rfind(*separator);
      if (found == absl::string_view::npos) break;
      parts.emplace_back(text.substr(found + separator->size()));
      text = text.substr(0, found);
    }
    parts.emplace_back(text);
  } else {
    for (text = StripRight(text); !text.empty(); text = StripRight(text)) {
      if (limit-- == 0) {
        parts.emplace_back(StripLeft(text));
        break;
      }
      size_t start = 0;
      for (size_t at = 0; at < text.size();) {
        if (IsSpace(NextCodePoint(text, &at))) start = at;
      }
      parts.emplace_back(text.substr(start));
      text = text.substr(0, start);
    }
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

absl::StatusOr<std::string> Indent(absl::string_view text, absl::string_view width, bool first, bool blank) {
  std::vector<std::string> lines = SplitLines(absl::StrCat(text, "\n"), /*keep_ends=*/false);
  std::string out = first ? std::string(width) : std::string();
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) absl::StrAppend(&out, "\n", blank || !lines[i].empty() ? width : absl::string_view());
    out += lines[i];
    FERRO_RETURN_IF_ERROR(CheckSize(out.size()));
  }
  return out;
}

std::string TitleWords(absl::string_view text) {
  const auto is_separator = [](char32_t c) {
    return IsSpace(c) || c == '-' || c == '(' || c == '{' || c == '[' || c == '<';
  };
  std::string out;
  while (!text.empty()) {
    size_t end = 0;  // of a run of separators, or of a word
    size_t first = 0;
    const bool separators = is_separator(NextCodePoint(text, &first));
    for (size_t next = 0; next < text.size() && is_separator(NextCodePoint(text, &next)) == separators;) end = next;
    absl::StrAppend(&out, ToUpper(text.substr(0, first)), ToLower(text.substr(first, end - first)));
    text.remove_prefix(end);
  }
  return out;
}

std::string EscapeHtml(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"'", "&#39;"}, {"\"", "&#34;"}});
}

}  // namespace ferro::jinja
