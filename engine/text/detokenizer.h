// Text of a token stream while it grows: every piece is whole, well-formed UTF-8.
#ifndef FERRO_ENGINE_TEXT_DETOKENIZER_H_
#define FERRO_ENGINE_TEXT_DETOKENIZER_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "engine/text/tokenizer.h"

namespace ferro {

struct DetokenizerOptions {
  // Show the text of every control and unknown token.
  bool show_special = false;
  // Control tokens to show although show_special is false: markers that a parser needs, like `<think>`.
  absl::flat_hash_set<int32_t> preserved;
};

// One stream. A token may end inside a character: its bytes are held back until the character is complete, and bytes
// that no continuation can complete become one U+FFFD for each malformed piece. The concatenation of all Push results
// and Flush is Tokenizer::DecodeAll of the same ids, however the bytes fall on tokens. Thread-compatible.
class StreamDetokenizer {
 public:
  // `tokenizer` must outlive the stream.
  explicit StreamDetokenizer(const Tokenizer& tokenizer, DetokenizerOptions options = {})
      : tokenizer_(tokenizer), options_(std::move(options)) {}

  // The text that `id` completes, possibly empty.
  std::string Push(int32_t id);

  // The end of the stream: U+FFFD if it ended inside a character, else empty. The object is ready for another stream.
  std::string Flush();

  // Bytes held back, at most 3.
  const std::string& pending() const { return pending_; }

 private:
  const Tokenizer& tokenizer_;
  const DetokenizerOptions options_;
  std::string pending_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DETOKENIZER_H_
