// The Gemma vocabularies: whole lines are merged from characters, spaces are U+2581, bytes are the fallback.
#ifndef FERRO_ENGINE_TEXT_GEMMA_TOKENIZER_H_
#define FERRO_ENGINE_TEXT_GEMMA_TOKENIZER_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/pair_table.h"
#include "engine/text/symbol_set.h"
#include "engine/text/tokenizer.h"

namespace ferro {

enum class GemmaRules {
  // `tokenizer.ggml.model` = gemma4: a merge list; lines and runs of line breaks are merged separately, and a run of
  // line breaks that is a token becomes that token.
  kMergeList,
  // `tokenizer.ggml.model` = llama, as EmbeddingGemma 1 has it: no merge list, the token of highest score is made first
  // (score_rules.h), also across line breaks.
  kScores,
};

// Characters outside the vocabulary become `<0xNN>` tokens; the unknown token is never produced. No prefix space, no
// normalisation.
class GemmaTokenizer final : public Tokenizer {
 public:
  // kInvalidArgument: see Vocabulary::Create and RulesFromScores; also a vocabulary without all 256 byte tokens.
  static absl::StatusOr<std::unique_ptr<Tokenizer>> Create(VocabularyData data, GemmaRules rules);

 private:
  GemmaTokenizer(Vocabulary vocabulary, GemmaRules rules)
      : Tokenizer(std::move(vocabulary)), rules_(rules), pairs_(0) {}

  absl::Status FindByteTokens();
  void IndexCharacters(const SymbolSet& symbols);
  void EncodePlain(absl::string_view text, size_t max_tokens, std::vector<int32_t>* ids) const override;
  void AppendNormal(int32_t id, std::string* out) const override;
  void EncodeRun(absl::string_view run, std::vector<int32_t>* ids) const;

  const GemmaRules rules_;
  PairTable pairs_;
  absl::flat_hash_map<char32_t, Symbol> symbol_of_char_;  // a character that is missing here joins with nothing
  std::array<int32_t, 256> byte_ids_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_GEMMA_TOKENIZER_H_
