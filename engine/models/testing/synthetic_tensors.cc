#include "engine/models/testing/synthetic_tensors.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "absl/strings/string_view.h"
#include "engine/gguf/dequant.h"

namespace ferro {
namespace {

// Exact multiples of 2^-23 in [-1, 1).
class Uniform {
 public:
  Uniform(uint64_t seed, absl::string_view name) {
    for (const unsigned char c : name) state_ = (state_ ^ c) * 0x100000001b3;
    state_ += seed * kGolden;
  }
  float At(uint64_t i) const {
    uint64_t z = state_ + (i + 1) * kGolden;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    z ^= z >> 31;
    return static_cast<float>(z >> 40) * 0x1p-23f - 1.0f;
  }

 private:
  static constexpr uint64_t kGolden = 0x9E3779B97F4A7C15;
  uint64_t state_ = 0xcbf29ce484222325;
};

}  // namespace

void SyntheticTensors::Add(const std::string& name, std::vector<int64_t> shape, double scale, float offset,
                           bool keep_f32) {
  const int64_t row = shape[0];
  int64_t rows = 1;
  for (size_t d = 1; d < shape.size(); ++d) rows *= shape[d];
  const bool f32 = keep_f32 || shape.size() < 2 || type_ == TensorType::kF32;
  const TensorType type = f32 ? TensorType::kF32 : type_;
  const float factor = static_cast<float>(scale != 0 ? scale : std::sqrt(3.0 / static_cast<double>(row)));
  const int64_t row_bytes = *RowBytes(type, row);
  if (zeros_) {
    zero_bytes_.emplace_back(static_cast<size_t>(rows * row_bytes));
    writer_.AddTensor(name, type, std::move(shape), zero_bytes_.back().bytes());
    return;
  }

  const Uniform uniform(seed_, name);
  std::vector<uint8_t> bytes(rows * row_bytes);
  std::vector<float> values(row);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < row; ++i) values[i] = uniform.At(r * row + i) * factor + offset;
    uint8_t* to = bytes.data() + r * row_bytes;
    if (f32) {
      std::memcpy(to, values.data(), row_bytes);
    } else {
      QuantizeQ8_0Row(values.data(), to, row);
    }
  }
  bytes_.push_back(std::move(bytes));
  writer_.AddTensor(name, type, std::move(shape), bytes_.back());
}

}  // namespace ferro
