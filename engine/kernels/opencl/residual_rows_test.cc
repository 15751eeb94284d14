// Row operations of EmbeddingGemma's layers against the scalar tables: equal bits, for widths around a group's edge,
// any range of rows, and arrays that begin with a window.
#include "engine/kernels/opencl/residual_rows.h"

#include "engine/gguf/half.h"
#include "engine/kernels/opencl/input_testing.h"
#include "engine/kernels/opencl/self_test/pass_data.h"

namespace ferro::opencl {
namespace {

using self_test::PassData;

constexpr float kEps = 1e-6f;
constexpr int kRows = 7;
constexpr RowRange kRanges[] = {{0, kRows}, {2, 3}, {kRows - 1, 1}};
constexpr int kWidths[] = {32, 512, 1056};  // 128 items hold 512 values

const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }

std::string What(const char* operation, int width, RowRange range) {
  return absl::StrCat(operation, ": ", width, " wide, rows from ", range.begin);
}

class ResidualRowsTest : public InputTest {
 protected:
  void SetUp() override { ASSERT_OK_AND_ASSIGN(kernels_, ResidualRowKernels::Build(builder())); }

  // Rows [range) of `rows`, as an array that begins with the range.
  Buffer Window(const std::vector<float>& rows, int width, RowRange range) {
    const auto first = rows.begin() + int64_t{range.begin} * width;
    return Upload(std::vector<float>(first, first + int64_t{range.count} * width));
  }
  InputView WindowOf(const Input& input, RowRange range) {
    InputView view = input.view();
    view.first = range.begin;
    return view;
  }
  void ExpectWindow(const Input& got, const std::vector<float>& want, int width, RowRange range,
                    const std::string& what) {
    const auto first = want.begin() + int64_t{range.begin} * width;
    ExpectQuantised(got, {first, first + int64_t{range.count} * width}, {0, range.count}, what);
  }

