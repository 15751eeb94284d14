// Random int8 products on the host and on a device, for tests of tile products.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMM_TESTING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMM_TESTING_H_

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/status_testing.h"
#include "engine/kernels/int8/int8_kernels.h"
#include "engine/kernels/int8/random_problem.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/kernels/opencl/types.h"
#include "gtest/gtest.h"

namespace ferro::opencl {

// A stack of random matrices, on the host and on the device.
struct Stack {
  std::vector<PackedMatrix> host;
  Buffer values, scales;
  MatrixView view;
};

class GemmKernelTest : public KernelTest {
 protected:
  const Device& device() const { return context().device(); }
  Builder builder() const { return Builder(context(), dot()); }

  Stack RandomStack(int outputs, int inputs, int count) {
    const int blocks = inputs / kBlock, padded = (outputs + kOutputsPadding - 1) / kOutputsPadding * kOutputsPadding;
    std::vector<int32_t> values(int64_t{count} * blocks * 8 * padded);
    std::vector<uint16_t> scales(int64_t{count} * blocks * padded);
    Stack stack;
    for (int m = 0; m < count; ++m) {
      stack.host.push_back(RandomMatrix(outputs, inputs, outputs * 100 + inputs + m));
      for (int output = 0; output < outputs; ++output) {
        for (int b = 0; b < blocks; ++b) {
          const uint8_t* const from = stack.host[m].Row(output) + b * PackedMatrix::kBlockBytes;
          const int64_t block = int64_t{m} * blocks + b;
          std::memcpy(&scales[block * padded + output], from, 2);
          for (int k = 0; k < 8; ++k) std::memcpy(&values[(block * 8 + k) * padded + output], from + 2 + 4 * k, 4);
        }
      }
    }
    stack.values = Upload(values);
    stack.scales = Upload(scales);
    stack.view = {stack.values.get(), stack.scales.get(), outputs, inputs, padded, count};
    return stack;
  }

  // Rows as the device takes them.
  struct Input {
    Buffer values, scales;
    InputView view;
  };
  Input UploadInput(const QuantizedRows& rows, int count) {
    Input input;
    input.values = Upload(std::vector<int8_t>(rows.values, rows.values + count * rows.inputs));
    input.scales = Upload(std::vector<float>(rows.scales, rows.scales + count * rows.blocks()));
    input.view = {input.values.get(), input.scales.get(), static_cast<int>(rows.inputs)};
    return input;
  }

  void Run(const LaunchList& launches) {
    for (const Launch& launch : launches) ASSERT_OK(context().Enqueue(launch));
  }
};

inline QuantizedBuffer RandomRows(int rows, int inputs, uint32_t seed) {
  return QuantizeAll(Int8KernelsFor(Isa::kScalar), RandomFloats(int64_t{rows} * inputs, seed), inputs);
}

// y [rows][width], what the definition makes of it.
inline void ScalarGemm(const PackedMatrix& weights, const QuantizedRows& x, int rows, int width, bool accumulate,
                       float* y, const float* bias = nullptr) {
  Int8KernelsFor(Isa::kScalar)
      .gemm({weights.view(), x, y, width, accumulate, bias}, {0, rows}, {0, weights.view().panels()});
}

inline void ExpectSameBits(const std::vector<float>& got, const std::vector<float>& want, int width) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(std::memcmp(&got[i], &want[i], sizeof(float)), 0)
        << "row " << i / width << " output " << i % width << ": " << got[i] << ", not " << want[i];
  }
}

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMM_TESTING_H_
