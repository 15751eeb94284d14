// The tile GEMM on every device against the scalar definition, bit for bit, in several shapes.
#include "engine/kernels/opencl/gemm.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/kernels/opencl/gemm_testing.h"
#include "gmock/gmock.h"

namespace ferro::opencl {
namespace {

using ::testing::HasSubstr;

// The smallest shape; one with vectors of outputs and several row lanes, whose cache makes bands of 2, 2 and 1 row
// tiles of the last of kShapes; one with a row count that is no power of two and blocks that straddle the stages; one
// that loads blocks ahead, more than there are at the end.
constexpr GemmTuning kTunings[] = {
    {.rows_per_item = 2, .outputs_per_item = 1, .lanes = 16, .row_lanes = 1, .blocks_staged = 1},
    {.rows_per_item = 4, .outputs_per_item = 4, .lanes = 16, .row_lanes = 2, .blocks_staged = 4, .cache_bytes = 6000},
    {.rows_per_item = 6, .outputs_per_item = 2, .lanes = 8, .row_lanes = 3, .blocks_staged = 5},
    {.rows_per_item = 2, .outputs_per_item = 2, .lanes = 16, .row_lanes = 2, .blocks_staged = 4, .ahead = 4},
};

struct Shape {
  int rows, outputs, inputs;
};
// Around the edges of tiles (2, 8, 16, 18 rows; 16, 64 outputs), of the padding, and of stages (1, 4, 5 blocks).
constexpr Shape kShapes[] = {{1, 64, 32}, {17, 37, 96}, {19, 130, 352}, {36, 65, 160}};

class GemmTest : public GemmKernelTest {};

TEST(GemmTuningTest, OnlyMatricesLargerThanTheCacheGoThroughItInSlices) {
  const GemmTuning tuning = kTunings[1];  // 8 rows of 160 inputs: 1440 bytes
  EXPECT_EQ(tuning.BandOf(35, 160), 1);   // 5950 bytes of weights
  EXPECT_EQ(tuning.BandOf(65, 160), 2);   // as many tiles of rows as half the cache holds
  EXPECT_EQ(tuning.BandOf(65, 1600), 1);
  EXPECT_EQ((GemmTuning{.cache_bytes = 0}).BandOf(1 << 20, 1024), 1);
}

TEST_P(GemmTest, EqualsScalarInEveryShapeOfTile) {
  for (const GemmTuning& tuning : kTunings) {
    SCOPED_TRACE(GemmTuningText(tuning));
    ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), tuning));
    for (const auto& [rows, outputs, inputs] : kShapes) {
      SCOPED_TRACE(testing::Message() << rows << " rows, " << outputs << " x " << inputs);
      const int width = outputs + 3;  // columns that nothing may write
      const Stack weights = RandomStack(outputs, inputs, 1);
      QuantizedBuffer x = RandomRows(rows, inputs, rows);
      const Input input = UploadInput(x.view(), rows);
      for (const bool accumulate : {false, true}) {
        std::vector<float> want(rows * width, kBefore);
        const Buffer y = Upload(want);
        ScalarGemm(weights.host[0], x.view(), rows, width, accumulate, want.data());
        LaunchList launches;
        ASSERT_OK(kernels.Gemm(weights.view, input.view, {0, rows}, {y.get(), width}, accumulate, launches));
        Run(launches);
        ExpectSameBits(Download<float>(y, rows * width), want, width);
      }
    }
  }
}

TEST_P(GemmTest, TheTuningsToStartFromEqualScalar) {
  for (const DotPath path : {dot(), DotPath::kIntel, DotPath::kNvidia}) {
    const GemmTuning tuning = GemmTuningFor(device(), path);
    SCOPED_TRACE(GemmTuningText(tuning));
    ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), tuning));
    const int rows = 2 * tuning.tile_rows() + 1, outputs = 100, inputs = 416;
    const Stack weights = RandomStack(outputs, inputs, 1);
    QuantizedBuffer x = RandomRows(rows, inputs, 7);
    const Input input = UploadInput(x.view(), rows);
    std::vector<float> want(rows * outputs);
    ScalarGemm(weights.host[0], x.view(), rows, outputs, false, want.data());
    const Buffer y = Unwritten<float>(rows * outputs);
    LaunchList launches;
    ASSERT_OK(kernels.Gemm(weights.view, input.view, {0, rows}, {y.get(), outputs}, false, launches));
    Run(launches);
    ExpectSameBits(Download<float>(y, rows * outputs), want, outputs);
  }
}

