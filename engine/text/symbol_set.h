// Numbers for the texts of BPE: tokens keep their id, other texts get numbers from the vocabulary's size up.
#ifndef FERRO_ENGINE_TEXT_SYMBOL_SET_H_
#define FERRO_ENGINE_TEXT_SYMBOL_SET_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "engine/text/pair_table.h"
#include "engine/text/vocabulary.h"

namespace ferro {

// A merge list may pass through texts that are no tokens ("ab" on the way to "abc"); they need a number too.
// Only reachable tokens (Vocabulary::IsReachable) count as tokens here: a merge that spells a control token leads to a
// text without a token. Used while a tokenizer is built; not thread-safe.
class SymbolSet {
 public:
  // `vocabulary` must outlive the set.
  explicit SymbolSet(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // The number of `text`, which gets one if it has none.
  Symbol Intern(absl::string_view text);
  // kNoSymbol if the text has no number.
  Symbol Find(absl::string_view text) const;
  // Texts that are no tokens, by number less the vocabulary's size.
  const std::vector<std::string>& extra_texts() const { return extra_texts_; }

  // The rules that the list spells. A line is split at its first space at or after byte 1 and its place is its rank;
  // of equal pairs the first counts; a line without such a space is ignored.
  PairTable InternMerges(const std::vector<std::string>& merges);

 private:
  const Vocabulary& vocabulary_;
  absl::flat_hash_map<std::string, Symbol> extra_;
  std::vector<std::string> extra_texts_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_SYMBOL_SET_H_
