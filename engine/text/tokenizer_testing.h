// For tests: small vocabularies, and tokenizers written in the plainest way, to compare with.
#ifndef FERRO_ENGINE_TEXT_TOKENIZER_TESTING_H_
#define FERRO_ENGINE_TEXT_TOKENIZER_TESTING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/json.h"
#include "engine/text/tokenizer.h"
#include "engine/text/vocabulary.h"

namespace ferro {

// Appends a token and returns its id.
int32_t AddToken(absl::string_view text, TokenType type, VocabularyData* data, float score = 0);

// A byte-level vocabulary: the 256 letters, merges of common English and UTF-8 pairs, special tokens of which some are
// prefixes of others, and the odd cases: "zqx", a token that no merge makes; a merge listed twice with a worse rank; a
// merge by way of "wxy", which is no token; a merge that spells a control token; lines that are no merges.
VocabularyData SmallByteLevelVocabulary();

// The 256 byte tokens and some special ones, without merges or scores.
VocabularyData BareGemmaVocabulary();

// From {"tokens", "types", "merges", "bos", "eos"}.
VocabularyData VocabularyFromJson(const Json& json);

// Text as a list of specials (id >= 0) and what lies between (id -1), by the rule taken literally: for each special,
// longest first, cut everything that is still text from left to right.
struct Fragment {
  int32_t id;
  std::string text;
};
std::vector<Fragment> SplitLiterally(const Vocabulary& vocabulary, bool parse_special, absl::string_view text);

// Merges texts in a loop over all adjacent pairs: `rank_of(left, right)` is negative if they do not join; the lowest
// joins first, the leftmost of equal ones.
template <class RankOf>
std::vector<std::string> MergeLiterally(std::vector<std::string> parts, const RankOf& rank_of) {
  while (true) {
    int64_t best = -1;
    size_t at = 0;
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
      const int64_t rank = rank_of(parts[i], parts[i + 1]);
      if (rank >= 0 && (best < 0 || rank < best)) {
        best = rank;
        at = i;
      }
    }
    if (best < 0) return parts;
    parts[at] += parts[at + 1];
    parts.erase(parts.begin() + at + 1);
  }
}

// A random string of `length` pieces out of `alphabet`.
template <class Random>
std::string RandomText(const std::vector<std::string>& alphabet, int length, Random& random) {
  std::string text;
  for (int i = 0; i < length; ++i) text += alphabet[random() % alphabet.size()];
  return text;
}

// One string a character.
std::vector<std::string> Characters(absl::string_view text);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TOKENIZER_TESTING_H_