TEST_P(GemmTest, SplitsOfRowsAndOutputsDoNotChangeBits) {
  ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), kTunings[1]));
  constexpr int kRows = 21, kOutputs = 150, kInputs = 192;
  const Stack weights = RandomStack(kOutputs, kInputs, 1);
  QuantizedBuffer x = RandomRows(kRows, kInputs, 3);
  const Input input = UploadInput(x.view(), kRows);
  std::vector<float> want(kRows * kOutputs);
  ScalarGemm(weights.host[0], x.view(), kRows, kOutputs, false, want.data());

  const Buffer y = Unwritten<float>(kRows * kOutputs);
  LaunchList launches;
  for (const RowRange rows : {RowRange{0, 5}, RowRange{5, 1}, RowRange{6, 15}}) {
    for (const OutputRange outputs : {OutputRange{0, 64}, OutputRange{64, 86}}) {
      ASSERT_OK(kernels.Gemm(weights.view, input.view, rows, outputs, {y.get(), kOutputs}, false, launches));
    }
  }
  EXPECT_EQ(launches.size(), 6u);
  Run(launches);
  ExpectSameBits(Download<float>(y, kRows * kOutputs), want, kOutputs);
}

TEST_P(GemmTest, AddsABiasToTheFinishedSum) {
  for (const GemmTuning& tuning : kTunings) {
    SCOPED_TRACE(GemmTuningText(tuning));
    ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), tuning));
    ExpectABiasAndOnlyItsRows(std::bind_front(&GemmKernels::GemmBias, &kernels), /*inputs=*/96);
  }
}

TEST_P(GemmTest, WritesNothingOutsideItsRanges) {
  ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), kTunings[1]));
  constexpr int kRows = 9, kOutputs = 192, kInputs = 64;
  const Stack weights = RandomStack(kOutputs, kInputs, 1);
  QuantizedBuffer x = RandomRows(kRows, kInputs, 3);
  const Input input = UploadInput(x.view(), kRows);
  std::vector<float> all(kRows * kOutputs), want(kRows * kOutputs, kBefore);
  ScalarGemm(weights.host[0], x.view(), kRows, kOutputs, false, all.data());
  for (int row = 3; row < 8; ++row) {
    for (int output = 64; output < 135; ++output) want[row * kOutputs + output] = all[row * kOutputs + output];
  }
  const Buffer y = Upload(std::vector<float>(kRows * kOutputs, kBefore));
  LaunchList launches;
  ASSERT_OK(kernels.Gemm(weights.view, input.view, {3, 5}, {64, 71}, {y.get(), kOutputs}, false, launches));
  Run(launches);
  ExpectSameBits(Download<float>(y, kRows * kOutputs), want, kOutputs);
}

TEST_P(GemmTest, ARowThatHoldsANanShowsItAndHarmsNoOther) {
  ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), kTunings[1]));
  ExpectANanShowsInItsRowAlone([&](const MatrixView& weights, cl_mem, const InputView& x, RowRange rows, RowsView y,
                                   bool accumulate,
                                   LaunchList& out) { return kernels.Gemm(weights, x, rows, y, accumulate, out); });
}

// A division of pairs among matrices as a device would write it.
struct Division {
  std::vector<int32_t> tiles;  // int4 each
  std::vector<int> matrix_of_pair;
};

// `counts`: pairs of each matrix. Padded to `tile_count` tiles with nothing to do.
Division Divide(const std::vector<int>& counts, int tile_rows, int tile_count) {
  Division division;
  for (int m = 0; m < static_cast<int>(counts.size()); ++m) {
    for (int done = 0; done < counts[m]; done += tile_rows) {
      const int first = static_cast<int>(division.matrix_of_pair.size());
      const int pairs = std::min(tile_rows, counts[m] - done);
      for (const int value : {m, first, pairs, 0}) division.tiles.push_back(value);
      division.matrix_of_pair.insert(division.matrix_of_pair.end(), pairs, m);
    }
  }
  EXPECT_LE(division.tiles.size(), 4u * tile_count);
  while (division.tiles.size() < 4u * tile_count) {
    for (const int value : {-1, 0, 0, 0}) division.tiles.push_back(value);
  }
  return division;
}

