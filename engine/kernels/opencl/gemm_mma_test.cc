// Products on tensor cores against the scalar definition, bit for bit. Where a device has none, the kernel computes
// what the instruction would.
#include "engine/kernels/opencl/gemm_mma.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/status_testing.h"
#include "engine/kernels/opencl/gemm_testing.h"
#include "engine/kernels/ops/float_kernels.h"
#include "gmock/gmock.h"

namespace ferro::opencl {
namespace {

using ::testing::HasSubstr;

// One warp with the smallest tile; warps side by side, one above the other, both; stages of one block and of many.
constexpr MmaTuning kTunings[] = {
    {.output_parts = 1, .row_parts = 1, .warps = 1, .row_warps = 1, .blocks_staged = 1, .ahead = 1},
    {.output_parts = 2, .row_parts = 2, .warps = 2, .row_warps = 1, .blocks_staged = 2, .ahead = 2},
    {.output_parts = 4, .row_parts = 1, .warps = 1, .row_warps = 3, .blocks_staged = 4, .ahead = 2},
    {.output_parts = 1, .row_parts = 3, .warps = 2, .row_warps = 2, .blocks_staged = 4, .ahead = 4},
};

struct Shape {
  int rows, outputs, inputs;
};
// Around the edges of tiles (8 to 48 rows; 16 to 64 outputs) and of the padding.
constexpr Shape kShapes[] = {{1, 64, 128}, {17, 37, 384}, {50, 130, 256}};

class MmaGemmTest : public GemmKernelTest {};

TEST_P(MmaGemmTest, EqualsScalarInEveryShapeOfTile) {
  for (const MmaTuning& tuning : kTunings) {
    SCOPED_TRACE(MmaTuningText(tuning));
    ASSERT_OK_AND_ASSIGN(const MmaGemmKernels kernels, MmaGemmKernels::Build(builder(), tuning));
    for (const auto& [rows, outputs, inputs] : kShapes) {
      SCOPED_TRACE(testing::Message() << rows << " rows, " << outputs << " x " << inputs);
      const Stack weights = RandomStack(outputs, inputs, 1);
      QuantizedBuffer x = RandomRows(rows, inputs, rows);
      const Input input = UploadInput(x.view(), rows);
      for (const int more : {3, 4}) {  // columns that nothing may write; pairs of outputs are aligned, or not
        const int width = outputs + more;
        for (const bool accumulate : {false, true}) {
          std::vector<float> want(rows * width, kBefore);
          const Buffer y = Upload(want);
          ScalarGemm(weights.host[0], x.view(), rows, width, accumulate, want.data());
          LaunchList launches;
          ASSERT_OK(kernels.Gemm(weights.view, nullptr, input.view, {0, rows}, {y.get(), width}, accumulate, launches));
          Run(launches);
          ExpectSameBits(Download<float>(y, rows * width), want, width);
        }
      }
    }
  }
}

// Rows in the midst of others that stay as they are, and one of zeros.
TEST_P(MmaGemmTest, SwigluEqualsTheScalarProductsAndGate) {
  for (const MmaTuning& tuning : kTunings) {
    SCOPED_TRACE(MmaTuningText(tuning));
    ASSERT_OK_AND_ASSIGN(const MmaGemmKernels kernels, MmaGemmKernels::Build(builder(), tuning));
    constexpr int kRows = 35, kBegin = 1, kCount = 33, kInputs = 256;
    for (const int columns : {32, 160}) {
      const Stack weights = RandomStack(2 * columns, kInputs, 1);
      std::vector<float> floats = RandomFloats(kRows * kInputs, columns);
      std::fill_n(&floats[5 * kInputs], kInputs, 0.0f);
      QuantizedBuffer x = QuantizeAll(Int8KernelsFor(Isa::kScalar), floats, kInputs);
      const Input input = UploadInput(x.view(), kRows);
      std::vector<float> products(kRows * 2 * columns), want(kRows * columns);
      ScalarGemm(weights.host[0], x.view(), kRows, 2 * columns, false, products.data());
      for (int row = 0; row < kRows; ++row) {
        const float* const gate = &products[row * 2 * columns];
        FloatKernelsFor(Isa::kScalar).swiglu(gate, gate + columns, columns, &want[row * columns]);
      }
      QuantizedBuffer host = QuantizeAll(Int8KernelsFor(Isa::kScalar), want, columns);

      const int blocks = columns / kBlock;
      const Buffer values = Unwritten<int8_t>(kRows * columns), scales = Unwritten<float>(kRows * blocks);
      const InputView out = {values.get(), scales.get(), columns};
      ASSERT_TRUE(kernels.TakesSwiglu(weights.view, out));
      LaunchList launches;
      ASSERT_OK(kernels.GemmSwiglu(weights.view, input.view, {kBegin, kCount}, out, launches));
      Run(launches);
      const auto got = Download<int8_t>(values, kRows * columns);
      const auto got_scales = Download<uint32_t>(scales, kRows * blocks);
      for (int row = 0; row < kRows; ++row) {
        const bool written = row >= kBegin && row < kBegin + kCount;
        for (int i = row * columns; i < (row + 1) * columns; ++i) {
          ASSERT_EQ(got[i], written ? host.values()[i] : int8_t{-1}) << "row " << row << ", value " << i % columns;
        }
        for (int i = row * blocks; i < (row + 1) * blocks; ++i) {
          ASSERT_EQ(got_scales[i], written ? std::bit_cast<uint32_t>(host.scales()[i]) : ~0u) << "row " << row;
        }
      }
    }
  }
}

// The largest dots there are, of either sign, and none.
TEST_P(MmaGemmTest, ConvertsTheLargestDotsExactly) {
  constexpr int kOutputs = 64, kInputs = 128, kRows = 3;
  ASSERT_OK_AND_ASSIGN(const MmaGemmKernels kernels, MmaGemmKernels::Build(builder(), kTunings[1]));
  const uint16_t kOne = 0x3c00;
  const int blocks = kInputs / kBlock;
  const Buffer values = Upload(std::vector<int8_t>(kOutputs * kInputs, -128));
  const Buffer scales = Upload(std::vector<uint16_t>(kOutputs * blocks, kOne));
  std::vector<int8_t> x(kRows * kInputs, -128);
  for (int i = kInputs; i < 2 * kInputs; ++i) x[i] = 127;
  for (int i = 2 * kInputs; i < 3 * kInputs; ++i) x[i] = 0;
  const Buffer x_values = Upload(x), x_scales = Upload(std::vector<float>(kRows * blocks, 1.0f));
  const Buffer y = Unwritten<float>(kRows * kOutputs);
  LaunchList launches;
  ASSERT_OK(kernels.Gemm({values.get(), scales.get(), kOutputs, kInputs, kOutputs}, nullptr,
                         {x_values.get(), x_scales.get(), kInputs}, {0, kRows}, {y.get(), kOutputs}, false, launches));
  Run(launches);
  std::vector<float> want;
  for (const float each : {128.0f * 128 * kInputs, -128.0f * 127 * kInputs, 0.0f})
    want.insert(want.end(), kOutputs, each);
  ExpectSameBits(Download<float>(y, kRows * kOutputs), want, kOutputs);
}

TEST_P(MmaGemmTest, AddsABiasAndKeepsToItsRows) {
  ASSERT_OK_AND_ASSIGN(const MmaGemmKernels kernels, MmaGemmKernels::Build(builder(), kTunings[3]));
  ExpectABiasAndOnlyItsRows(std::bind_front(&MmaGemmKernels::Gemm, &kernels), /*inputs=*/128);
}

TEST_P(MmaGemmTest, ARowThatHoldsANanShowsItAndHarmsNoOther) {
  ASSERT_OK_AND_ASSIGN(const MmaGemmKernels kernels, MmaGemmKernels::Build(builder(), kTunings[1]));
  ExpectANanShowsInItsRowAlone(std::bind_front(&MmaGemmKernels::Gemm, &kernels));
}

TEST_P(MmaGemmTest, RefusesShapesAndViewsThatItHasNot) {
  for (const MmaTuning& tuning :
       {MmaTuning{.output_parts = 3}, MmaTuning{.row_parts = 0}, MmaTuning{.output_parts = 4, .row_parts = 8},
        MmaTuning{.warps = 0}, MmaTuning{.row_warps = 17}, MmaTuning{.blocks_staged = 17},
        MmaTuning{.blocks_staged = 4, .ahead = 3}, MmaTuning{.warps = 16, .row_warps = 16}}) {
    EXPECT_EQ(MmaGemmKernels::Build(builder(), tuning).status().code(), absl::StatusCode::kInvalidArgument)
        << MmaTuningText(tuning);
  }
  Device small = context().device();
  small.local_bytes = 1000;
  EXPECT_THAT(CheckMmaTuning(MmaTuning{}, small).message(), HasSubstr("1000"));

  ASSERT_OK_AND_ASSIGN(const MmaGemmKernels kernels, MmaGemmKernels::Build(builder(), kTunings[1]));
  const Stack weights = RandomStack(64, 96, 1);
  EXPECT_FALSE(kernels.Takes(weights.view));
  QuantizedBuffer x = RandomRows(1, 96, 1);
  const Input input = UploadInput(x.view(), 1);
  const Buffer y = Unwritten<float>(64);
  LaunchList launches;
  EXPECT_THAT(kernels.Gemm(weights.view, nullptr, input.view, {0, 1}, {y.get(), 64}, false, launches).message(),
              HasSubstr("stages of 2 blocks"));
  const Stack narrow = RandomStack(64, 64, 1);
  const InputView unfit = {y.get(), y.get(), 64};
  EXPECT_FALSE(kernels.TakesSwiglu(narrow.view, unfit));
  EXPECT_THAT(kernels.GemmSwiglu(narrow.view, unfit, {0, 1}, unfit, launches).message(), HasSubstr("rows of 64"));
}

TEST(MmaTuningTest, IsForNvidiasFromAmpereOn) {
  Device device;
  EXPECT_FALSE(MmaTuningFor(device, DotPath::kNvidia).used);
  device.nvidia_compute = 75;
  EXPECT_FALSE(MmaTuningFor(device, DotPath::kNvidia).used);
  device.nvidia_compute = 80;
  EXPECT_TRUE(MmaTuningFor(device, DotPath::kNvidia).used);
  EXPECT_FALSE(MmaTuningFor(device, DotPath::kPlain).used);
}

TEST(MmaTuningTest, LargeTilesAreForProductsThatFillTheDevice) {
  const MmaTuning large = Enlarged(MmaTuning{});
  EXPECT_EQ(large.tile_rows(), 32);
  EXPECT_EQ(large.tile_outputs(), 128);
  MatrixView weights;
  weights.outputs = 3072;
  EXPECT_FALSE(SuitsLarge(large, weights, 200, 132));  // 7 x 24 tiles
  EXPECT_TRUE(SuitsLarge(large, weights, 512, 132));   // 16 x 24
  MmaTuning widest;
  widest.output_parts = widest.row_parts = 4;
  EXPECT_EQ(MmaTuningText(Enlarged(widest)), MmaTuningText(widest));
}

FERRO_FOR_EACH_OPENCL_DEVICE(MmaGemmTest);

}  // namespace
}  // namespace ferro::opencl
