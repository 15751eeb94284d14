#include "tools/ferro/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "absl/strings/match.h"

namespace ferro {
namespace {

// Levenshtein distance: insertions, deletions and replacements, one each.
size_t Edits(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string NearestWord(absl::string_view typed, const std::vector<std::string>& candidates) {
  typed = typed.substr(0, 64);
  std::string best;
  size_t fewest = 0;
  for (const std::string& candidate : candidates) {
    const bool prefix = !typed.empty() && absl::StartsWith(candidate, typed);
    const size_t edits = prefix ? 1 : Edits(typed, candidate);
    const size_t forgiven = std::max<size_t>(2, candidate.size() / 3);
    // A word of two letters is two edits from any other: something of it must be left.
    if (edits > forgiven || edits >= candidate.size()) continue;
    if (best.empty() || edits < fewest) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

}  // namespace ferro
