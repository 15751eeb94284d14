// From a text to the tokens that an embedding model reads.
#ifndef FERRO_ENGINE_TEXT_EMBEDDING_ENCODER_H_
#define FERRO_ENGINE_TEXT_EMBEDDING_ENCODER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/text/embedding/family.h"
#include "engine/text/tokenizer.h"

namespace ferro {

struct EmbeddingTextOptions {
  std::string task;       // see EmbeddingPrefix; empty = the text as it is
  std::string title;      // of a document
  bool truncate = false;  // cut what is too long instead of refusing it
  // Recognise the texts of control tokens in the input, as llama.cpp's server does. If false no text can produce one.
  bool parse_special = true;
};

struct EmbeddingInput {
  std::vector<int32_t> tokens;  // at least one, at most the limit
  int full_tokens = 0;          // how many it had before it was cut
  bool truncated() const { return full_tokens > static_cast<int>(tokens.size()); }
};

// Immutable; any thread may call any method.
class EmbeddingEncoder {
 public:
  // `tokenizer` must outlive it. `limit`, at least 2, is the most tokens of one input, special ones included.
  EmbeddingEncoder(const Tokenizer& tokenizer, EmbeddingFamily family, int limit)
      : tokenizer_(tokenizer), family_(family), limit_(limit) {}

  // Prefix and text as one string, between BOS and EOS where the vocabulary asks for them (it does in published files),
  // so that an empty text is two tokens. A cut text keeps its beginning and its EOS.
  // kInvalidArgument: malformed UTF-8, an unknown task, more than limit() tokens (kReasonContextExceeded with both
  // counts as its detail, base/error_detail.h).
  absl::StatusOr<EmbeddingInput> Encode(absl::string_view text, const EmbeddingTextOptions& options) const;

  // Tokens as the caller made them: nothing is put around them. A cut sequence keeps its beginning.
  // kInvalidArgument: none, one outside the vocabulary, too many as above.
  absl::StatusOr<EmbeddingInput> FromTokens(absl::Span<const int32_t> tokens, bool truncate) const;

  int limit() const { return limit_; }
  EmbeddingFamily family() const { return family_; }

 private:
  absl::StatusOr<EmbeddingInput> Fit(std::vector<int32_t> tokens, bool truncate, bool keep_eos) const;

  const Tokenizer& tokenizer_;
  const EmbeddingFamily family_;
  const int limit_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_EMBEDDING_ENCODER_H_
