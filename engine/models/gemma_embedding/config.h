// Hyper-parameters of the EmbeddingGemma models, read from a GGUF file and checked against its tensors.
//
// Both generations are Gemma encoders: layers of attention and a gated feed-forward, each with a norm before it and one
// behind it; a mean over all rows; matrices that make the vector of it. The second adds to every layer a branch that is
// gated by an input of its own (per_layer), normalises values, and scales what a layer gives.
#ifndef FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_CONFIG_H_
#define FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_CONFIG_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/embedding_model.h"

namespace ferro {

struct GemmaLayerConfig {
  SymmetricAttentionShape attention;
  RopeParams rope;
};

struct GemmaEmbeddingConfig {
  EmbeddingFacts facts;
  int width = 0;      // of the residual stream
  int ff = 0;         // of the feed-forwards
  int per_layer = 0;  // of a layer's own input; 0 = there is none
  float eps = 0;      // of all norms
  bool normalizes_values = false;
  std::vector<GemmaLayerConfig> layers;

  // The matrices behind the mean, in order, and their outputs; the last one's are facts.width.
  struct HeadMatrix {
    std::string name;
    int outputs;
  };
  std::vector<HeadMatrix> head;

  bool is_gemma2() const { return facts.family == EmbeddingFamily::kGemma2; }
};

// The architectures that ReadGemmaEmbeddingConfig knows.
inline constexpr char kGemmaEmbeddingArch[] = "gemma-embedding";
inline constexpr char kGemmaEmbedding2Arch[] = "gemma-embedding2";

// kInvalidArgument: another architecture, or values out of range; kNotFound: a required key or tensor is missing.
absl::StatusOr<GemmaEmbeddingConfig> ReadGemmaEmbeddingConfig(const GgufFile& file);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_CONFIG_H_
