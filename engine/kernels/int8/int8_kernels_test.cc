// Every set of this machine against the scalar definition, bit for bit.
#include "engine/kernels/int8/int8_kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "engine/gguf/half.h"
#include "engine/kernels/int8/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::Combine;
using ::testing::ContainerEq;
using ::testing::Values;
using ::testing::ValuesIn;

using Product = void (*)(const Int8Product&, IndexRange, IndexRange);

constexpr float kUntouched = 12345;
constexpr int64_t kGap = 3;  // columns between rows of y that nothing may write

enum class Role { kPrefill, kDecode };

Product KernelOf(Isa isa, Role role) {
  const Int8Kernels& kernels = Int8KernelsFor(isa);
  EXPECT_EQ(kernels.isa, isa);
  return role == Role::kPrefill ? kernels.gemm : kernels.gemv;
}

// y over all rows and panels, [row][outputs + kGap].
std::vector<float> Multiply(Product kernel, const PackedQ8& weights, QuantizedRows x, int64_t rows,
                            bool accumulate = false, float start = kUntouched) {
  const int64_t stride = weights.outputs + kGap;
  std::vector<float> y(rows * stride, start);
  kernel({weights, x, y.data(), stride, accumulate}, {0, rows}, {0, weights.panels()});
  return y;
}

class Int8ProductTest : public testing::TestWithParam<std::tuple<Isa, Role, int, int, int>> {};

TEST_P(Int8ProductTest, EqualsScalarInAnyCompany) {
  const auto& [isa, role, rows, inputs, outputs] = GetParam();
  const Product kernel = KernelOf(isa, role);
  const PackedMatrix weights = RandomMatrix(outputs, inputs, outputs * 1000 + inputs);
  QuantizedBuffer x = QuantizeAll(Int8KernelsFor(Isa::kScalar), RandomFloats(rows * inputs, rows), inputs);

  const std::vector<float> want = Multiply(KernelOf(Isa::kScalar, role), weights.view(), x.view(), rows);
  EXPECT_THAT(Multiply(kernel, weights.view(), x.view(), rows), ContainerEq(want));

  const int64_t stride = outputs + kGap;
  for (int row = 0; row < rows; ++row) {  // alone == in company
    const std::vector<float> alone = Multiply(kernel, weights.view(), x.view().From(row), 1);
    const auto from = want.begin() + row * stride;
    EXPECT_THAT(alone, ContainerEq(std::vector<float>(from, from + stride))) << "row " << row;
  }
}

TEST_P(Int8ProductTest, AddsTheFinishedSumOnce) {
  const auto& [isa, role, rows, inputs, outputs] = GetParam();
  const PackedMatrix weights = RandomMatrix(outputs, inputs, 1);
  QuantizedBuffer x = QuantizeAll(Int8KernelsFor(Isa::kScalar), RandomFloats(rows * inputs, 2), inputs);
  const Product kernel = KernelOf(isa, role);
  const std::vector<float> sum = Multiply(kernel, weights.view(), x.view(), rows);
  const std::vector<float> added =
      Multiply(kernel, weights.view(), x.view(), rows, /*accumulate=*/true, /*start=*/0.7f);
  for (int row = 0; row < rows; ++row) {
    for (int output = 0; output < outputs; ++output) {
      const int64_t at = row * (outputs + kGap) + output;
      ASSERT_EQ(added[at], 0.7f + sum[at]) << "row " << row << " output " << output;
    }
  }
}

TEST_P(Int8ProductTest, AddsTheBiasToTheFinishedSum) {
  const auto& [isa, role, rows, inputs, outputs] = GetParam();
  const PackedMatrix weights = RandomMatrix(outputs, inputs, 3);
  QuantizedBuffer x = QuantizeAll(Int8KernelsFor(Isa::kScalar), RandomFloats(rows * inputs, 4), inputs);
  const Product kernel = KernelOf(isa, role);
  const std::vector<float> sum = Multiply(kernel, weights.view(), x.view(), rows);
  const std::vector<float> bias = RandomFloats(outputs, 5);
  const int64_t stride = outputs + kGap;
  for (const bool accumulate : {false, true}) {
    std::vector<float> y(rows * stride, 0.7f);
    kernel({weights.view(), x.view(), y.data(), stride, accumulate, bias.data()}, {0, rows},
           {0, weights.view().panels()});
    for (int row = 0; row < rows; ++row) {
      for (int output = 0; output < outputs; ++output) {
        const int64_t at = row * stride + output;
        const float biased = sum[at] + bias[output];
        ASSERT_EQ(y[at], accumulate ? 0.7f + biased : biased) << "row " << row << " output " << output;
      }
      for (int64_t gap = 0; gap < kGap; ++gap) ASSERT_EQ(y[row * stride + outputs + gap], 0.7f);
    }
  }
}

