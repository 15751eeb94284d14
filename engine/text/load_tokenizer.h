// The tokenizer that a model file describes in its `tokenizer.ggml.*` keys.
#ifndef FERRO_ENGINE_TEXT_LOAD_TOKENIZER_H_
#define FERRO_ENGINE_TEXT_LOAD_TOKENIZER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "engine/gguf/metadata.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// Chooses by `tokenizer.ggml.model` and `.pre`: gpt2 with lfm2, llama3 or llama-bpe is ByteBpeTokenizer; gemma4, and
// llama as Gemma files use it (no space prefix), are GemmaTokenizer. `metadata` (a GgufFile is one) may be closed
// afterwards.
// kNotFound, kInvalidArgument: keys that are missing or damaged; the message names the key, the caller adds the file.
// kFailedPrecondition: a tokenizer of another kind.
absl::StatusOr<std::unique_ptr<Tokenizer>> LoadTokenizer(const Metadata& metadata);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_LOAD_TOKENIZER_H_
