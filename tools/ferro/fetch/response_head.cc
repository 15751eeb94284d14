#include "tools/ferro/fetch/response_head.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace ferro {
namespace {

int64_t Count(absl::string_view text) {
  int64_t value = 0;
  return absl::SimpleAtoi(text, &value) && value >= 0 ? value : -1;
}

// "bytes 5-99/100", "bytes */100", "bytes 5-99/*".
void ParseContentRange(absl::string_view text, ResponseHead& head) {
  if (!absl::ConsumePrefix(&text, "bytes ")) return;
  const size_t slash = text.find('/');
  if (slash == absl::string_view::npos) return;
  head.range_total = Count(text.substr(slash + 1));
  const absl::string_view range = text.substr(0, slash);
  head.range_start = Count(range.substr(0, range.find('-')));
}

}  // namespace

void ResponseHead::AddLine(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  if (absl::StartsWith(line, "HTTP/")) {
    *this = ResponseHead();
    const size_t blank = line.find(' ');
    if (blank != absl::string_view::npos) status = static_cast<int>(Count(line.substr(blank + 1, 3)));
    return;
  }
  const size_t colon = line.find(':');
  if (colon == absl::string_view::npos) return;
  const std::string name = absl::AsciiStrToLower(line.substr(0, colon));
  const absl::string_view value = absl::StripAsciiWhitespace(line.substr(colon + 1));
  if (name == "content-length") {
    content_length = Count(value);
  } else if (name == "content-range") {
    ParseContentRange(value, *this);
  } else if (name == "etag" && !absl::StartsWith(value, "W/")) {
    etag = std::string(value);
  } else if (name == "last-modified") {
    last_modified = std::string(value);
  }
}

}  // namespace ferro
