// Which prompts and special tokens an embedding model was trained with.
#ifndef FERRO_ENGINE_TEXT_EMBEDDING_FAMILY_H_
#define FERRO_ENGINE_TEXT_EMBEDDING_FAMILY_H_

namespace ferro {

enum class EmbeddingFamily {
  kGemma1,  // EmbeddingGemma, `gemma-embedding` files
  kGemma2,  // EmbeddingGemma 2, `gemma-embedding2` files
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_EMBEDDING_FAMILY_H_
