// d1-omni decision models with random weights, for tests and speed measurements; see synthetic_tensors.h.
#ifndef FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_DECISION_H_
#define FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_DECISION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/gguf/types.h"
#include "engine/gguf/writer.h"
#include "engine/models/testing/synthetic_tensors.h"

namespace ferro {

// The defaults are those of tests/data/models/tiny-d1-Q8_0.gguf.
struct SyntheticDecision {
  int width = 128;
  int ff = 192;
  int heads = 2;
  std::vector<int> kv_heads = {0, 1, 0, 0, 1};  // per trunk layer; 0 = a short convolution
  int head_blocks = 2;
  int vocab = 2048;
  int context = 16384;
  int mask_token = 26;

  uint64_t seed = 1;
  TensorType type = TensorType::kQ8_0;  // of the matrices: kF32 or kQ8_0
  bool zeros = false;                   // in place of random weights: shapes alone, at no cost
};

// The shape of the published model.
SyntheticDecision D1OmniShape();

// A file without a vocabulary. Holds tensor bytes until the writer is done with them.
class SyntheticDecisionModel {
 public:
  explicit SyntheticDecisionModel(const SyntheticDecision& shape);

  absl::StatusOr<std::string> Serialize() const { return writer_.Serialize(); }
  absl::StatusOr<std::string> SerializeHeader(int64_t* file_bytes) const { return writer_.SerializeHeader(file_bytes); }

 private:
  void AddMetadata(const SyntheticDecision& shape);
  void AddTrunkLayer(const SyntheticDecision& shape, int layer);
  void AddHeadBlock(const SyntheticDecision& shape, int layer);
  void AddNorm(const std::string& name, int width);
  void AddLinear(const std::string& name, int inputs, int outputs);

  GgufWriter writer_;
  SyntheticTensors tensors_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_DECISION_H_
