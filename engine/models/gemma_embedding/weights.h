// The weights of an EmbeddingGemma model in a backend's layout, layer by layer.
#ifndef FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_WEIGHTS_H_
#define FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_WEIGHTS_H_

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/gemma_embedding/config.h"

namespace ferro {

// The branch of a layer that its own input gates.
struct GemmaPerLayerBranch {
  std::unique_ptr<Matrix> input;      // embedding to this layer's input, before its norm [per_layer]
  std::unique_ptr<Matrix> gate;       // residual to gate [per_layer]
  std::unique_ptr<Matrix> proj;       // gated input to the residual's width
  std::unique_ptr<Vector> post_norm;  // [width]
};

struct GemmaLayer {
  std::unique_ptr<Vector> attention_norm, post_attention_norm, ffn_norm, post_ffn_norm;  // [width]
  std::unique_ptr<Matrix> qkv;                                                           // query, key, value rows
  std::unique_ptr<Vector> q_norm, k_norm;                                                // [head_dim]
  std::unique_ptr<Vector> v_norm;  // [head_dim] ones; null where values are not normalised
  std::unique_ptr<Matrix> attention_out;
  std::unique_ptr<Matrix> gate_up;  // gate rows, then up rows
  std::unique_ptr<Matrix> down;
  GemmaPerLayerBranch branch;  // null members where the model has none
  float output_scale = 1;      // multiplies the residual behind the layer
};

struct GemmaEmbeddingWeights {
  std::unique_ptr<Matrix> embedding;
  std::unique_ptr<Vector> per_layer_norm;  // [per_layer], of the inputs of all layers
  std::vector<GemmaLayer> layers;
  std::unique_ptr<Vector> output_norm;        // [width]
  std::vector<std::unique_ptr<Matrix>> head;  // as GemmaEmbeddingConfig::head
};

// `progress` (may be null) receives the share of the weights loaded so far, 0..1.
// Errors name the tensor: kNotFound if it is missing, kInvalidArgument if its shape is not the one that `config`
// implies.
absl::StatusOr<GemmaEmbeddingWeights> LoadGemmaEmbeddingWeights(const GgufFile& file,
                                                                const GemmaEmbeddingConfig& config, Backend& backend,
                                                                const std::function<void(double)>& progress);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_WEIGHTS_H_
