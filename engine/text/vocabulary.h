// The vocabulary of a tokenizer: texts, types and roles of its tokens, checked once at load.
#ifndef FERRO_ENGINE_TEXT_VOCABULARY_H_
#define FERRO_ENGINE_TEXT_VOCABULARY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro {

// Values as GGUF's `tokenizer.ggml.token_type` stores them.
enum class TokenType : uint8_t {
  kUndefined = 0,
  kNormal = 1,
  kUnknown = 2,
  kControl = 3,      // steers the model; cut out of text only when special tokens are parsed, invisible when decoded
  kUserDefined = 4,  // plain text that is always cut out whole
  kUnused = 5,
  kByte = 6,  // text `<0xNN>`: one byte
};

// What a model file says about its tokenizer, before any check. Ids are -1 where the file names none.
struct VocabularyData {
  std::vector<std::string> tokens;
  std::vector<int32_t> types;       // empty: all normal
  std::vector<float> scores;        // SentencePiece vocabularies only
  std::vector<std::string> merges;  // "left right", best first; BPE vocabularies only
  int32_t bos = -1;
  int32_t eos = -1;
  int32_t eot = -1;  // end of turn
  int32_t eom = -1;  // end of message
  bool add_bos = true;
  bool add_eos = false;
};

// Immutable after Create; any thread may read it.
class Vocabulary {
 public:
  static constexpr size_t kMaxTokens = size_t{1} << 20;

  // Ignores data.merges and data.scores. kInvalidArgument: no tokens or more than kMaxTokens, `types` of another
  // length or with unknown values, two tokens of equal text, a role's id outside the vocabulary, add_bos (add_eos)
  // without a BOS (EOS) id. Empty texts are allowed; they are never found.
  static absl::StatusOr<Vocabulary> Create(VocabularyData data);

  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;

  int32_t size() const { return static_cast<int32_t>(data_.tokens.size()); }
  bool Contains(int32_t id) const { return id >= 0 && id < size(); }
  // Text and type of an id that the vocabulary contains.
  absl::string_view text(int32_t id) const { return data_.tokens[id]; }
  TokenType type(int32_t id) const { return types_[id]; }
  std::optional<int32_t> Find(absl::string_view text) const;

  int32_t bos() const { return data_.bos; }
  int32_t eos() const { return data_.eos; }
  bool add_bos() const { return data_.add_bos; }
  bool add_eos() const { return data_.add_eos; }

  // The file's eos, eot and eom, and every control token whose text is a usual end marker (`<|im_end|>`, ...).
  bool IsEndOfGeneration(int32_t id) const { return Contains(id) && end_of_generation_[id]; }

  // Whether plain text may become this token by merging. Never a control token: with special tokens not parsed, no
  // text can forge one.
  bool IsReachable(int32_t id) const;

  // Tokens that are cut out of text whole: user-defined ones, and with `parse_special` control and unknown ones too.
  std::vector<int32_t> SpecialTokens(bool parse_special) const;

 private:
  Vocabulary() = default;

  VocabularyData data_;
  std::vector<TokenType> types_;
  std::vector<bool> end_of_generation_;
  absl::flat_hash_map<absl::string_view, int32_t> id_of_;  // keys point into data_.tokens, whose strings never move
};

// The byte that a token text `<0xNN>` stands for.
std::optional<uint8_t> ParseByteToken(absl::string_view text);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_VOCABULARY_H_
