// Int8 rows on the device and their host twin, for tests of kernels that quantise.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_INPUT_TESTING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_INPUT_TESTING_H_

#include <vector>

#include "base/status_testing.h"
#include "engine/kernels/int8/random_problem.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/kernels/opencl/types.h"
#include "engine/kernels/ops/test_util.h"

namespace ferro::opencl {

class InputTest : public KernelTest {
 protected:
  struct Input {
    InputView view() const { return {values.get(), scales.get(), inputs}; }
    Buffer values, scales;
    int rows, inputs;
  };

  Builder builder() const { return Builder(context(), dot()); }

  // Nothing in it yet, which shows (KernelTest::Unwritten).
  Input NewInput(int rows, int inputs) {
    return {Unwritten<int8_t>(int64_t{rows} * inputs), Unwritten<float>(int64_t{rows} * inputs / kBlock), rows, inputs};
  }

  void Run(const LaunchList& launches) {
    for (const Launch& launch : launches) ASSERT_OK(context().Enqueue(launch));
  }

  // Rows of `range` are those floats quantised by the scalar table; no other row is written. `want`: all rows.
  void ExpectQuantised(const Input& got, const std::vector<float>& want, RowRange range, const std::string& what) {
    QuantizedBuffer host = QuantizeAll(Int8KernelsFor(Isa::kScalar), want, got.inputs);
    const int blocks = got.inputs / kBlock;
    const auto values = Download<int8_t>(got.values, int64_t{got.rows} * got.inputs);
    const auto scales = Download<float>(got.scales, int64_t{got.rows} * blocks);
    for (int row = 0; row < got.rows; ++row) {
      const bool written = row >= range.begin && row < range.begin + range.count;
      for (int i = 0; i < got.inputs; ++i) {
        const int64_t at = int64_t{row} * got.inputs + i;
        ASSERT_EQ(values[at], written ? host.values()[at] : int8_t{-1}) << what << ": row " << row << ", input " << i;
      }
      for (int b = 0; b < blocks; ++b) {
        const int64_t at = int64_t{row} * blocks + b;
        if (written) {
          ASSERT_TRUE(SameBits(scales[at], host.scales()[at]))
              << what << ": row " << row << ", block " << b << ": " << scales[at] << ", not " << host.scales()[at];
        } else {
          ASSERT_EQ(std::bit_cast<uint32_t>(scales[at]), ~0u) << what << ": row " << row << " is not in the range";
        }
      }
    }
  }
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_INPUT_TESTING_H_