std::string ParamName(const testing::TestParamInfo<Int8ProductTest::ParamType>& info) {
  std::string isa(IsaName(std::get<0>(info.param)));
  isa.erase(std::remove(isa.begin(), isa.end(), '-'), isa.end());
  return isa + (std::get<1>(info.param) == Role::kPrefill ? "_gemm" : "_gemv") + "_rows" +
         std::to_string(std::get<2>(info.param)) + "_k" + std::to_string(std::get<3>(info.param)) + "_n" +
         std::to_string(std::get<4>(info.param));
}

// Rows around the tiles of 4 and 6 and the passes of 8; one block, two, and an odd count; outputs around whole panels
// and pairs of panels.
INSTANTIATE_TEST_SUITE_P(Shapes, Int8ProductTest,
                         Combine(ValuesIn(SupportedIsas()), Values(Role::kPrefill, Role::kDecode),
                                 Values(1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 33), Values(32, 64, 352),
                                 Values(1, 15, 16, 17, 37, 64)),
                         ParamName);

class Int8SetTest : public testing::TestWithParam<Isa> {};

// A set may treat many rows, or panels that fit its caches, in another way.
TEST_P(Int8SetTest, EqualsScalarOverWideRows) {
  constexpr int64_t kRows = 35, kOutputs = 20;
  for (const int64_t inputs : {8192, 8224}) {
    const PackedMatrix weights = RandomMatrix(kOutputs, inputs, 13);
    QuantizedBuffer x = QuantizeAll(Int8KernelsFor(Isa::kScalar), RandomFloats(kRows * inputs, 14), inputs);
    const std::vector<float> want = Multiply(KernelOf(Isa::kScalar, Role::kPrefill), weights.view(), x.view(), kRows);
    EXPECT_THAT(Multiply(KernelOf(GetParam(), Role::kPrefill), weights.view(), x.view(), kRows), ContainerEq(want));
  }
}

TEST_P(Int8SetTest, PartsMakeTheWhole) {
  constexpr int64_t kRows = 19, kInputs = 96, kOutputs = 150;
  const PackedMatrix weights = RandomMatrix(kOutputs, kInputs, 3);
  QuantizedBuffer x = QuantizeAll(Int8KernelsFor(GetParam()), RandomFloats(kRows * kInputs, 4), kInputs);
  for (const Role role : {Role::kPrefill, Role::kDecode}) {
    const Product kernel = KernelOf(GetParam(), role);
    const std::vector<float> whole = Multiply(kernel, weights.view(), x.view(), kRows);
    std::vector<float> parts(whole.size(), kUntouched);
    const Int8Product product = {weights.view(), x.view(), parts.data(), kOutputs + kGap, false};
    const int64_t panels = weights.view().panels();
    for (const IndexRange rows : {IndexRange{0, 7}, IndexRange{7, 8}, IndexRange{8, kRows}}) {
      for (const IndexRange range : {IndexRange{0, 3}, IndexRange{3, 4}, IndexRange{4, 4}, IndexRange{4, panels}}) {
        kernel(product, rows, range);
      }
    }
    EXPECT_THAT(parts, ContainerEq(whole));
  }
}

// Long rows: several cache chunks of rows, prefetch counts above one line a block.
TEST_P(Int8SetTest, LongRows) {
  constexpr int64_t kRows = 40, kInputs = 24576, kOutputs = 33;
  const PackedMatrix weights = RandomMatrix(kOutputs, kInputs, 5);
  QuantizedBuffer x = QuantizeAll(Int8KernelsFor(GetParam()), RandomFloats(kRows * kInputs, 6), kInputs);
  const std::vector<float> want = Multiply(KernelOf(Isa::kScalar, Role::kPrefill), weights.view(), x.view(), kRows);
  EXPECT_THAT(Multiply(KernelOf(GetParam(), Role::kPrefill), weights.view(), x.view(), kRows), ContainerEq(want));
  EXPECT_THAT(Multiply(KernelOf(GetParam(), Role::kDecode), weights.view(), x.view(), kRows), ContainerEq(want));
}

