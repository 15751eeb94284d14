// Hyper-parameters of an LFM2 or LFM2-MoE causal model, read from a GGUF file and checked against its tensors.
#ifndef FERRO_ENGINE_MODELS_LFM2_CONFIG_H_
#define FERRO_ENGINE_MODELS_LFM2_CONFIG_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"

namespace ferro {

struct Lfm2LayerConfig {
  bool attention = false;  // else a short convolution
  bool dense = false;      // else a mixture of experts
};

struct Lfm2Config {
  std::string arch;  // lfm2 or lfm2moe: the prefix of the file's keys
  int width = 0;
  int vocab = 0;  // rows of the embedding table
  int heads = 0;
  int kv_heads = 0;  // of every attention layer; 0 if there is none
  int head_dim = 0;
  int ff = 0;  // of every dense feed-forward; 0 if there is none
  int trained_context = 0;
  int taps = 0;  // of the short convolution, current input included
  float eps = 0;
  RopeParams rope = {};
  std::vector<Lfm2LayerConfig> layers;

  // lfm2moe only.
  int experts = 0;
  int experts_used = 0;
  int expert_ff = 0;
  bool softmax_gate = false;
  float expert_scale = 1;

  AttentionShape attention() const { return {heads, kv_heads, head_dim}; }
};

// kInvalidArgument: another architecture, a variant that is no causal language model (the message says which service
// has it), or values out of range; kNotFound: a required key or tensor is missing.
absl::StatusOr<Lfm2Config> ReadLfm2Config(const GgufFile& file);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_CONFIG_H_
