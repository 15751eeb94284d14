#include "engine/text/symbol_set.h"

#include <optional>

#include "absl/strings/str_cat.h"

namespace ferro {

Symbol SymbolSet::Find(absl::string_view text) const {
  const std::optional<int32_t> id = vocabulary_.Find(text);
  if (id.has_value() && vocabulary_.IsReachable(*id)) return static_cast<Symbol>(*id);
  const auto it = extra_.find(text);
  return it == extra_.end() ? kNoSymbol : it->second;
}

Symbol SymbolSet::Intern(absl::string_view text) {
  const Symbol known = Find(text);
  if (known != kNoSymbol) return known;
  const Symbol symbol = static_cast<Symbol>(vocabulary_.size() + extra_texts_.size());
  extra_.emplace(text, symbol);
  extra_texts_.emplace_back(text);
  return symbol;
}

PairTable SymbolSet::InternMerges(const std::vector<std::string>& merges) {
  PairTable table(merges.size());
  for (size_t rank = 0; rank < merges.size(); ++rank) {
    const absl::string_view line = merges[rank];
    const size_t space = line.find(' ', 1);
    if (space == absl::string_view::npos) continue;
    const absl::string_view left = line.substr(0, space), right = line.substr(space + 1);
    // Sequenced: numbers of new texts must not depend on the order in which a compiler evaluates arguments.
    const Symbol left_symbol = Intern(left);
    const Symbol right_symbol = Intern(right);
    const Symbol result = Intern(absl::StrCat(left, right));
    table.Insert(left_symbol, right_symbol, {static_cast<uint32_t>(rank), result});
  }
  return table;
}

}  // namespace ferro
