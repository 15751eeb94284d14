// Operations on text that filters and methods share.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_TEXT_FUNCTIONS_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_TEXT_FUNCTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/template/value.h"

namespace ferro::jinja {

// Replaces up to `count` occurrences (negative: all). An empty `old` matches around every character.
absl::StatusOr<std::string> Replace(absl::string_view text, absl::string_view old, absl::string_view now,
                                    int64_t count);
// The printed items with `separator` between them; kInvalidArgument past kMaxTextBytes.
absl::StatusOr<std::string> JoinText(const Items& items, absl::string_view separator);
// str.splitlines: every line end that Unicode knows; `keep_ends` leaves them on the lines.
std::vector<std::string> SplitLines(absl::string_view text, bool keep_ends);
// str.split: on `separator`, or on runs of whitespace when it is null; at most `limit` cuts (negative: no limit).
std::vector<std::string> Split(absl::string_view text, const std::string* separator, int64_t limit);
// str.rsplit: cuts are counted from the end.
std::vector<std::string> SplitFromRight(absl::string_view text, const std::string* separator, int64_t limit);
// Puts `width` before every line but the first (`first`: that too; `blank`: empty lines too).
absl::StatusOr<std::string> Indent(absl::string_view text, absl::string_view width, bool first, bool blank);
// Jinja's title: the first letter of every word upper case, the rest lower.
std::string TitleWords(absl::string_view text);
std::string EscapeHtml(absl::string_view text);

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_TEXT_FUNCTIONS_H_
