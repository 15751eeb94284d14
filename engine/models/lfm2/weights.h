// The weights of an LFM2 model in a backend's layout, layer by layer.
#ifndef FERRO_ENGINE_MODELS_LFM2_WEIGHTS_H_
#define FERRO_ENGINE_MODELS_LFM2_WEIGHTS_H_

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2/config.h"

namespace ferro {

// Either the convolution members or the attention members are set; either the dense members or the expert members.
struct Lfm2Layer {
  std::unique_ptr<Vector> operator_norm;  // [width]
  std::unique_ptr<Vector> ffn_norm;       // [width]

  std::unique_ptr<Matrix> conv_in;    // [B][C][X] of width rows each
  std::unique_ptr<Vector> conv_taps;  // [channel][tap], oldest tap first
  std::unique_ptr<Matrix> conv_out;

  std::unique_ptr<Matrix> qkv;             // query rows, key rows, value rows
  std::unique_ptr<Vector> q_norm, k_norm;  // [head_dim]
  std::unique_ptr<Matrix> attention_out;

  std::unique_ptr<Matrix> gate_up;  // gate rows, then up rows
  std::unique_ptr<Matrix> down;

  std::unique_ptr<Vector> router;       // [expert][width]
  std::unique_ptr<Vector> router_bias;  // [expert], null if the file has none
  std::unique_ptr<MatrixStack> expert_gate_up, expert_down;
  MoeLayer moe;  // views of the above
};

struct Lfm2Weights {
  std::unique_ptr<Matrix> embedding;
  std::unique_ptr<Matrix> output;  // null: the embedding table is the output matrix too
  std::unique_ptr<Vector> final_norm;
  std::vector<Lfm2Layer> layers;

  const Matrix& head() const { return output ? *output : *embedding; }
};

// `progress` (may be null) receives the share of the weights loaded so far, 0..1.
// Errors name the tensor: kNotFound if it is missing, kInvalidArgument if its shape is not the one that `config`
// implies.
absl::StatusOr<Lfm2Weights> LoadLfm2Weights(const GgufFile& file, const Lfm2Config& config, Backend& backend,
                                            const std::function<void(double)>& progress);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_WEIGHTS_H_
