// Text to token ids and back.
#ifndef FERRO_ENGINE_TEXT_TOKENIZER_H_
#define FERRO_ENGINE_TEXT_TOKENIZER_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/text/special_splitter.h"
#include "engine/text/vocabulary.h"

namespace ferro {

struct EncodeOptions {
  // Put BOS in front and EOS at the end where the vocabulary asks for them.
  bool add_special = true;
  // Recognise the texts of control tokens (`<|im_start|>`). If false they are ordinary text, and no text can produce a
  // control token; user-defined tokens are recognised either way.
  bool parse_special = true;
  // Only the first so many ids are wanted: the result is that much of the unlimited one, found without reading the text
  // much further where the tokenizer works word by word.
  size_t max_tokens = std::numeric_limits<size_t>::max();
};

// The tokenizer of one model. Immutable after construction: any thread may call any method. Create one with
// LoadTokenizer (load_tokenizer.h) or from VocabularyData (byte_bpe_tokenizer.h, gemma_tokenizer.h).
class Tokenizer {
 public:
  static constexpr size_t kMaxTextBytes = size_t{256} << 20;

  virtual ~Tokenizer() = default;
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;

  // kInvalidArgument: malformed UTF-8 (with the byte offset), or more than kMaxTextBytes. Time is O(n log n) in the
  // length of the text; a leading BOS text is not removed, so that with add_special it gives a second BOS.
  absl::StatusOr<std::vector<int32_t>> Encode(absl::string_view text, EncodeOptions options = {}) const;

  int32_t vocab_size() const { return vocabulary_.size(); }
  // -1: the vocabulary has none.
  int32_t bos_id() const { return vocabulary_.bos(); }
  int32_t eos_id() const { return vocabulary_.eos(); }
  bool add_bos() const { return vocabulary_.add_bos(); }
  bool add_eos() const { return vocabulary_.add_eos(); }
  bool IsEndOfGeneration(int32_t id) const { return vocabulary_.IsEndOfGeneration(id); }

  // kUndefined for an id outside the vocabulary.
  TokenType type(int32_t id) const { return vocabulary_.Contains(id) ? vocabulary_.type(id) : TokenType::kUndefined; }
  // The raw vocabulary text, in the vocabulary's own spelling (a byte-level one writes a space as U+0120). Empty for an
  // id outside the vocabulary.
  absl::string_view TokenText(int32_t id) const {
    return vocabulary_.Contains(id) ? vocabulary_.text(id) : absl::string_view();
  }
  // The token of exactly this raw text.
  std::optional<int32_t> FindToken(absl::string_view text) const { return vocabulary_.Find(text); }

  // Appends the bytes that the token stands for, which may end inside a UTF-8 sequence (StreamDetokenizer in
  // detokenizer.h makes text of them). Control and unknown tokens are their text with `show_special`, else nothing;
  // unused tokens and ids outside the vocabulary are nothing.
  void AppendBytes(int32_t id, bool show_special, std::string* out) const;

  // The text of a whole sequence; what is not well-formed UTF-8 becomes U+FFFD.
  std::string DecodeAll(absl::Span<const int32_t> ids, bool show_special = false) const;

 protected:
  explicit Tokenizer(Vocabulary vocabulary)
      : vocabulary_(std::move(vocabulary)),
        specials_(vocabulary_, vocabulary_.SpecialTokens(/*parse_special=*/true)),
        user_defined_(vocabulary_, vocabulary_.SpecialTokens(/*parse_special=*/false)) {}

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  // Appends the ids of well-formed text that is not empty and in which nothing is special; may stop at the end of a
  // word once `ids` holds `max_tokens`.
  virtual void EncodePlain(absl::string_view text, size_t max_tokens, std::vector<int32_t>* ids) const = 0;
  // Appends the bytes of a normal token.
  virtual void AppendNormal(int32_t id, std::string* out) const = 0;

  Vocabulary vocabulary_;
  SpecialSplitter specials_;
  SpecialSplitter user_defined_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TOKENIZER_H_
