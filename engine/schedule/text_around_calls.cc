#include "engine/schedule/text_around_calls.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace ferro {

void TextAroundCalls::Push(absl::string_view text, std::string& content) {
  const absl::string_view trimmed = absl::StripTrailingAsciiWhitespace(text);
  const absl::string_view shown = own_line_ ? absl::StripLeadingAsciiWhitespace(trimmed) : trimmed;
  if (!shown.empty()) {
    if (!own_line_) {
      content += space_;
    } else if (begun_) {
      content += '\n';
    }
    absl::StrAppend(&content, shown);
    begun_ = true;
    own_line_ = false;
    space_.clear();
  }
  absl::StrAppend(&space_, text.substr(trimmed.size()));
}

void TextAroundCalls::Break() {
  space_.clear();
  own_line_ = true;
}

void TextAroundCalls::Flush(std::string& content) {
  if (!own_line_) content += space_;
  space_.clear();
}

}  // namespace ferro
