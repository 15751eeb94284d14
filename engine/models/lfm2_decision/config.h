// Hyper-parameters of a d1-omni decision model, read from a GGUF file and checked against its tensors.
#ifndef FERRO_ENGINE_MODELS_LFM2_DECISION_CONFIG_H_
#define FERRO_ENGINE_MODELS_LFM2_DECISION_CONFIG_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"

namespace ferro {

// The value of lfm2.decision.type that this folder computes.
inline constexpr char kD1OmniType[] = "lfm2-d1-omni";

// A bidirectional LFM2 encoder (the trunk), then transformer blocks and a scorer (the head).
struct DecisionConfig {
  int width = 0;
  int vocab = 0;            // rows of the embedding table
  int trained_context = 0;  // positions
  int heads = 0;            // of the trunk's attention layers
  int kv_heads = 0;         // of the trunk's attention layers; 0 if there is none
  int head_dim = 0;         // of trunk and head
  int ff = 0;               // of the trunk's feed-forwards
  int head_ff = 0;          // of the head's
  int32_t mask_token = 0;   // stands where an option is scored
  float eps = 0;            // of the trunk's RMS norms
  float head_eps = 0;       // of the head's layer norms
  RopeParams rope = {};
  std::vector<bool> attention;  // [trunk layer]; else a short convolution
  int head_blocks = 0;          // layers of the file after the trunk's

  AttentionShape trunk_attention() const { return {heads, kv_heads, head_dim}; }
  // Every head has its own key and value head.
  AttentionShape head_attention() const { return {width / head_dim, width / head_dim, head_dim}; }
};

// kInvalidArgument: no decision model (the message says what it is), one of another type, or values out of range;
// kNotFound: a required key or tensor is missing.
absl::StatusOr<DecisionConfig> ReadDecisionConfig(const GgufFile& file);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_DECISION_CONFIG_H_
