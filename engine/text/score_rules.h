// The merge rules that a SentencePiece vocabulary implies: it has scores instead of a merge list.
#ifndef FERRO_ENGINE_TEXT_SCORE_RULES_H_
#define FERRO_ENGINE_TEXT_SCORE_RULES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "engine/text/pair_table.h"
#include "engine/text/symbol_set.h"
#include "engine/text/vocabulary.h"

namespace ferro {

// Two adjacent texts join if their concatenation is a token, the token of highest score first. Every text met on the
// way is a token or a single character, so all joining pairs are the ways to cut each token in two such texts. Tokens
// of equal score get equal rank: then the leftmost pair goes first. User-defined tokens are left out, because they have
// been cut out of the text before; single characters that are no tokens are added to `symbols`. kInvalidArgument:
// scores that are not finite or not one per token; a token to merge of more than 256 bytes.
absl::StatusOr<PairTable> RulesFromScores(const Vocabulary& vocabulary, const std::vector<float>& scores,
                                          SymbolSet* symbols);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_SCORE_RULES_H_
