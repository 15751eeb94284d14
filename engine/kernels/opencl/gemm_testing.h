// Random int8 products on the host and on a device, for tests of tile products.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMM_TESTING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMM_TESTING_H_

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "base/status_testing.h"
#include "engine/kernels/int8/int8_kernels.h"
#include "engine/kernels/int8/random_problem.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/kernels/opencl/types.h"
#include "gtest/gtest.h"

namespace ferro::opencl {

inline constexpr float kBefore = 0.7f;  // what y holds before a product

// Appends y = product + bias, or += both; the bias may be null.
using AppendProduct = std::function<absl::Status(const MatrixView& weights, cl_mem bias, const InputView& x,
                                                 RowRange rows, RowsView y, bool accumulate, LaunchList& out)>;

// A stack of random matrices, on the host and on the device.
struct Stack {
  std::vector<PackedMatrix> host;
  Buffer values, scales;
  MatrixView view;
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

  // Into an array that begins with another row than the one it is read from, as windows of encoder passes do, by two
  // launches; columns and rows beside the product's stay as they are.
  void ExpectABiasAndOnlyItsRows(const AppendProduct& append, int inputs) {
    constexpr int kRows = 19, kOutputs = 70, kWidth = kOutputs + 3, kBegin = 64;
    const Stack weights = RandomStack(kOutputs, inputs, 1);
    const std::vector<float> bias = RandomFloats(kOutputs, 9);
    QuantizedBuffer x = RandomRows(kRows, inputs, 3);
    Input input = UploadInput(x.view(), kRows);
    input.view.first = kBegin;
    const Buffer bias_buffer = Upload(bias);
    for (const bool accumulate : {false, true}) {
      std::vector<float> want((kRows + 2) * kWidth, kBefore);
      const Buffer y = Upload(want);
      ScalarGemm(weights.host[0], x.view(), kRows, kWidth, accumulate, &want[kWidth], bias.data());
      LaunchList launches;
      for (const RowRange rows : {RowRange{kBegin, 7}, {kBegin + 7, kRows - 7}}) {
        ASSERT_OK(append(weights.view, bias_buffer.get(), input.view, rows, {y.get(), kWidth, /*first=*/kBegin - 1},
                         accumulate, launches));
      }
      EXPECT_EQ(launches.size(), 2u);
      Run(launches);
      ExpectSameBits(Download<float>(y, static_cast<int64_t>(want.size())), want, kWidth);
    }
  }

  void ExpectANanShowsInItsRowAlone(const AppendProduct& append) {
    constexpr int kRows = 5, kOutputs = 64, kInputs = 64;
    const Stack weights = RandomStack(kOutputs, kInputs, 1);
    std::vector<float> floats = RandomFloats(kRows * kInputs, 3);
    floats[2 * kInputs + 40] = std::numeric_limits<float>::quiet_NaN();
    QuantizedBuffer x = QuantizeAll(Int8KernelsFor(Isa::kScalar), floats, kInputs);
    const Input input = UploadInput(x.view(), kRows);
    std::vector<float> want(kRows * kOutputs);
    ScalarGemm(weights.host[0], x.view(), kRows, kOutputs, false, want.data());
    const Buffer y = Upload(std::vector<float>(kRows * kOutputs, kBefore));
    LaunchList launches;
    ASSERT_OK(append(weights.view, nullptr, input.view, {0, kRows}, {y.get(), kOutputs}, false, launches));
    Run(launches);
    const std::vector<float> got = Download<float>(y, kRows * kOutputs);
    for (int i = 0; i < kRows * kOutputs; ++i) {
      if (i / kOutputs == 2) {
        EXPECT_NE(got[i], got[i]) << i;
      } else {
        EXPECT_EQ(got[i], want[i]) << i;
      }
    }
  }
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMM_TESTING_H_
