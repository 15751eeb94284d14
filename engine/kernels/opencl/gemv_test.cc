// The decode GEMV on every device against its plain twin, bit for bit.
#include "engine/kernels/opencl/gemv.h"

#include <limits>

#include "engine/kernels/opencl/gemv_testing.h"
#include "gmock/gmock.h"

namespace ferro::opencl {
namespace {

using ::testing::HasSubstr;

constexpr float kBefore = 0.7f;  // what y holds before a product

struct Shape {
  int rows, first, outputs, inputs;
};
// Around passes of 1, 2, 4 and 8 rows; tiles of 32, 96 and 512 outputs; 8 splits of blocks.
constexpr Shape kShapes[] = {{1, 0, 64, 256},  {1, 2, 37, 32}, {2, 1, 96, 288},   {3, 0, 130, 224}, {4, 3, 1, 544},
                             {5, 0, 530, 320}, {8, 1, 64, 96}, {9, 0, 100, 1056}, {17, 2, 33, 64}};

std::string Describe(const Shape& s) {
  return absl::StrCat(s.rows, " rows from ", s.first, ", ", s.outputs, "x", s.inputs);
}

TEST_P(GemvTest, StoresAndAddsWithTheTwinsBits) {
  for (const GemvTuning& tuning : Tunings()) {
    for (const Shape& s : kShapes) {
      if (!Tests(tuning, s.rows)) continue;
      const Stack stack = RandomStack(s.outputs, s.inputs, 1, s.outputs);
      for (const bool norm : {false, true}) {
        SCOPED_TRACE(absl::StrCat(GemvTest::Text(tuning), "; ", Describe(s), norm ? ", norm" : ""));
        Rows x = RandomRows(s.first + s.rows + 1, s.inputs, norm, s.rows);
        for (const bool add : {false, true}) {
          std::vector<float> want(x.count * s.outputs, kBefore);
          const Buffer y = Upload(want);
          for (int row = s.first; row < s.first + s.rows; ++row) {
            const std::vector<float> sums = Product(stack, 0, x, row);
            for (int n = 0; n < s.outputs; ++n) want[row * s.outputs + n] = add ? kBefore + sums[n] : sums[n];
          }
          GemvArgs args{.weights = stack.view(), .rows = {s.first, s.rows}, .input = x.view()};
          const RowsView to = {y.get(), s.outputs};
          if (add) {
            args.output = AddTo{to};
          } else {
            args.output = StoreTo{to};
          }
          LaunchList launches;
          ASSERT_OK(Kernels(tuning).Gemv(args, launches));
          EXPECT_EQ(launches.size(), 1u);
          Run(launches);
          ASSERT_TRUE(SameBits(Download<float>(y, want.size()), want));
        }
      }
    }
  }
}

TEST_P(GemvTest, CompanyDoesNotChangeARow) {
  const GemvKernels& kernels = Kernels(Tunings()[0]);
  constexpr int kRows = 11, kOutputs = 96, kInputs = 352;
  const Stack stack = RandomStack(kOutputs, kInputs, 1, 1);
  for (const bool norm : {false, true}) {
    const Rows x = RandomRows(kRows, kInputs, norm, 2);
    const auto run = [&](std::vector<RowRange> ranges) {
      const Buffer y = Unwritten<float>(kRows * kOutputs);
      LaunchList launches;
      for (const RowRange rows : ranges) {
        EXPECT_OK(kernels.Gemv({stack.view(), rows, x.view(), StoreTo{{y.get(), kOutputs}}}, launches));
      }
      Run(launches);
      return Download<float>(y, kRows * kOutputs);
    };
    const std::vector<float> together = run({{0, kRows}});
    std::vector<RowRange> alone;
    for (int row = 0; row < kRows; ++row) alone.push_back({row, 1});
    EXPECT_TRUE(SameBits(run(alone), together));
    EXPECT_TRUE(SameBits(run({{0, 2}, {2, 3}, {5, 6}}), together));
  }
}

TEST_P(GemvTest, ABrokenRowShowsItAndHarmsNoOther) {
  constexpr int kRows = 3, kOutputs = 64, kInputs = 96;
  const Stack stack = RandomStack(kOutputs, kInputs, 1, 1);
  for (const float broken : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    for (const bool norm : {false, true}) {
      std::vector<float> floats = RandomFloats(kRows * kInputs, 3, 1.0f);
      floats[kInputs + 40] = broken;
      Rows x = MakeRows(floats, kInputs, norm);
      const Buffer y = Unwritten<float>(kRows * kOutputs);
      LaunchList launches;
      ASSERT_OK(
          Kernels(Tunings()[0]).Gemv({stack.view(), {0, kRows}, x.view(), StoreTo{{y.get(), kOutputs}}}, launches));
      Run(launches);
      const std::vector<float> got = Download<float>(y, kRows * kOutputs);
      for (int row = 0; row < kRows; ++row) {
        const std::vector<float> want = Product(stack, 0, x, row);
        EXPECT_EQ(std::isnan(want[0]), row == 1);
        EXPECT_TRUE(SameBits(absl::MakeSpan(got).subspan(row * kOutputs, kOutputs), want)) << row << " " << norm;
      }
    }
  }
}

TEST_P(GemvTest, FusesNormsThatFitAndRefusesOthers) {
  const GemvKernels& kernels = Kernels(Tunings()[0]);
  EXPECT_TRUE(kernels.FusesNorm(1024, 4));
  EXPECT_EQ(kernels.FusesNorm(1024, 64), kernels.tuning().norm_rows >= 64);  // in passes of 8
  const int inputs = (1 << 20);
  EXPECT_FALSE(kernels.FusesNorm(inputs, 8));
  const Buffer x = Unwritten<float>(64), y = Unwritten<float>(64);
  const MatrixView weights = {x.get(), x.get(), 64, inputs, 64, 1};
  LaunchList launches;
  EXPECT_THAT(
      kernels.Gemv({weights, {0, 8}, NormedRows{{x.get(), inputs}, x.get(), kEps}, StoreTo{{y.get(), 64}}}, launches)
          .message(),
      HasSubstr("normalises 8 rows of 1048576"));
}

TEST_P(GemvTest, RefusesViewsThatDoNotFit) {
  const GemvKernels& kernels = Kernels(Tunings()[0]);
  const Stack stack = RandomStack(64, 64, 2, 1);
  const Buffer x = Unwritten<float>(192), y = Unwritten<float>(192);
  const InputView input = {x.get(), x.get(), 64};
  LaunchList launches;
  const auto code = [&](MatrixView weights, RowRange rows, auto from, auto to) {
    return kernels.Gemv({weights, rows, from, to}, launches).code();
  };
  const StoreTo store{{y.get(), 64}};
  MatrixView other = stack.view();
  other.inputs = 96;
  EXPECT_EQ(code(other, {0, 1}, input, store), absl::StatusCode::kInternal);
  EXPECT_EQ(code(stack.view(), {0, 1}, input, StoreTo{{y.get(), 63}}), absl::StatusCode::kInternal);
  EXPECT_EQ(code(stack.view(), {0, 1}, input, SwigluTo{{y.get(), y.get(), 64}}), absl::StatusCode::kInternal);
  EXPECT_EQ(code(stack.view(), {-1, 1}, input, store), absl::StatusCode::kInternal);
  EXPECT_EQ(code(stack.view(), {1 << 30, 1}, input, store), absl::StatusCode::kInternal);
  EXPECT_EQ(code(stack.view(), {0, 1}, NormedRows{{y.get(), 64}, x.get(), kEps}, store), absl::StatusCode::kInternal);
  EXPECT_EQ(code(stack.view(), {0, 1}, input, ConvolveTo{.out = input, .taps_count = 17}), absl::StatusCode::kInternal);
  EXPECT_EQ(kernels.ExpertGemv({stack.view(), x.get(), 3, {0, 1}, input, false, store}, launches).code(),
            absl::StatusCode::kInternal);
  EXPECT_OK(kernels.Gemv({stack.view(), {5, 0}, input, store}, launches));
  EXPECT_TRUE(launches.empty());
}

TEST_P(GemvTest, RefusesShapesThatItHasNot) {
  for (const GemvShape& shape :
       {GemvShape{.lanes = 16}, GemvShape{.lanes = 48}, GemvShape{.span = 0}, GemvShape{.span = 8},
        GemvShape{.span = 48}, GemvShape{.lanes = 8192, .span = 1024}, GemvShape{.ahead = 0}, GemvShape{.ahead = 9}}) {
    EXPECT_EQ(GemvKernels::Build(builder(), {.shape = shape}).status().code(), absl::StatusCode::kInvalidArgument)
        << GemvShapeText(shape);
  }
  EXPECT_EQ(GemvKernels::Build(builder(), {.shape = {}, .narrow = {.lanes = 4}, .narrow_outputs = 64}).status().code(),
            absl::StatusCode::kInvalidArgument);
  Device small = context().device();
  small.local_bytes = 1000;
  EXPECT_THAT(CheckGemvTuning(GemvTuning(), small).message(), HasSubstr("1000"));
}

FERRO_FOR_EACH_OPENCL_DEVICE(GemvTest);

}  // namespace
}  // namespace ferro::opencl
