// The weights of a d1-omni model in a backend's layout, layer by layer.
#ifndef FERRO_ENGINE_MODELS_LFM2_DECISION_WEIGHTS_H_
#define FERRO_ENGINE_MODELS_LFM2_DECISION_WEIGHTS_H_

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/lfm2_decision/config.h"

namespace ferro {

// A trunk layer: either the convolution members or the attention members are set.
struct DecisionTrunkLayer {
  std::unique_ptr<Vector> operator_norm;  // [width]
  std::unique_ptr<Vector> ffn_norm;       // [width]

  std::unique_ptr<Matrix> conv_in;    // [B][C][X] of width rows each
  std::unique_ptr<Vector> conv_taps;  // [channel][3]: row before, row, row behind
  std::unique_ptr<Matrix> conv_out;

  std::unique_ptr<Matrix> qkv;             // query rows, key rows, value rows
  std::unique_ptr<Vector> q_norm, k_norm;  // [head_dim]
  std::unique_ptr<Matrix> attention_out;

  std::unique_ptr<Matrix> gate_up;  // gate rows, then up rows
  std::unique_ptr<Matrix> down;
};

struct BiasedMatrix {
  std::unique_ptr<Matrix> weight;
  std::unique_ptr<Vector> bias;  // [outputs]
};

struct LayerNormWeights {
  std::unique_ptr<Vector> weight, bias;  // [width]
};

// A head block. The last one has its query rows apart from its key and value rows: only the rows that are scored ask.
struct DecisionHeadBlock {
  LayerNormWeights attention_norm;
  BiasedMatrix qkv;    // query rows, key rows, value rows; null in the last block
  BiasedMatrix q, kv;  // the last block's
  BiasedMatrix attention_out;
  LayerNormWeights ffn_norm;
  BiasedMatrix up, down;
};

struct DecisionWeights {
  std::unique_ptr<Matrix> embedding;
  std::vector<DecisionTrunkLayer> trunk;
  std::unique_ptr<Vector> trunk_norm;  // [width]

  std::unique_ptr<Vector> types;  // [question type][width]
  std::vector<DecisionHeadBlock> head;
  LayerNormWeights scorer_norm;
  BiasedMatrix scorer;
  std::unique_ptr<Vector> score_weight;  // [width]
  std::unique_ptr<Vector> score_bias;    // [1]
};

// `progress` (may be null) receives the share of the weights loaded so far, 0..1.
// Errors name the tensor: kNotFound if it is missing, kInvalidArgument if its shape is not the one that `config`
// implies.
absl::StatusOr<DecisionWeights> LoadDecisionWeights(const GgufFile& file, const DecisionConfig& config,
                                                    Backend& backend, const std::function<void(double)>& progress);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_DECISION_WEIGHTS_H_
