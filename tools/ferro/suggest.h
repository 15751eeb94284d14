// "Did you mean": the nearest of some known words.
#ifndef FERRO_TOOLS_FERRO_SUGGEST_H_
#define FERRO_TOOLS_FERRO_SUGGEST_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ferro {

// The candidate with the fewest single-letter edits from `typed`, the first of equals; a candidate that starts with
// `typed` counts as one edit. Empty when the best needs more than a third of its letters changed (at least two edits
// are always forgiven).
std::string NearestWord(absl::string_view typed, const std::vector<std::string>& candidates);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_SUGGEST_H_
