// EmbeddingGemma models with random weights, for tests and speed measurements; see synthetic_tensors.h.
#ifndef FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_GEMMA_H_
#define FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_GEMMA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/gguf/types.h"
#include "engine/gguf/writer.h"
#include "engine/models/testing/synthetic_tensors.h"
#include "engine/text/embedding/family.h"

namespace ferro {

// The defaults are those of tests/data/models/tiny-gemma2-Q8_0.gguf.
struct SyntheticGemma {
  EmbeddingFamily family = EmbeddingFamily::kGemma2;
  int width = 128;
  int ff = 192;
  int per_layer = 64;  // second generation
  int output = 96;     // values of a vector: what output.weight gives, or the second Dense layer; 0 = no Dense layers
  int dense = 256;     // between the Dense layers; first generation
  int heads = 4;
  int full_dim = 64, full_kv_heads = 1;        // of layers that see all
  int sliding_dim = 32, sliding_kv_heads = 2;  // of layers that see a window; first generation: as above
  std::vector<bool> slides = {true, true, false, true, false};
  int window = 16;  // as the key says
  int vocab = 2048;
  int context = 2048;

  uint64_t seed = 1;
  TensorType type = TensorType::kQ8_0;  // of the matrices: kF32 or kQ8_0
  bool zeros = false;                   // in place of random weights: shapes alone, at no cost
};

// A small first-generation model: layers of two kinds that differ in mask and rotation alone.
SyntheticGemma TinyGemma1();
// The shapes of the published models.
SyntheticGemma EmbeddingGemma300mShape();
SyntheticGemma EmbeddingGemma2Shape();

// A file without a vocabulary. Holds tensor bytes until the writer is done with them.
class SyntheticGemmaModel {
 public:
  explicit SyntheticGemmaModel(const SyntheticGemma& shape);

  absl::StatusOr<std::string> Serialize() const { return writer_.Serialize(); }

 private:
  void AddMetadata(const SyntheticGemma& shape);
  void AddLayer(const SyntheticGemma& shape, int layer);
  void AddNorm(const std::string& name, int width, double scale = 0.5, float offset = 1);

  GgufWriter writer_;
  SyntheticTensors tensors_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_GEMMA_H_