  ResidualRowKernels kernels_;
};

TEST_P(ResidualRowsTest, BranchesJoinLikeTheScalarTable) {
  for (const int width : kWidths) {
    const auto branch = RandomFloats(int64_t{kRows} * width, 1, 3.0f),
               x = RandomFloats(int64_t{kRows} * width, 2, 1.0f), weight = RandomFloats(width, 3, 1.0f),
               next = RandomFloats(width, 4, 1.0f);
    const Buffer weight_buffer = Upload(weight), next_buffer = Upload(next);
    for (const RowRange range : kRanges) {
      for (const float factor : {1.0f, 0.7f}) {
        std::vector<float> sums = x, normed(x.size());
        for (int r = range.begin; r < range.begin + range.count; ++r) {
          Scalar().add_rms_norm(&branch[r * width], weight.data(), kEps, factor, width, &sums[r * width]);
          Scalar().rms_norm(&sums[r * width], next.data(), kEps, width, &normed[r * width]);
        }
        // The branch and what becomes of it hold a window, the residual all rows.
        const Buffer branch_buffer = Window(branch, width, range);
        const RowsView from = {branch_buffer.get(), width, range.begin};
        const JoinView join = {weight_buffer.get(), kEps, factor};
        const Buffer alone = Upload(x), quantised = Upload(x), then_normed = Upload(x);
        const Input in = NewInput(range.count, width), normed_in = NewInput(range.count, width);
        LaunchList launches;
        ASSERT_OK(kernels_.AddNorm(from, range, join, {alone.get(), width}, launches));
        ASSERT_OK(kernels_.AddNormQuantise(from, range, join, {quantised.get(), width}, nullptr, WindowOf(in, range),
                                           launches));
        ASSERT_OK(kernels_.AddNormQuantise(from, range, join, {then_normed.get(), width}, next_buffer.get(),
                                           WindowOf(normed_in, range), launches));
        Run(launches);
        for (const Buffer* buffer : {&alone, &quantised, &then_normed}) {
          EXPECT_TRUE(SameBits(Download<float>(*buffer, static_cast<int64_t>(sums.size())), sums))
              << What("sum", width, range);
        }
        ExpectWindow(in, sums, width, range, What("sum as an input", width, range));
        ExpectWindow(normed_in, normed, width, range, What("normed sum", width, range));
      }
    }
  }
}

TEST_P(ResidualRowsTest, GatesLikeTheScalarTable) {
  constexpr int kWider = 64;  // rows may be
  for (const int width : kWidths) {
    const int pitch = 2 * width + kWider;
    auto gate_up = RandomFloats(int64_t{kRows} * pitch, 5, 4.0f);
    gate_up[0] = std::nanf("");
    gate_up[pitch] = 1e30f;
    gate_up[pitch + 40 % width] = -1e30f;
    const auto own = RandomFloats(int64_t{kRows} * width, 6, 2.0f),
               gates = RandomFloats(int64_t{kRows} * width, 7, 3.0f), weight = RandomFloats(width, 8, 1.0f);
    std::vector<float> gated(int64_t{kRows} * width), normed(gated.size()), front(gated.size());
    for (int r = 0; r < kRows; ++r) {
      const float* const row = &gate_up[r * pitch];
      Scalar().geglu(row, row + width, width, &gated[r * width]);
      Scalar().rms_norm(&own[r * width], weight.data(), kEps, width, &normed[r * width]);
      Scalar().geglu(&gates[r * width], &normed[r * width], width, &normed[r * width]);
      std::copy_n(row, width, &front[r * width]);
    }
    const Buffer gate_up_buffer = Upload(gate_up), own_buffer = Upload(own), weight_buffer = Upload(weight);
    for (const RowRange range : kRanges) {
      const Buffer gate_buffer = Window(gates, width, range);
      const Input in = NewInput(range.count, width), normed_in = NewInput(range.count, width),
                  copied = NewInput(kRows, width);
      LaunchList launches;
      const RowsView wide = {gate_up_buffer.get(), pitch};
      ASSERT_OK(kernels_.GeluGateQuantise(wide, range, WindowOf(in, range), launches));
      ASSERT_OK(kernels_.GeluGateNormedQuantise({gate_buffer.get(), width, range.begin}, {own_buffer.get(), width},
                                                range, weight_buffer.get(), kEps, WindowOf(normed_in, range),
                                                launches));
      ASSERT_OK(kernels_.Quantise(wide, range, copied.view(), launches));
      Run(launches);
      ExpectWindow(in, gated, width, range, What("gate", width, range));
      ExpectWindow(normed_in, normed, width, range, What("gate of a norm", width, range));
      ExpectQuantised(copied, front, range, What("copy", width, range));
    }
  }
}

TEST_P(ResidualRowsTest, EmbedsScaled) {
  constexpr int kTokens = 70, kPadded = 128, kWidth = 96;
  constexpr float kFactor = 22.627417f;
  std::mt19937 random(1);
  std::vector<uint32_t> values(kWidth / 4 * kPadded);
  std::vector<uint16_t> scales(kWidth / kBlock * kPadded);
  for (uint32_t& value : values) value = static_cast<uint32_t>(random());
  for (uint16_t& scale : scales) scale = static_cast<uint16_t>((random() & 0x83ff) | 0x1800);
  const std::vector<int> tokens = {0, 69, 3, 5, 64, 63, 1};
  std::vector<cl_int4> pass(3 * kRows);
  for (int r = 0; r < kRows; ++r) pass[r] = {{tokens[r], r, 0, 0}};
  const Buffer value_buffer = Upload(values), scale_buffer = Upload(scales), pass_buffer = Upload(pass),
               x = Unwritten<float>(3 * kWidth);
  const RowRange range = {2, 3};
  LaunchList launches;
  ASSERT_OK(kernels_.EmbedScaled({value_buffer.get(), scale_buffer.get(), kTokens, kWidth, kPadded}, range,
                                 {pass_buffer.get(), kRows}, kFactor, {x.get(), kWidth, range.begin}, launches));
  Run(launches);
  const std::vector<float> got = Download<float>(x, 3 * kWidth);
  for (int r = 0; r < range.count; ++r) {
    const int token = tokens[range.begin + r];
    for (int i = 0; i < kWidth; ++i) {
      const auto q = static_cast<int8_t>(values[i / 4 * kPadded + token] >> i % 4 * 8);
      ASSERT_TRUE(SameBits(got[r * kWidth + i], HalfToFloat(scales[i / kBlock * kPadded + token]) * q * kFactor))
          << "row " << r << ", value " << i;
    }
  }
}

TEST_P(ResidualRowsTest, MeansOfRuns) {
  const std::vector<int> lengths = {1, 8, 63, 64, 65, 200, 7};
  std::vector<self_test::Run> runs;
  for (const int length : lengths) runs.push_back({static_cast<int>(runs.size()), 0, length});
  const int rows = self_test::RowsOf(runs);
  for (const int width : {32, 544}) {
    const auto x = RandomFloats(int64_t{rows} * width, 9, 1.0f);
    std::vector<float> want(lengths.size() * width);
    int first = 0;
    for (size_t i = 0; i < lengths.size(); first += lengths[i++]) {
      Scalar().mean_rows(&x[int64_t{first} * width], width, lengths[i], width, &want[i * width]);
    }
    const Buffer x_buffer = Upload(x), pass = Upload(PassData(runs)),
                 mean = Unwritten<float>(static_cast<int64_t>(want.size()));
    LaunchList launches;
    ASSERT_OK(kernels_.MeanOfRuns({x_buffer.get(), width}, {pass.get(), rows}, static_cast<int>(runs.size()), rows,
                                  {mean.get(), width}, launches));
    Run(launches);
    EXPECT_TRUE(SameBits(Download<float>(mean, static_cast<int64_t>(want.size())), want)) << width << " wide";
  }
}

TEST_P(ResidualRowsTest, RefusesWhatDoesNotFit) {
  const Buffer any = Unwritten<float>(512);
  const RowsView rows = {any.get(), 64}, odd = {any.get(), 48}, other = {any.get(), 96};
  const InputView in = {any.get(), any.get(), 64};
  const JoinView join = {any.get(), kEps, 1};
  LaunchList out;
  for (const absl::Status& status :
       {kernels_.AddNorm(rows, {0, 1}, join, other, out), kernels_.AddNorm(odd, {0, 1}, join, odd, out),
        kernels_.AddNormQuantise(other, {0, 1}, join, other, nullptr, in, out),
        kernels_.GeluGateQuantise(other, {0, 1}, in, out), kernels_.Quantise(odd, {0, 1}, in, out),
        kernels_.GeluGateNormedQuantise(rows, other, {0, 1}, any.get(), kEps, in, out),
        kernels_.MeanOfRuns(rows, {any.get(), 1}, 1, 1, other, out)}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  }
  EXPECT_TRUE(out.empty());
}

FERRO_FOR_EACH_OPENCL_DEVICE(ResidualRowsTest);

}  // namespace
}  // namespace ferro::opencl
