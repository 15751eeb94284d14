// Every row operation against the scalar tables: equal bits, for widths around a group's edge and for any range of
// rows.
#include "engine/kernels/opencl/rows.h"

#include <limits>

#include "engine/gguf/half.h"
#include "engine/kernels/opencl/input_testing.h"

namespace ferro::opencl {
namespace {

constexpr float kEps = 1e-5f;
constexpr int kRows = 7;
constexpr RowRange kRanges[] = {{0, kRows}, {2, 3}, {kRows - 1, 1}};
constexpr int kWidths[] = {32, 480, 512, 1056};  // 128 items hold 512 values

const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }

// What quantisation treats apart: a block of zeros, one too small for a scale, one that rounds at halves, one with a
// NaN and one with an infinity.
std::vector<float> HardRows(int width) {
  std::vector<float> x = RandomFloats(int64_t{kRows} * width, width, 3.0f);
  const auto block = [&](int row, int b) { return x.begin() + row * width + b % (width / kBlock) * kBlock; };
  std::fill_n(block(1, 0), kBlock, 0.0f);
  std::fill_n(block(2, 1), kBlock, 1e-6f);
  for (int i = 0; i < kBlock; ++i) block(3, 2)[i] = i == 0 ? -127.0f : static_cast<float>(i) + 0.5f;
  block(4, 3)[5] = std::numeric_limits<float>::quiet_NaN();
  block(5, 4)[31] = -std::numeric_limits<float>::infinity();
  return x;
}

class RowsTest : public InputTest {};

TEST_P(RowsTest, QuantisesLikeTheScalarTable) {
  for (const int items : {32, 128}) {
    ASSERT_OK_AND_ASSIGN(const auto kernels, RowKernels::Build(builder(), {.items = items}));
    for (const int width : kWidths) {
      const std::vector<float> x = HardRows(width);
      const Buffer x_buffer = Upload(x);
      for (const RowRange range : kRanges) {
        const Input in = NewInput(kRows, width);
        LaunchList launches;
        ASSERT_OK(kernels.Quantise({x_buffer.get(), width}, range, in.view(), launches));
        Run(launches);
        ExpectQuantised(in, x, range, absl::StrCat(width, " wide, ", items, " items"));
      }
    }
  }
}

TEST_P(RowsTest, NormalisesLikeTheScalarTable) {
  ASSERT_OK_AND_ASSIGN(const auto kernels, RowKernels::Build(builder()));
  for (const int width : kWidths) {
    const std::vector<float> x = RandomFloats(int64_t{kRows} * width, 1, 3.0f), weight = RandomFloats(width, 2, 1.0f);
    std::vector<float> want(x.size());
    for (int r = 0; r < kRows; ++r) {
      Scalar().rms_norm(&x[r * width], weight.data(), kEps, width, &want[r * width]);
    }
    const Buffer x_buffer = Upload(x), weight_buffer = Upload(weight);
    for (const RowRange range : kRanges) {
      const Input in = NewInput(kRows, width), quiet = NewInput(kRows, width);
      const Buffer normed_buffer = Unwritten<float>(kRows * width);
      const RowsView normed = {normed_buffer.get(), width};
      LaunchList launches;
      ASSERT_OK(kernels.NormQuantise({x_buffer.get(), width}, range, weight_buffer.get(), kEps, in.view(), &normed,
                                     launches));
      ASSERT_OK(kernels.NormQuantise({x_buffer.get(), width}, range, weight_buffer.get(), kEps, quiet.view(), nullptr,
                                     launches));
      Run(launches);
      ExpectQuantised(in, want, range, absl::StrCat(width, " wide"));
      ExpectQuantised(quiet, want, range, absl::StrCat(width, " wide, int8 rows alone"));
      const std::vector<float> got = Download<float>(normed_buffer, kRows * width);
      const auto rows = [&](const std::vector<float>& all) {
        return absl::MakeConstSpan(all).subspan(range.begin * width, range.count * width);
      };
      EXPECT_TRUE(SameBits(rows(got), rows(want))) << width;
      EXPECT_TRUE(range.begin == 0 || std::isnan(got[0])) << "a row that is not in the range";
    }
  }
}

TEST_P(RowsTest, GatesLikeTheScalarTable) {
  ASSERT_OK_AND_ASSIGN(const auto kernels, RowKernels::Build(builder()));
  for (const int width : kWidths) {
    const std::vector<float> gate_up = RandomFloats(int64_t{kRows} * 2 * width, 3, 8.0f);
    std::vector<float> want(kRows * width);
    for (int r = 0; r < kRows; ++r) {
      const float* const gate = &gate_up[r * 2 * width];
      Scalar().swiglu(gate, gate + width, width, &want[r * width]);
    }
    const Buffer buffer = Upload(gate_up);
    for (const RowRange range : kRanges) {
      const Input in = NewInput(kRows, width);
      LaunchList launches;
      ASSERT_OK(kernels.SwiGluQuantise({buffer.get(), 2 * width}, range, in.view(), launches));
      Run(launches);
      ExpectQuantised(in, want, range, absl::StrCat(width, " wide"));
    }
  }
}

TEST_P(RowsTest, EmbedsTokensOfThePassAndTokensChosenBefore) {
  constexpr int kTokens = 70, kPadded = 128, kMaxRows = 9;
  ASSERT_OK_AND_ASSIGN(const auto kernels, RowKernels::Build(builder()));
  for (const int width : kWidths) {
    const int blocks = width / kBlock;
    std::mt19937 random(width);
    std::vector<uint32_t> values(blocks * 8 * kPadded);
    std::vector<uint16_t> scales(blocks * kPadded);
    for (uint32_t& value : values) value = random();
    for (uint16_t& scale : scales) scale = static_cast<uint16_t>((random() & 0x83ff) | 0x1800);
    const Buffer value_buffer = Upload(values), scale_buffer = Upload(scales);
    const MatrixView table = {value_buffer.get(), scale_buffer.get(), kTokens, width, kPadded};

    const std::vector<int> tokens = {0, 69, -1, 5, -1, 64, 1}, chosen = {17, 3, 68};
    std::vector<cl_int4> pass(3 * kMaxRows);
    for (int r = 0; r < kRows; ++r) pass[r] = {{tokens[r], 100 + r, r % 3, r}};
    const Buffer pass_buffer = Upload(pass), chosen_buffer = Upload(chosen);
    const Buffer x = Unwritten<float>(kRows * width);
    LaunchList launches;
    // Rows 1 to 3 and 4 to 6; row 0 is left out.
    for (const RowRange range : {RowRange{1, 3}, {4, 3}}) {
      ASSERT_OK(
          kernels.Embed(table, range, {pass_buffer.get(), kMaxRows}, chosen_buffer.get(), {x.get(), width}, launches));
    }
    Run(launches);
    const std::vector<float> got = Download<float>(x, kRows * width);
    for (int r = 0; r < kRows; ++r) {
      const int token = tokens[r] >= 0 ? tokens[r] : chosen[r % 3];
      for (int i = 0; i < width; ++i) {
        if (r == 0) {
          ASSERT_TRUE(std::isnan(got[i]));
          continue;
        }
        const int block = i / kBlock, word = i % kBlock / 4;
        const auto q = static_cast<int8_t>(values[(block * 8 + word) * kPadded + token] >> i % 4 * 8);
        ASSERT_TRUE(SameBits(got[r * width + i], HalfToFloat(scales[block * kPadded + token]) * q))
            << "row " << r << ", value " << i << " of " << width;
      }
    }
  }
}

TEST_P(RowsTest, MovesLogitRowsToTheFront) {
  constexpr int kMaxRows = 8, kWidth = 96, kInputs = 64;
  ASSERT_OK_AND_ASSIGN(const auto kernels, RowKernels::Build(builder()));
  const std::vector<float> x = RandomFloats(kRows * kWidth, 4, 1.0f);
  std::vector<int8_t> values(kRows * kInputs);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int8_t>(i * 7);
  const std::vector<float> scales = RandomFloats(kRows * kInputs / kBlock, 5, 1.0f);
  for (const std::vector<int>& logit_rows : std::vector<std::vector<int>>{{0, 1, 2, 5, 6}, {1, 2, 3, 4, 5, 6}, {6}}) {
    const int count = static_cast<int>(logit_rows.size());
    std::vector<cl_int4> pass(3 * kMaxRows);
    for (int i = 0; i < count; ++i) pass[2 * kMaxRows + i] = {{logit_rows[i], 0, 0, 0}};
    const Buffer pass_buffer = Upload(pass), x_buffer = Upload(x), value_buffer = Upload(values);
    const Buffer scale_buffer = Upload(scales);
    LaunchList launches;
    ASSERT_OK(kernels.GatherRows({pass_buffer.get(), kMaxRows}, count, {x_buffer.get(), kWidth},
                                 {value_buffer.get(), scale_buffer.get(), kInputs}, launches));
    Run(launches);
    const auto expect = [&](const auto& got, const auto& all, int width) {
      for (int row = 0; row < kRows; ++row) {
        const int from = row < count ? logit_rows[row] : row;  // rows behind the last stay as they are
        for (int i = 0; i < width; ++i) ASSERT_EQ(got[row * width + i], all[from * width + i]) << row << " " << i;
      }
    };
    expect(Download<float>(x_buffer, x.size()), x, kWidth);
    expect(Download<int8_t>(value_buffer, values.size()), values, kInputs);
    expect(Download<float>(scale_buffer, scales.size()), scales, kInputs / kBlock);
  }
}

TEST_P(RowsTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(RowKernels::Build(builder(), {.items = 48}).status().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_OK_AND_ASSIGN(const auto kernels, RowKernels::Build(builder()));
  const Input in = NewInput(1, 64);
  const Buffer x = Unwritten<float>(128);
  LaunchList launches;
  EXPECT_EQ(kernels.Quantise({x.get(), 96}, {0, 1}, in.view(), launches).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(kernels.SwiGluQuantise({x.get(), 64}, {0, 1}, in.view(), launches).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(launches.empty());
}

FERRO_FOR_EACH_OPENCL_DEVICE(RowsTest);

}  // namespace
}  // namespace ferro::opencl
