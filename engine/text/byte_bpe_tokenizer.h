// Byte-level BPE (`tokenizer.ggml.model` = gpt2) with the pre-tokenizer of LFM2 and Llama 3.
#ifndef FERRO_ENGINE_TEXT_BYTE_BPE_TOKENIZER_H_
#define FERRO_ENGINE_TEXT_BYTE_BPE_TOKENIZER_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/pair_table.h"
#include "engine/text/pretokenizer.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// Text is cut into words (pretokenizer.h). A word whose bytes are a normal token is that token; else its bytes are
// merged (bpe_merge.h). Normal tokens are spelled in the byte alphabet (byte_alphabet.h), all others as they are.
class ByteBpeTokenizer final : public Tokenizer {
 public:
  // kInvalidArgument: see Vocabulary::Create.
  static absl::StatusOr<std::unique_ptr<Tokenizer>> Create(VocabularyData data);

 private:
  explicit ByteBpeTokenizer(Vocabulary vocabulary) : Tokenizer(std::move(vocabulary)), pairs_(0) {}

  void SpellTokens();
  void BuildRules(const std::vector<std::string>& merges);
  void EncodePlain(absl::string_view text, size_t max_tokens, std::vector<int32_t>* ids) const override;
  void AppendNormal(int32_t id, std::string* out) const override;
  void EncodeByMerging(absl::string_view word, std::vector<int32_t>* ids) const;

  WordSplitter splitter_;
  std::vector<std::string> bytes_of_;                         // by token: what a normal one stands for
  absl::flat_hash_map<absl::string_view, int32_t> word_ids_;  // normal tokens by their bytes; keys in bytes_of_
  std::array<Symbol, 256> symbol_of_byte_;
  PairTable pairs_;
  // What is emitted for symbols that are no tokens, by symbol less vocab_size(): the tokens of the single bytes of
  // their spelling, as the reference does; a byte without a token is dropped.
  std::vector<std::vector<int32_t>> substitutes_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_BYTE_BPE_TOKENIZER_H_
