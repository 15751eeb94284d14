// Random int8 products for the tests and the benchmark of this folder.
#ifndef FERRO_ENGINE_KERNELS_INT8_RANDOM_PROBLEM_H_
#define FERRO_ENGINE_KERNELS_INT8_RANDOM_PROBLEM_H_

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "engine/gguf/half.h"
#include "engine/kernels/int8/int8_kernels.h"

namespace ferro {

struct FreeDeleter {
  void operator()(void* memory) const { std::free(memory); }
};

// A packed matrix and the Q8_0 rows it was packed from.
class PackedMatrix {
 public:
  static constexpr int64_t kBlockBytes = 34;

  PackedMatrix(int64_t outputs, int64_t inputs, std::vector<uint8_t> q8_0)
      : q8_0_(std::move(q8_0)),
        data_(static_cast<uint8_t*>(std::aligned_alloc(kPackedAlignment, PackedQ8Bytes(outputs, inputs)))),
        view_{outputs, inputs, data_.get()} {
    for (int64_t panel = 0; panel < view_.panels(); ++panel) {
      const uint8_t* rows[kPanelOutputs];
      for (int i = 0; i < kPanelOutputs; ++i) {
        const int64_t output = panel * kPanelOutputs + i;
        rows[i] = output < outputs ? Row(output) : nullptr;
      }
      PackPanel(rows, inputs, data_.get() + panel * PackedPanelBytes(inputs));
    }
  }

  const PackedQ8& view() const { return view_; }
  const uint8_t* Row(int64_t output) const { return q8_0_.data() + output * (view_.inputs / 32 * kBlockBytes); }

 private:
  // Not const: views of rows are handed out while `view_` is built.
  std::vector<uint8_t> q8_0_;
  std::unique_ptr<uint8_t, FreeDeleter> data_;
  PackedQ8 view_;
};

// Values over the whole int8 range, -128 included; scales of either sign, 2^-9 to 2^-6 in size.
inline PackedMatrix RandomMatrix(int64_t outputs, int64_t inputs, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> q8_0(outputs * (inputs / 32) * PackedMatrix::kBlockBytes);
  for (size_t at = 0; at < q8_0.size(); at += PackedMatrix::kBlockBytes) {
    const uint32_t bits = random();
    const uint16_t scale = static_cast<uint16_t>((bits & 0x83ff) | (6 + (bits >> 16) % 4) << 10);
    std::memcpy(&q8_0[at], &scale, sizeof(scale));
    for (int i = 0; i < 32; i += 4) {
      const uint32_t four = random();
      std::memcpy(&q8_0[at + 2 + i], &four, sizeof(four));
    }
  }
  return PackedMatrix(outputs, inputs, std::move(q8_0));
}

inline std::vector<float> RandomFloats(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

// Owns what a QuantizedRows views.
class QuantizedBuffer {
 public:
  QuantizedBuffer(int64_t rows, int64_t inputs)
      : values_(rows * inputs), scales_(rows * inputs / 32), offsets_(rows * inputs / 32), inputs_(inputs) {}

  QuantizedRows view() { return {inputs_, values_.data(), scales_.data(), offsets_.data()}; }
  const std::vector<int8_t>& values() const { return values_; }
  std::vector<float>& scales() { return scales_; }
  const std::vector<int32_t>& offsets() const { return offsets_; }

 private:
  std::vector<int8_t> values_;
  std::vector<float> scales_;
  std::vector<int32_t> offsets_;
  int64_t inputs_;
};

inline QuantizedBuffer QuantizeAll(const Int8Kernels& kernels, const std::vector<float>& x, int64_t inputs) {
  const int64_t rows = static_cast<int64_t>(x.size()) / inputs;
  QuantizedBuffer quantized(rows, inputs);
  for (int64_t row = 0; row < rows; ++row) kernels.quantize_row(x.data() + row * inputs, quantized.view(), row);
  return quantized;
}

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_INT8_RANDOM_PROBLEM_H_