// The largest magnitudes that bytes allow: where 16-bit sums would saturate.
TEST_P(Int8SetTest, ExtremeValuesStayExact) {
  constexpr int64_t kRows = 9, kInputs = 64, kOutputs = 16;
  for (const int8_t weight : {int8_t{-128}, int8_t{127}}) {
    for (const float activation : {-1.0f, 1.0f}) {
      std::vector<uint8_t> q8_0(kOutputs * (kInputs / 32) * PackedMatrix::kBlockBytes, static_cast<uint8_t>(weight));
      for (size_t at = 0; at < q8_0.size(); at += PackedMatrix::kBlockBytes) {
        q8_0[at] = 0;  // scale 1
        q8_0[at + 1] = 0x3c;
      }
      const PackedMatrix weights(kOutputs, kInputs, q8_0);
      // Scale 1/128 after rounding to half would hide errors of one; 127 makes d = 1.
      QuantizedBuffer x =
          QuantizeAll(Int8KernelsFor(GetParam()), std::vector<float>(kRows * kInputs, 127 * activation), kInputs);
      const float want = 64.0f * 127.0f * activation * static_cast<float>(weight);
      for (const Role role : {Role::kPrefill, Role::kDecode}) {
        const std::vector<float> y = Multiply(KernelOf(GetParam(), role), weights.view(), x.view(), kRows);
        for (int64_t row = 0; row < kRows; ++row) {
          for (int64_t output = 0; output < kOutputs; ++output) ASSERT_EQ(y[row * (kOutputs + kGap) + output], want);
        }
      }
    }
  }
}

// A file may hold any half as a scale. Which bits a NaN carries is not promised; that it is one is.
TEST_P(Int8SetTest, HostileScalesGiveTheSameOnEverySet) {
  constexpr int64_t kRows = 9, kInputs = 96, kOutputs = 40;
  const uint16_t scales[] = {0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xffff, 0x0001, 0x83ff, 0x0000, 0x8000, 0x7bff};
  std::vector<uint8_t> q8_0(kOutputs * (kInputs / 32) * PackedMatrix::kBlockBytes);
  for (size_t i = 0; i < q8_0.size(); ++i) q8_0[i] = static_cast<uint8_t>(i * 37 + 11);
  for (size_t block = 0; block * PackedMatrix::kBlockBytes < q8_0.size(); ++block) {
    std::memcpy(&q8_0[block * PackedMatrix::kBlockBytes], &scales[block % std::size(scales)], 2);
  }
  const PackedMatrix weights(kOutputs, kInputs, q8_0);
  std::vector<float> floats = RandomFloats(kRows * kInputs, 7);
  floats[5] = std::numeric_limits<float>::quiet_NaN();
  floats[kInputs + 40] = std::numeric_limits<float>::infinity();
  floats[2 * kInputs] = std::numeric_limits<float>::max();
  QuantizedBuffer x = QuantizeAll(Int8KernelsFor(GetParam()), floats, kInputs);
  for (const Role role : {Role::kPrefill, Role::kDecode}) {
    const std::vector<float> want = Multiply(KernelOf(Isa::kScalar, role), weights.view(), x.view(), kRows);
    const std::vector<float> got = Multiply(KernelOf(GetParam(), role), weights.view(), x.view(), kRows);
    for (size_t i = 0; i < want.size(); ++i) {
      if (std::isnan(want[i])) {
        ASSERT_TRUE(std::isnan(got[i])) << i;
      } else {
        ASSERT_EQ(std::bit_cast<uint32_t>(got[i]), std::bit_cast<uint32_t>(want[i])) << i;
      }
    }
    EXPECT_TRUE(std::isnan(got[0])) << "a NaN activation must show";
  }
}

std::string SetName(const testing::TestParamInfo<Isa>& info) {
  std::string name(IsaName(info.param));
  name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
  return name;
}

INSTANTIATE_TEST_SUITE_P(Sets, Int8SetTest, ValuesIn(SupportedIsas()), SetName);

// The definition itself, against float64 on the dequantised operands.
TEST(Int8ScalarTest, IsTheProductOfTheDequantizedOperands) {
  constexpr int64_t kRows = 3, kInputs = 96, kOutputs = 20;
  const PackedMatrix weights = RandomMatrix(kOutputs, kInputs, 8);
  QuantizedBuffer x = QuantizeAll(Int8KernelsFor(Isa::kScalar), RandomFloats(kRows * kInputs, 9), kInputs);
  const std::vector<float> y = Multiply(KernelOf(Isa::kScalar, Role::kPrefill), weights.view(), x.view(), kRows);
  std::vector<float> w(kInputs);
  for (int64_t output = 0; output < kOutputs; ++output) {
    DequantizePackedRow(weights.view(), output, w.data());
    for (int64_t row = 0; row < kRows; ++row) {
      double sum = 0, magnitude = 0;
      for (int64_t i = 0; i < kInputs; ++i) {
        const double term = double{w[i]} * x.scales()[(row * kInputs + i) / 32] * x.values()[row * kInputs + i];
        sum += term;
        magnitude += std::fabs(term);
      }
      // Three folds, each rounding once: at most three half units in the last place of the largest partial sum.
      const double bound = 3 * magnitude * std::numeric_limits<float>::epsilon() / 2;
      EXPECT_NEAR(y[row * (kOutputs + kGap) + output], sum, bound);
    }
  }
}

}  // namespace
}  // namespace ferro
