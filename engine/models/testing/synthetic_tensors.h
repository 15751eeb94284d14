// Random weights that are the same bytes on every machine.
//
// Value i of tensor `name` is scale * u + offset, u uniform in [-1, 1) from a counter-based generator (splitmix64 of
// FNV-1a(name) + seed, and i). The scale that a caller leaves out gives unit-variance outputs for unit-variance inputs,
// so that deep models stay in range.
#ifndef FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_TENSORS_H_
#define FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_TENSORS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "engine/gguf/types.h"
#include "engine/gguf/writer.h"
#include "engine/models/testing/zero_pages.h"

namespace ferro {

// Holds the bytes of the tensors that it adds to `writer` until the writer is done with them.
class SyntheticTensors {
 public:
  // `type`, kF32 or kQ8_0, is that of the matrices; `zeros` puts zeros in place of all values, at no cost.
  SyntheticTensors(uint64_t seed, TensorType type, bool zeros, GgufWriter& writer)
      : seed_(seed), type_(type), zeros_(zeros), writer_(writer) {}

  // shape: ne0 first, as in the file. A scale of 0 stands for sqrt(3 / ne0).
  void Add(const std::string& name, std::vector<int64_t> shape, double scale = 0, float offset = 0,
           bool keep_f32 = false);

 private:
  const uint64_t seed_;
  const TensorType type_;
  const bool zeros_;
  GgufWriter& writer_;
  std::vector<std::vector<uint8_t>> bytes_;
  std::vector<ZeroPages> zero_bytes_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TESTING_SYNTHETIC_TENSORS_H_
