// What the decode GEMV does with its sums, and its experts, against the scalar tables: equal bits on every device.
#include <numeric>

#include "engine/kernels/opencl/gemv_testing.h"

namespace ferro::opencl {
namespace {

struct Shape {
  int rows, first, width, inputs;  // width of the result, a multiple of 32
};
constexpr Shape kShapes[] = {{1, 1, 544, 288}, {2, 0, 32, 64}, {4, 0, 96, 96}, {9, 2, 160, 544}};

class GemvFusedTest : public GemvTest {
 protected:
  std::string Text(const GemvTuning& tuning, const Shape& s, bool norm) {
    return absl::StrCat(GemvTest::Text(tuning), "; ", s.rows, " rows from ", s.first, ", ", s.width, "x", s.inputs,
                        norm ? ", norm" : "");
  }
};

TEST_P(GemvFusedTest, SwigluEqualsTheTables) {
  for (const GemvTuning& tuning : Tunings()) {
    for (const Shape& s : kShapes) {
      if (!Tests(tuning, s.rows)) continue;
      const Stack stack = RandomStack(2 * s.width, s.inputs, 1, s.width);
      for (const bool norm : {false, true}) {
        Rows x = RandomRows(s.first + s.rows + 1, s.inputs, norm, s.rows);
        std::vector<float> want(x.count * s.width);
        for (int row = 0; row < x.count; ++row) {
          const std::vector<float> sums = Product(stack, 0, x, row);
          Scalar().swiglu(sums.data(), &sums[s.width], s.width, &want[row * s.width]);
        }
        const Input out = NewInput(x.count, s.width);
        LaunchList launches;
        ASSERT_OK(Kernels(tuning).Gemv({stack.view(), {s.first, s.rows}, x.view(), SwigluTo{out.view()}}, launches));
        Run(launches);
        ExpectQuantised(out, want, {s.first, s.rows}, Text(tuning, s, norm));
      }
    }
  }
}

TEST_P(GemvFusedTest, ConvolutionStepEqualsTheTables) {
  for (const GemvTuning& tuning : Tunings()) {
    for (const Shape& s : kShapes) {
      if (!Tests(tuning, s.rows)) continue;
      const Stack stack = RandomStack(3 * s.width, s.inputs, 1, s.width);
      for (const int taps_count : {2, 3, 16}) {
        const bool norm = taps_count == 3;
        Rows x = RandomRows(s.first + s.rows + 1, s.inputs, norm, s.rows);
        // Slots in another order than rows, and one more that no row has.
        const int slots = x.count + 1, kept = taps_count - 1;
        std::vector<int> pass(4 * 3 * x.count, -1);
        for (int row = 0; row < x.count; ++row) pass[4 * row + 2] = (row * 5 + 2) % slots;
        const std::vector<float> taps = RandomFloats(s.width * taps_count, 5, 1.0f);
        std::vector<float> state = RandomFloats(int64_t{slots} * kept * s.width, 6, 9.0f);
        const Buffer pass_buffer = Upload(pass), taps_buffer = Upload(taps), state_buffer = Upload(state);

        std::vector<float> want(x.count * s.width);
        for (int row = s.first; row < s.first + s.rows; ++row) {
          const std::vector<float> bcx = Product(stack, 0, x, row);
          float* const kept_by_slot = &state[int64_t{pass[4 * row + 2]} * kept * s.width];
          Scalar().short_conv({bcx.data(), 3 * s.width, 1, s.width, taps.data(), taps_count, kept_by_slot,
                               &want[row * s.width], s.width},
                              0, s.width);
        }
        const Input out = NewInput(x.count, s.width);
        const ConvolveTo to = {
            out.view(), taps_buffer.get(), state_buffer.get(), taps_count, {pass_buffer.get(), x.count}};
        LaunchList launches;
        ASSERT_OK(Kernels(tuning).Gemv({stack.view(), {s.first, s.rows}, x.view(), to}, launches));
        Run(launches);
        ExpectQuantised(out, want, {s.first, s.rows}, absl::StrCat(Text(tuning, s, norm), ", taps ", taps_count));
        EXPECT_TRUE(SameBits(Download<float>(state_buffer, state.size()), state)) << Text(tuning, s, norm);
      }
    }
  }
}

TEST_P(GemvFusedTest, ExpertsEqualTheirMatrices) {
  constexpr int kExperts = 5, kUsed = 2, kRows = 4, kFirst = 1, kInputs = 288, kWidth = 96;
  constexpr int kAllPairs = (kFirst + kRows + 1) * kUsed, kFirstPair = kFirst * kUsed, kPairs = kRows * kUsed;
  std::vector<int> chosen(kAllPairs);
  for (int pair = 0; pair < kAllPairs; ++pair) chosen[pair] = pair * 3 % kExperts;
  const Buffer chosen_buffer = Upload(chosen);
  const Stack stack = RandomStack(2 * kWidth, kInputs, kExperts, 1);
  for (const GemvTuning& tuning : Tunings()) {
    for (const bool per_pair : {false, true}) {
      SCOPED_TRACE(absl::StrCat(GemvTest::Text(tuning), per_pair ? "; a row of its own for each pair" : ""));
      Rows x = RandomRows(per_pair ? kAllPairs : kAllPairs / kUsed, kInputs, false, 2);
      std::vector<float> sums(kAllPairs * 2 * kWidth, std::numeric_limits<float>::quiet_NaN());
      std::vector<float> gated(kAllPairs * kWidth);
      for (int pair = kFirstPair; pair < kFirstPair + kPairs; ++pair) {
        const std::vector<float> y = Product(stack, chosen[pair], x, per_pair ? pair : pair / kUsed);
        std::copy(y.begin(), y.end(), &sums[pair * 2 * kWidth]);
        Scalar().swiglu(y.data(), &y[kWidth], kWidth, &gated[pair * kWidth]);
      }
      const Buffer y = Unwritten<float>(kAllPairs * 2 * kWidth);
      const Input out = NewInput(kAllPairs, kWidth);
      ExpertGemvArgs args{.weights = stack.view(),
                          .chosen = chosen_buffer.get(),
                          .used = kUsed,
                          .rows = {kFirst, kRows},
                          .input = std::get<InputView>(x.view()),
                          .input_per_pair = per_pair,
                          .output = StoreTo{{y.get(), 2 * kWidth}}};
      LaunchList launches;
      ASSERT_OK(Kernels(tuning).ExpertGemv(args, launches));
      args.output = SwigluTo{out.view()};
      ASSERT_OK(Kernels(tuning).ExpertGemv(args, launches));
      Run(launches);
      EXPECT_TRUE(SameBits(Download<float>(y, sums.size()), sums));
      ExpectQuantised(out, gated, {kFirstPair, kPairs}, "pairs");
    }
  }
}

TEST_P(GemvFusedTest, StepAfterStepMovesTheStateOn) {
  constexpr int kWidth = 32, kInputs = 64, kTaps = 3, kSteps = 5;
  const Stack stack = RandomStack(3 * kWidth, kInputs, 1, 1);
  Rows x = RandomRows(kSteps, kInputs, false, 2);
  const std::vector<float> taps = RandomFloats(kWidth * kTaps, 5, 1.0f);
  std::vector<float> state((kTaps - 1) * kWidth), bcx, want(kSteps * kWidth);
  for (int step = 0; step < kSteps; ++step) {
    const std::vector<float> row = Product(stack, 0, x, step);
    bcx.insert(bcx.end(), row.begin(), row.end());
  }
  const Buffer taps_buffer = Upload(taps), state_buffer = Upload(state);
  Scalar().short_conv({bcx.data(), 3 * kWidth, kSteps, kWidth, taps.data(), kTaps, state.data(), want.data(), kWidth},
                      0, kWidth);
  const Buffer pass = Upload(std::vector<int>(4 * 3 * kSteps, 0));  // one slot for all
  const Input out = NewInput(kSteps, kWidth);
  const ConvolveTo to = {out.view(), taps_buffer.get(), state_buffer.get(), kTaps, {pass.get(), kSteps}};
  LaunchList launches;
  for (int step = 0; step < kSteps; ++step) {
    ASSERT_OK(Kernels(Tunings()[0]).Gemv({stack.view(), {step, 1}, x.view(), to}, launches));
  }
  Run(launches);
  ExpectQuantised(out, want, {0, kSteps}, "steps");
  EXPECT_TRUE(SameBits(Download<float>(state_buffer, state.size()), state));
}

FERRO_FOR_EACH_OPENCL_DEVICE(GemvFusedTest);

}  // namespace
}  // namespace ferro::opencl
