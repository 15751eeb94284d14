// LFM2 models with random weights, for tests and speed measurements: any shape, the same bytes on every machine.
// With the default shapes the tensors are those of the tiny models in tests/data/models.
#ifndef FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_LFM2_H_
#define FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_LFM2_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/gguf/file.h"
#include "engine/gguf/types.h"
#include "engine/gguf/writer.h"
#include "engine/models/testing/synthetic_tensors.h"

namespace ferro {

struct SyntheticLfm2 {
  std::string arch = "lfm2";
  std::string name = "tiny-lfm2";
  int width = 256;
  int ff = 192;
  int heads = 4;
  std::vector<int> kv_heads = {0, 0, 2, 0, 2};  // per layer; 0 = a short convolution
  int vocab = 2048;
  int context = 8192;
  int taps = 3;
  float rope_base = 1e6f;
  float embedding_scale = 0.35f;
  // lfm2moe only
  int leading_dense = 0;
  int experts = 0;
  int experts_used = 0;
  int expert_ff = 0;

  uint64_t seed = 1;
  TensorType type = TensorType::kQ8_0;  // of the matrices: kF32 or kQ8_0
  bool zeros = false;                   // in place of random weights: shapes alone, at no cost
};

SyntheticLfm2 TinyLfm2();
SyntheticLfm2 TinyLfm2Moe();
// kInvalidArgument lists the names: tiny-lfm2, tiny-lfm2moe, lfm2-350m, lfm2-1.2b, lfm2-2.6b, lfm2-8b-a1b (shapes of
// the published models).
absl::StatusOr<SyntheticLfm2> SyntheticByName(absl::string_view name);

// Holds tensor bytes until the writer is done with them.
class SyntheticModel {
 public:
  // `vocabulary`: a file whose tokenizer.* keys are copied, or null for a model without a tokenizer. Its tokens are
  // padded to `shape.vocab` with unused ones.
  SyntheticModel(const SyntheticLfm2& shape, const GgufFile* vocabulary);

  absl::StatusOr<std::string> Serialize() const { return writer_.Serialize(); }
  absl::StatusOr<std::string> SerializeHeader(int64_t* file_bytes) const { return writer_.SerializeHeader(file_bytes); }
  absl::Status WriteFile(const std::string& path) const { return writer_.WriteFile(path); }

 private:
  void AddMetadata(const SyntheticLfm2& shape);
  void AddVocabulary(const SyntheticLfm2& shape, const GgufFile& vocabulary);
  void AddLayer(const SyntheticLfm2& shape, int layer);

  GgufWriter writer_;
  SyntheticTensors tensors_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_LFM2_H_
