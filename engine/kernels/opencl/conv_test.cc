// The short convolution against the scalar table, for several runs in a pass and for any cut of its rows into launches.
#include "engine/kernels/opencl/conv.h"

#include "engine/kernels/opencl/input_testing.h"

namespace ferro::opencl {
namespace {

constexpr int kSlots = 6;

struct TestRun {
  int slot;
  int rows;
};

struct Problem {
  Problem(std::vector<TestRun> r, int channels, int taps) : runs(std::move(r)), channels(channels), taps_count(taps) {
    for (const TestRun& run : runs) rows += run.rows;
    bcx = RandomFloats(int64_t{rows} * 3 * channels, 1, 1.0f);
    taps_values = RandomFloats(channels * taps, 2, 1.0f);
    state = RandomFloats(kSlots * (taps - 1) * channels, 3, 1.0f);
  }

  // What the scalar table makes of it: out [row][channel], and the state of all slots.
  void Solve() {
    out.resize(int64_t{rows} * channels);
    state_after = state;
    int row = 0;
    for (const TestRun& run : runs) {
      const ShortConvTask task = {.bcx = bcx.data() + int64_t{row} * 3 * channels,
                                  .bcx_stride = 3 * channels,
                                  .rows = run.rows,
                                  .channels = channels,
                                  .taps = taps_values.data(),
                                  .taps_count = taps_count,
                                  .state = state_after.data() + run.slot * (taps_count - 1) * channels,
                                  .out = out.data() + int64_t{row} * channels,
                                  .out_stride = channels};
      FloatKernelsFor(Isa::kScalar).short_conv(task, 0, channels);
      row += run.rows;
    }
  }

  // Pass entries for `max_rows`.
  std::vector<cl_int4> Pass(int max_rows) const {
    std::vector<cl_int4> entries(3 * max_rows);
    int row = 0;
    for (int run = 0; run < static_cast<int>(runs.size()); ++run) {
      const auto [slot, count] = runs[run];
      entries[max_rows + run] = {{row, count, 40, slot}};
      for (int r = 0; r < count; ++r, ++row) entries[row] = {{0, 40 + r, slot, run}};
    }
    return entries;
  }

  std::vector<TestRun> runs;
  int channels, taps_count, rows = 0;
  std::vector<float> bcx, taps_values, state, out, state_after;
};

class ConvTest : public InputTest {
 protected:
  // The problem's buffers on the device.
  struct Device {
    ShortConvView conv() const { return {taps.get(), state.get(), channels}; }
    RowsView rows() const { return {bcx.get(), 3 * channels}; }
    PassView view() const { return {pass.get(), max_rows}; }
    Buffer bcx, taps, state, pass;
    int channels, max_rows;
  };

  Device UploadProblem(const Problem& problem) {
    const int max_rows = problem.rows + 2;
    return {Upload(problem.bcx),   Upload(problem.taps_values),
            Upload(problem.state), Upload(problem.Pass(max_rows)),
            problem.channels,      max_rows};
  }

  void ExpectState(const Device& device, const Problem& problem) {
    EXPECT_TRUE(SameBits(Download<float>(device.state, problem.state_after.size()), problem.state_after))
        << problem.taps_count << " taps, " << problem.channels << " channels";
  }
};

TEST_P(ConvTest, PrefillEqualsScalarForAnyCut) {
  for (const int taps : {2, 3, 5}) {
    ASSERT_OK_AND_ASSIGN(const auto kernels, ConvKernels::Build(builder(), taps));
    for (const int channels : {32, 544}) {
      Problem problem({{4, 7}, {0, 1}, {2, 2}, {5, 4}}, channels, taps);
      problem.Solve();
      for (const std::vector<int>& cuts : std::vector<std::vector<int>>{{14}, {3, 14}, {1, 8, 9, 12, 14}}) {
        const Device device = UploadProblem(problem);
        const Input in = NewInput(problem.rows, channels);
        LaunchList launches;
        int begin = 0;
        for (const int end : cuts) {
          ASSERT_OK(
              kernels.Rows(device.conv(), device.rows(), {begin, end - begin}, device.view(), in.view(), launches));
          begin = end;
        }
        ASSERT_OK(kernels.State(device.conv(), device.rows(), {0, 4}, device.view(), launches));
        Run(launches);
        ExpectQuantised(in, problem.out, {0, problem.rows}, absl::StrCat(taps, " taps, ", channels, " channels"));
        ExpectState(device, problem);
      }
    }
  }
}

TEST_P(ConvTest, StepsEqualScalar) {
  for (const int taps : {2, 3, 16}) {
    ASSERT_OK_AND_ASSIGN(const auto kernels, ConvKernels::Build(builder(), taps));
    Problem problem({{3, 1}, {0, 1}, {5, 1}}, 544, taps);
    problem.Solve();
    const Device device = UploadProblem(problem);
    const Input in = NewInput(problem.rows, problem.channels);
    LaunchList launches;
    ASSERT_OK(kernels.Step(device.conv(), device.rows(), {0, 1}, device.view(), in.view(), launches));
    ASSERT_OK(kernels.Step(device.conv(), device.rows(), {1, 2}, device.view(), in.view(), launches));
    Run(launches);
    ExpectQuantised(in, problem.out, {0, 3}, absl::StrCat(taps, " taps"));
    ExpectState(device, problem);
  }
}

TEST_P(ConvTest, APrefillRunOfOneRowEqualsAStep) {
  ASSERT_OK_AND_ASSIGN(const auto kernels, ConvKernels::Build(builder(), 3));
  Problem problem({{2, 1}}, 64, 3);
  problem.Solve();
  const Device device = UploadProblem(problem);
  const Input in = NewInput(1, 64);
  LaunchList launches;
  ASSERT_OK(kernels.Rows(device.conv(), device.rows(), {0, 1}, device.view(), in.view(), launches));
  ASSERT_OK(kernels.State(device.conv(), device.rows(), {0, 1}, device.view(), launches));
  Run(launches);
  ExpectQuantised(in, problem.out, {0, 1}, "one row");
  ExpectState(device, problem);
}

TEST_P(ConvTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(ConvKernels::Build(builder(), 17).status().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_OK_AND_ASSIGN(const auto kernels, ConvKernels::Build(builder(), 3));
  const Device device = UploadProblem(Problem({{0, 1}}, 64, 3));
  const Input in = NewInput(1, 32);
  LaunchList launches;
  EXPECT_EQ(kernels.Rows(device.conv(), device.rows(), {0, 1}, device.view(), in.view(), launches).code(),
            absl::StatusCode::kInvalidArgument);
}

FERRO_FOR_EACH_OPENCL_DEVICE(ConvTest);

}  // namespace
}  // namespace ferro::opencl
