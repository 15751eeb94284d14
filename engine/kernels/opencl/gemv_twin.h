// The fold of gemv.cl in plain loops: its definition, for tests and for the self-test at start-up. (The fold of the
// tile GEMM and of the cpu backend is one chain over all blocks: int8_kernels.h.)
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMV_TWIN_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMV_TWIN_H_

#include <array>
#include <cmath>
#include <cstdint>

#include "engine/gguf/half.h"
#include "engine/kernels/opencl/gemv_tuning.h"

namespace ferro::opencl {

// One output of one matrix in MatrixView's layout times one quantised row: x [inputs], x_scales [inputs / 32].
inline float GemvTwin(const uint32_t* values, const uint16_t* scales, int64_t padded, int64_t inputs, int64_t output,
                      const int8_t* x, const float* x_scales) {
  std::array<float, kGemvSplits> sums = {};
  for (int64_t block = 0; block < inputs / 32; ++block) {
    int32_t dot = 0;
    for (int64_t i = 0; i < 32; ++i) {
      const uint32_t word = values[(block * 8 + i / 4) * padded + output];
      dot += static_cast<int8_t>(word >> i % 4 * 8) * x[block * 32 + i];
    }
    float& sum = sums[block % kGemvSplits];
    sum = std::fma(static_cast<float>(dot), HalfToFloat(scales[block * padded + output]) * x_scales[block], sum);
  }
  for (int half = kGemvSplits / 2; half > 0; half /= 2) {
    for (int s = 0; s < half; ++s) sums[s] += sums[s + half];
  }
  return sums[0];
}

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMV_TWIN_H_
