#include "engine/kernels/ops/test_util.h"

namespace ferro {
namespace {

struct Problem {
  int rows, channels, taps_count;
  std::vector<float> bcx, taps, state;

  Problem(int rows, int channels, int taps_count)
      : rows(rows),
        channels(channels),
        taps_count(taps_count),
        bcx(RandomFloats(int64_t{rows} * 3 * channels, rows)),
        taps(RandomFloats(channels * taps_count, 2)),
        state(RandomFloats(channels * (taps_count - 1), 3)) {}
};

struct Result {
  std::vector<float> out, state;
};

// The rows in slices of these lengths, channels cut at these places.
Result Convolve(const FloatKernels& kernels, const Problem& problem, const std::vector<int>& slices,
                std::vector<int> channel_cuts = {}) {
  Result result = {std::vector<float>(int64_t{problem.rows} * problem.channels), problem.state};
  channel_cuts.push_back(problem.channels);
  int row = 0;
  for (int slice : slices) {
    const ShortConvTask task = {.bcx = problem.bcx.data() + int64_t{row} * 3 * problem.channels,
                                .bcx_stride = 3 * problem.channels,
                                .rows = slice,
                                .channels = problem.channels,
                                .taps = problem.taps.data(),
                                .taps_count = problem.taps_count,
                                .state = result.state.data(),
                                .out = result.out.data() + int64_t{row} * problem.channels,
                                .out_stride = problem.channels};
    int begin = 0;
    for (int end : channel_cuts) {
      kernels.short_conv(task, begin, end);
      begin = end;
    }
    row += slice;
  }
  return result;
}

using ShortConvTest = IsaTest;

TEST_P(ShortConvTest, EqualsScalarForAnySplit) {
  for (int taps_count : {2, 3, 4, 5, 16}) {
    for (int channels : {1, 15, 16, 17, 64, 300}) {
      const Problem problem(23, channels, taps_count);
      const Result want = Convolve(scalar(), problem, {23});
      const std::vector<std::vector<int>> splits = {{23}, {1, 22}, {2, 2, 19}, std::vector<int>(23, 1)};
      for (const std::vector<int>& slices : splits) {
        for (const std::vector<int>& cuts : std::vector<std::vector<int>>{{}, {channels / 2}, {1, channels}}) {
          const Result got = Convolve(kernels(), problem, slices, cuts);
          EXPECT_TRUE(SameBits(got.out, want.out)) << taps_count << " taps, " << channels << " channels";
          EXPECT_TRUE(SameBits(got.state, want.state)) << taps_count << " taps, " << channels << " channels";
        }
      }
    }
  }
}

FERRO_FOR_EACH_ISA(ShortConvTest);

TEST(ShortConvDefinitionTest, IsTheConvolutionOfTheGatedInputs) {
  const Problem problem(9, 5, 3);
  const Result got = Convolve(FloatKernelsFor(Isa::kScalar), problem, {9});
  const auto u = [&](int t, int c) -> double {
    if (t < 0) return problem.state[(t + 2) * 5 + c];
    return double{problem.bcx[t * 15 + c]} * problem.bcx[t * 15 + 10 + c];
  };
  for (int t = 0; t < 9; ++t) {
    for (int c = 0; c < 5; ++c) {
      double v = 0, magnitude = 0;
      for (int k = 0; k < 3; ++k) {
        v += problem.taps[c * 3 + k] * u(t - 2 + k, c);
        magnitude += std::abs(problem.taps[c * 3 + k] * u(t - 2 + k, c));
      }
      const double gate = problem.bcx[t * 15 + 5 + c];
      EXPECT_NEAR(got.out[t * 5 + c], gate * v, 5 * 0x1p-24 * std::abs(gate) * magnitude);
    }
  }
  for (int c = 0; c < 5; ++c) {
    EXPECT_EQ(got.state[c], static_cast<float>(u(7, c)));
    EXPECT_EQ(got.state[5 + c], static_cast<float>(u(8, c)));
  }
}

}  // namespace
}  // namespace ferro
