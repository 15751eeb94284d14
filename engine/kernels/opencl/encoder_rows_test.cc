// Row operations of encoder passes against the scalar tables: equal bits, for widths around a group's edge, any range
// of rows, and arrays that begin with a window.
#include "engine/kernels/opencl/encoder_rows.h"

#include <limits>

#include "engine/kernels/opencl/input_testing.h"
#include "engine/kernels/opencl/self_test/pass_data.h"

namespace ferro::opencl {
namespace {

using self_test::PassData;

constexpr float kEps = 1e-5f;
constexpr int kRows = 7;
constexpr RowRange kRanges[] = {{0, kRows}, {2, 3}, {kRows - 1, 1}};
constexpr int kWidths[] = {32, 512, 1056};  // 128 items hold 512 values

const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }

std::string What(const char* operation, int width, RowRange range) {
  return absl::StrCat(operation, ": ", width, " wide, rows from ", range.begin);
}

class EncoderRowsTest : public InputTest {
 protected:
  void SetUp() override { ASSERT_OK_AND_ASSIGN(kernels_, EncoderRowKernels::Build(builder())); }

  // What `append` writes, into an array that begins with the range and one that begins with the pass.
  template <class Append>
  void ExpectInt8(const std::vector<float>& want, int width, RowRange range, const std::string& what,
                  const Append& append) {
    const Input in = NewInput(kRows, width), window = NewInput(range.count, width);
    LaunchList launches;
    ASSERT_OK(append(in.view(), launches));
    InputView window_view = window.view();
    window_view.first = range.begin;
    ASSERT_OK(append(window_view, launches));
    Run(launches);
    ExpectQuantised(in, want, range, what);
    const auto first = want.begin() + int64_t{range.begin} * width;
    ExpectQuantised(window, {first, first + int64_t{range.count} * width}, {0, range.count}, what + ", a window");
  }
  // Rows of the range are those of `want`, the others of `before`.
  void ExpectRows(const Buffer& got_buffer, std::vector<float> before, const std::vector<float>& want, int width,
                  RowRange range, const std::string& what) {
    std::copy_n(want.begin() + range.begin * width, range.count * width, before.begin() + range.begin * width);
    EXPECT_TRUE(SameBits(Download<float>(got_buffer, static_cast<int64_t>(before.size())), before)) << what;
  }