TEST_P(GemmTest, GroupedEqualsTheProductOfEachMatrix) {
  constexpr int kOutputs = 70, kInputs = 160, kRows = 11;
  const std::vector<int> counts = {0, 1, 19, 0, 8, 3};
  const int pairs = std::accumulate(counts.begin(), counts.end(), 0);
  const Stack stack = RandomStack(kOutputs, kInputs, static_cast<int>(counts.size()));
  QuantizedBuffer x = RandomRows(pairs, kInputs, 5);
  const Input input = UploadInput(x.view(), pairs);
  std::vector<int> sources(pairs);
  for (int pair = 0; pair < pairs; ++pair) sources[pair] = pair * 7 % kRows;
  const Buffer sources_buffer = Upload(sources);

  for (const GemmTuning& tuning : {kTunings[1], kTunings[2]}) {
    SCOPED_TRACE(GemmTuningText(tuning));
    ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), tuning));
    const int tile_count = MaxTiles(pairs, static_cast<int>(counts.size()), kernels.tile_rows());
    const Division division = Divide(counts, kernels.tile_rows(), tile_count);
    const Buffer tiles = Upload(division.tiles);
    for (const bool gather : {false, true}) {
      SCOPED_TRACE(gather);
      std::vector<float> want((pairs + 1) * kOutputs, kBefore);  // the last row belongs to no tile
      for (int pair = 0; pair < pairs; ++pair) {
        ScalarGemm(stack.host[division.matrix_of_pair[pair]], x.view().From(gather ? sources[pair] : pair), 1, kOutputs,
                   false, &want[pair * kOutputs]);
      }
      const Buffer y = Upload(std::vector<float>(want.size(), kBefore));
      const PairsView view{tiles.get(), gather ? sources_buffer.get() : nullptr};
      LaunchList launches;
      for (const TileRange range : {TileRange{0, 2}, TileRange{2, tile_count - 2}}) {
        ASSERT_OK(kernels.GroupedGemm(stack.view, input.view, view, range, {0, 64}, {y.get(), kOutputs}, launches));
      }
      ASSERT_OK(kernels.GroupedGemm(stack.view, input.view, view, {0, tile_count}, {64, kOutputs - 64},
                                    {y.get(), kOutputs}, launches));
      Run(launches);
      ExpectSameBits(Download<float>(y, static_cast<int64_t>(want.size())), want, kOutputs);
    }
  }
}

TEST_P(GemmTest, RefusesShapesThatItHasNot) {
  for (const GemmTuning& tuning :
       {GemmTuning{.rows_per_item = 3}, GemmTuning{.rows_per_item = 0}, GemmTuning{.outputs_per_item = 3},
        GemmTuning{.outputs_per_item = 2}, GemmTuning{.lanes = 48}, GemmTuning{.row_lanes = 0},
        GemmTuning{.blocks_staged = 65}, GemmTuning{.ahead = 0}, GemmTuning{.blocks_staged = 4, .ahead = 3},
        GemmTuning{.cache_bytes = -1}}) {
    EXPECT_EQ(GemmKernels::Build(builder(), tuning).status().code(), absl::StatusCode::kInvalidArgument)
        << GemmTuningText(tuning);
  }
  Device small = device();
  small.local_bytes = 1000;
  EXPECT_THAT(CheckGemmTuning(GemmTuning{}, small).message(), HasSubstr("1000"));
}

TEST_P(GemmTest, RefusesViewsThatDoNotFit) {
  ASSERT_OK_AND_ASSIGN(const GemmKernels kernels, GemmKernels::Build(builder(), kTunings[0]));
  const Stack weights = RandomStack(64, 64, 1);
  QuantizedBuffer x = RandomRows(1, 64, 1);
  const Input input = UploadInput(x.view(), 1);
  const Buffer y = Unwritten<float>(64);
  LaunchList launches;
  const auto code = [&](MatrixView matrix, RowRange rows, OutputRange outputs, int width) {
    return kernels.Gemm(matrix, input.view, rows, outputs, {y.get(), width}, false, launches).code();
  };
  MatrixView other = weights.view;
  other.inputs = 96;
  EXPECT_EQ(code(other, {0, 1}, {0, 64}, 64), absl::StatusCode::kInternal);
  EXPECT_EQ(code(weights.view, {0, 1}, {0, 64}, 63), absl::StatusCode::kInternal);
  EXPECT_EQ(code(weights.view, {0, 1}, {0, 65}, 65), absl::StatusCode::kInternal);
  EXPECT_EQ(code(weights.view, {0, 1}, {32, 32}, 64), absl::StatusCode::kInternal);
  EXPECT_EQ(code(weights.view, {-1, 1}, {0, 64}, 64), absl::StatusCode::kInternal);
  EXPECT_EQ(code(weights.view, {1 << 30, 1}, {0, 64}, 64), absl::StatusCode::kInternal);
  EXPECT_EQ(code(weights.view, {0, 0}, {0, 64}, 64), absl::StatusCode::kOk);
  EXPECT_TRUE(launches.empty());
}

FERRO_FOR_EACH_OPENCL_DEVICE(GemmTest);

}  // namespace
}  // namespace ferro::opencl
