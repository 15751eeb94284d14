#include "engine/kernels/opencl/self_test/matrices.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "engine/kernels/int8/packed.h"
#include "engine/kernels/opencl/gemv_twin.h"
#include "engine/kernels/opencl/pack.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int64_t kQ8Bytes = 34;  // of a block of a Q8_0 row: half scale, 32 values

// One panel of the scalar kernels, aligned.
class Panel {
 public:
  explicit Panel(int64_t inputs) : bytes_(PackedPanelBytes(inputs) + kPackedAlignment) {}
  uint8_t* data() {
    const uintptr_t at = reinterpret_cast<uintptr_t>(bytes_.data());
    return bytes_.data() + (kPackedAlignment - at % kPackedAlignment) % kPackedAlignment;
  }

 private:
  std::vector<uint8_t> bytes_;
};

}  // namespace

Matrices::Matrices(Rig& rig, int outputs, int inputs, int count)
    : outputs_(outputs), inputs_(inputs), padded_(static_cast<int>(PaddedOutputs(outputs))), count_(count) {
  std::mt19937 random(outputs * 31 + inputs);
  host_values_.resize(int64_t{count} * (inputs / 4) * padded_);
  host_scales_.resize(int64_t{count} * (inputs / kBlock) * padded_);
  for (size_t i = 0; i < host_values_.size(); ++i) {
    if (static_cast<int>(i % padded_) < outputs) host_values_[i] = random();
  }
  for (size_t i = 0; i < host_scales_.size(); ++i) {
    const uint32_t bits = random();
    const uint32_t half = (bits & 0x83ff) | (6 + (bits >> 16) % 4) << 10;
    if (static_cast<int>(i % padded_) < outputs) host_scales_[i] = static_cast<uint16_t>(half);
  }
  values_ = rig.Upload(host_values_);
  scales_ = rig.Upload(host_scales_);
}

std::vector<float> Matrices::Gemm(int matrix, HostInt8& x, int row) const {
  const int64_t blocks = inputs_ / kBlock;
  const uint32_t* const values = values_of(matrix);
  const uint16_t* const scales = scales_of(matrix);
  std::vector<float> y(outputs_);
  std::vector<uint8_t> q8_0(kPanelOutputs * blocks * kQ8Bytes);
  Panel panel(inputs_);
  for (int first = 0; first < outputs_; first += kPanelOutputs) {
    const int count = std::min(kPanelOutputs, outputs_ - first);
    const uint8_t* rows[kPanelOutputs] = {};
    for (int i = 0; i < count; ++i) {
      rows[i] = &q8_0[i * blocks * kQ8Bytes];
      for (int64_t b = 0; b < blocks; ++b) {
        uint8_t* const to = &q8_0[(i * blocks + b) * kQ8Bytes];
        std::memcpy(to, &scales[b * padded_ + first + i], 2);
        for (int k = 0; k < 8; ++k) std::memcpy(to + 2 + 4 * k, &values[(b * 8 + k) * padded_ + first + i], 4);
      }
    }
    PackPanel(rows, inputs_, panel.data());
    ScalarInt8().gemm({{count, inputs_, panel.data()}, x.view().From(row), &y[first], outputs_, false}, {0, 1}, {0, 1});
  }
  return y;
}

std::vector<float> Matrices::Gemv(int matrix, HostInt8& x, int row) const {
  const QuantizedRows from = x.view().From(row);
  std::vector<float> y(outputs_);
  for (int output = 0; output < outputs_; ++output) {
    y[output] = GemvTwin(values_of(matrix), scales_of(matrix), padded_, inputs_, output, from.values, from.scales);
  }
  return y;
}

}  // namespace ferro::opencl::self_test