  EncoderRowKernels kernels_;
};

TEST_P(EncoderRowsTest, NormalisesLikeTheScalarTable) {
  for (const int width : kWidths) {
    std::vector<float> x = RandomFloats(int64_t{kRows} * width, 1, 3.0f);
    std::fill_n(x.begin() + width, width, 2.5f);  // no variance
    const std::vector<float> weight = RandomFloats(width, 2, 1.0f), bias = RandomFloats(width, 3, 1.0f);
    std::vector<float> layer(x.size()), rms(x.size());
    for (int r = 0; r < kRows; ++r) {
      Scalar().layer_norm(&x[r * width], weight.data(), bias.data(), kEps, width, &layer[r * width]);
      Scalar().rms_norm(&x[r * width], weight.data(), kEps, width, &rms[r * width]);
    }
    const Buffer x_buffer = Upload(x), weight_buffer = Upload(weight), bias_buffer = Upload(bias);
    const RowsView from = {x_buffer.get(), width};
    for (const RowRange range : kRanges) {
      ExpectInt8(layer, width, range, What("layer_norm", width, range), [&](const InputView& in, LaunchList& out) {
        return kernels_.LayerNormQuantise(from, range, {weight_buffer.get(), bias_buffer.get(), kEps}, in, out);
      });
      const Buffer in_place = Upload(x), y = Upload(x);
      LaunchList launches;
      ASSERT_OK(kernels_.Norm(from, range, weight_buffer.get(), kEps, {y.get(), width}, launches));
      const RowsView same = {in_place.get(), width};
      ASSERT_OK(kernels_.Norm(same, range, weight_buffer.get(), kEps, same, launches));
      Run(launches);
      ExpectRows(y, x, rms, width, range, What("norm", width, range));
      ExpectRows(in_place, x, rms, width, range, What("norm in place", width, range));
    }
  }
}

TEST_P(EncoderRowsTest, GatesLikeTheScalarTable) {
  constexpr int kWider = 64;  // rows may be
  for (const int width : kWidths) {
    const int pitch = width + kWider;
    std::vector<float> x = RandomFloats(int64_t{kRows} * pitch, 4, 3.0f);
    x[0] = std::nanf("");
    x[pitch + 1] = -0.0f;
    x[pitch + 2] = -std::numeric_limits<float>::infinity();
    std::vector<float> want(kRows * width);
    for (int r = 0; r < kRows; ++r) Scalar().relu(&x[r * pitch], width, &want[r * width]);
    const Buffer buffer = Upload(x);
    for (const RowRange range : kRanges) {
      ExpectInt8(want, width, range, What("relu", width, range), [&](const InputView& in, LaunchList& out) {
        return kernels_.ReluQuantise({buffer.get(), pitch}, range, in, out);
      });
    }
  }
}

TEST_P(EncoderRowsTest, ScoresLikeTheScalarTable) {
  constexpr int kOutWidth = 3;
  for (const int width : {1, 15, 17, 512}) {
    std::vector<float> x = RandomFloats(kRows * width, width, 3.0f);
    x[0] = 1e30f;
    x[width] = -1e30f;
    const std::vector<float> weight = RandomFloats(width, 1, 1.0f), bias = {0.3f};
    const std::vector<float> before(kRows * kOutWidth, 7.0f);
    const Buffer x_buffer = Upload(x), weight_buffer = Upload(weight), bias_buffer = Upload(bias);
    for (const RowRange range : kRanges) {
      const Buffer y = Upload(before);
      LaunchList launches;
      ASSERT_OK(kernels_.GeluDot({x_buffer.get(), width}, range, weight_buffer.get(), bias_buffer.get(),
                                 {y.get(), kOutWidth}, launches));
      Run(launches);
      std::vector<float> want = before;
      for (int r = range.begin; r < range.begin + range.count; ++r) {
        want[r * kOutWidth] = Scalar().gelu_dot(&x[r * width], weight.data(), width) + bias[0];
      }
      EXPECT_TRUE(SameBits(Download<float>(y, want.size()), want)) << What("gelu_dot", width, range);
    }
  }
}

// Runs of 3, 1 and 3 rows with rows 2, 0 and 1 of a table.
const std::vector<self_test::Run> kRuns = {{0, 0, 3, 2}, {1, 0, 1, 0}, {2, 0, 3, 1}};
constexpr int kTableRows[kRows] = {2, 2, 2, 0, 1, 1, 1};
const std::vector<int> kKept = {0, 2, 3, 4, 6};

TEST_P(EncoderRowsTest, AddsTheRowOfEachRun) {
  for (const int width : kWidths) {
    const std::vector<float> x = RandomFloats(kRows * width, 5, 1.0f), table = RandomFloats(3 * width, 6, 1.0f);
    std::vector<float> all = x, kept = x;
    for (int r = 0; r < kRows; ++r) Scalar().add(&table[kTableRows[r] * width], width, &all[r * width]);
    for (size_t i = 0; i < kKept.size(); ++i) {
      Scalar().add(&table[kTableRows[kKept[i]] * width], width, &kept[i * width]);
    }
    const Buffer table_buffer = Upload(table), pass = Upload(PassData(kRuns, kKept));
    for (const RowRange range : {RowRange{0, 5}, {1, 3}}) {
      for (const bool keeps : {false, true}) {
        const Buffer buffer = Upload(x);
        LaunchList launches;
        ASSERT_OK(kernels_.AddRunRow({buffer.get(), width}, {{pass.get(), kRows}, range, keeps}, table_buffer.get(),
                                     launches));
        Run(launches);
        ExpectRows(buffer, x, keeps ? kept : all, width, range, What(keeps ? "kept" : "all", width, range));
      }
    }
  }
}

TEST_P(EncoderRowsTest, KeepsLogitRows) {
  for (const int width : kWidths) {
    const std::vector<float> x = RandomFloats(kRows * width, 7, 1.0f);
    for (const std::vector<int>& kept : std::vector<std::vector<int>>{kKept, {1, 2, 3, 4, 5, 6}, {6}, {0}}) {
      std::vector<float> want = x;
      for (size_t i = 0; i < kept.size(); ++i) std::copy_n(&x[kept[i] * width], width, &want[i * width]);
      const Buffer buffer = Upload(x), pass = Upload(PassData(kRuns, kept));
      LaunchList launches;
      ASSERT_OK(kernels_.KeepRows({pass.get(), kRows}, static_cast<int>(kept.size()), {buffer.get(), width}, launches));
      Run(launches);
      EXPECT_TRUE(SameBits(Download<float>(buffer, want.size()), want)) << width << ", " << kept.size() << " rows";
    }
  }
}

// Every run's neighbours are NaN, which must not come in.
TEST_P(EncoderRowsTest, ConvolvesWithinRuns) {
  for (const int channels : kWidths) {
    const int pitch = 3 * channels + 32;
    const std::vector<float> bcx = RandomFloats(kRows * pitch, 8, 1.0f), taps = RandomFloats(3 * channels, 9, 1.0f);
    const Buffer taps_buffer = Upload(taps), pass = Upload(PassData(kRuns, kKept));
    int first = 0;
    for (const self_test::Run& run : kRuns) {
      std::vector<float> mine(bcx.size(), std::nanf("")), want(kRows * channels);
      std::copy_n(&bcx[first * pitch], run.rows * pitch, &mine[first * pitch]);
      Scalar().centred_conv({.bcx = &bcx[first * pitch],
                             .bcx_stride = pitch,
                             .rows = run.rows,
                             .has_before = false,
                             .has_behind = false,
                             .channels = channels,
                             .taps = taps.data(),
                             .out = &want[first * channels],
                             .out_stride = channels});
      const Buffer buffer = Upload(mine);
      for (const RowRange range : {RowRange{first, run.rows}, {first + run.rows - 1, 1}}) {
        ExpectInt8(want, channels, range, What("conv", channels, range), [&](const InputView& in, LaunchList& out) {
          return kernels_.CentredConvQuantise({buffer.get(), pitch}, {{pass.get(), kRows}, range}, taps_buffer.get(),
                                              in, out);
        });
      }
      first += run.rows;
    }
  }
}

TEST_P(EncoderRowsTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(EncoderRowKernels::Build(builder(), {.items = 48}).status().code(), absl::StatusCode::kInvalidArgument);
  const Input in = NewInput(1, 64);
  const Buffer x = Unwritten<float>(256);
  LaunchList launches;
  for (const absl::Status& status :
       {kernels_.LayerNormQuantise({x.get(), 96}, {0, 1}, {x.get(), x.get(), kEps}, in.view(), launches),
        kernels_.Norm({x.get(), 64}, {0, 1}, x.get(), kEps, {x.get(), 96}, launches),
        kernels_.ReluQuantise({x.get(), 32}, {0, 1}, in.view(), launches),
        kernels_.KeepRows({x.get(), 1}, 1, {x.get(), 48}, launches),
        kernels_.AddRunRow({x.get(), 48}, {{x.get(), 1}, {0, 1}}, x.get(), launches),
        kernels_.CentredConvQuantise({x.get(), 128}, {{x.get(), 1}, {0, 1}}, x.get(), in.view(), launches)}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  }
  EXPECT_TRUE(launches.empty());
}

FERRO_FOR_EACH_OPENCL_DEVICE(EncoderRowsTest);

}  // namespace
}  // namespace ferro::opencl
