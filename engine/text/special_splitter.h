// Finds the tokens that are cut out of text whole (control, user-defined, unknown) before anything else happens to it.
//
// Longest first: conceptually, for each special text from the longest (in bytes) to the shortest, what is left of the
// input is scanned from left to right and cut at each occurrence. Among texts of equal length the lower id goes first.
// The result is that rule's, the work is not: one walk over the text finds candidates, overlaps are settled after.
#ifndef FERRO_ENGINE_TEXT_SPECIAL_SPLITTER_H_
#define FERRO_ENGINE_TEXT_SPECIAL_SPLITTER_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "engine/text/vocabulary.h"

namespace ferro {

struct SpecialMatch {
  size_t begin;  // byte offset into the text
  size_t size;   // bytes
  int32_t id;
};

// Immutable after construction; any thread may call Find.
class SpecialSplitter {
 public:
  // `ids` are tokens of `vocabulary` with texts that are not empty; the texts are copied.
  SpecialSplitter(const Vocabulary& vocabulary, const std::vector<int32_t>& ids);

  // Matches in the order of the text, without overlaps. Linear in the text where nothing matches; in general
  // proportional to the candidates met, at most text.size() times the number of special lengths.
  std::vector<SpecialMatch> Find(absl::string_view text) const;

 private:
  // The longest special text of at most `limit` bytes at the front of `text`; size 0 if there is none.
  SpecialMatch LongestAt(absl::string_view text, size_t begin, size_t limit) const;
  bool MayStart(absl::string_view text, size_t begin) const;

  std::vector<int32_t> token_at_ = {-1};           // by trie node, the root first: the token that ends there, or -1
  absl::flat_hash_map<uint64_t, uint32_t> child_;  // node << 8 | byte -> node
  std::bitset<65536> first_two_bytes_;
  std::bitset<256> one_byte_;
  size_t max_size_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_SPECIAL_SPLITTER_H_
