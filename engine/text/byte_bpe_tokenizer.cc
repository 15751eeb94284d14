#include "engine/text/byte_bpe_tokenizer.h"

#include <optional>
#include <utility>

#include "absl/memory/memory.h"
#include "base/status_macros.h"
#include "engine/text/bpe_merge.h"
#include "engine/text/byte_alphabet.h"
#include "engine/text/symbol_set.h"

namespace ferro {
absl::StatusOr<std::unique_ptr<Tokenizer>> ByteBpeTokenizer::Create(VocabularyData data) {
  const std::vector<std::string> merges = std::move(data.merges);
  FERRO_ASSIGN_OR_RETURN(Vocabulary vocabulary, Vocabulary::Create(std::move(data)));
  auto tokenizer = absl::WrapUnique(new ByteBpeTokenizer(std::move(vocabulary)));
  tokenizer->SpellTokens();
  tokenizer->BuildRules(merges);
  return std::unique_ptr<Tokenizer>(std::move(tokenizer));
}

void ByteBpeTokenizer::SpellTokens() {
  bytes_of_.resize(vocab_size());
  word_ids_.reserve(vocab_size());
  for (int32_t id = 0; id < vocab_size(); ++id) {
    if (type(id) != TokenType::kNormal) continue;
    if (std::optional<std::string> bytes = BytesFromLetters(TokenText(id))) {
      bytes_of_[id] = *std::move(bytes);
      if (!bytes_of_[id].empty()) word_ids_.emplace(bytes_of_[id], id);
    } else {
      bytes_of_[id] = std::string(TokenText(id));  // outside the alphabet: only a model can emit it, show it as it is
    }
  }
}

void ByteBpeTokenizer::BuildRules(const std::vector<std::string>& merges) {
  SymbolSet symbols(vocabulary());
  for (int byte = 0; byte < 256; ++byte) symbol_of_byte_[byte] = symbols.Intern(ByteLetter(byte));
  pairs_ = symbols.InternMerges(merges);
  for (const std::string& text : symbols.extra_texts()) {
    std::vector<int32_t>& ids = substitutes_.emplace_back();
    for (const char& byte : text) {
      const std::optional<int32_t> id = FindToken(absl::string_view(&byte, 1));
      if (id.has_value() && vocabulary().IsReachable(*id)) ids.push_back(*id);
    }
  }
}

void ByteBpeTokenizer::EncodePlain(absl::string_view text, size_t max_tokens, std::vector<int32_t>* ids) const {
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end && ids->size() < max_tokens;) {
    const char* const next = splitter_.EndOfWord(p, end);
    const absl::string_view word(p, next - p);
    if (const auto it = word_ids_.find(word); it != word_ids_.end()) {
      ids->push_back(it->second);
    } else {
      EncodeByMerging(word, ids);
    }
    p = next;
  }
}

void ByteBpeTokenizer::EncodeByMerging(absl::string_view word, std::vector<int32_t>* ids) const {
  thread_local BpeMerger merger;  // working memory is kept from word to word
  thread_local std::vector<BpePiece> pieces;
  pieces.clear();
  pieces.reserve(word.size());
  for (const char c : word) pieces.push_back({symbol_of_byte_[static_cast<unsigned char>(c)], 1});
  merger.Run(pairs_, &pieces);
  for (const BpePiece& piece : pieces) {
    if (piece.symbol < static_cast<Symbol>(vocab_size())) {
      ids->push_back(static_cast<int32_t>(piece.symbol));
    } else {
      const std::vector<int32_t>& substitute = substitutes_[piece.symbol - vocab_size()];
      ids->insert(ids->end(), substitute.begin(), substitute.end());
    }
  }
  ReleaseIfHuge(pieces);
}

void ByteBpeTokenizer::AppendNormal(int32_t id, std::string* out) const { out->append(bytes_of_[id]); }

}  // namespace ferro
