// Row operations of encoders: every instruction set against the scalar definition, bit for bit, and the definitions
// against f64.
#include <algorithm>
#include <limits>

#include "engine/kernels/ops/test_util.h"

namespace ferro {
namespace {

using EncoderRowsTest = IsaTest;

TEST_P(EncoderRowsTest, LayerNormEqualsScalar) {
  for (int n = 1; n <= 67; ++n) {
    const auto x = RandomFloats(n, n), weight = RandomFloats(n, n + 100), bias = RandomFloats(n, n + 200);
    std::vector<float> got(n), want(n);
    kernels().layer_norm(x.data(), weight.data(), bias.data(), 1e-5f, n, got.data());
    scalar().layer_norm(x.data(), weight.data(), bias.data(), 1e-5f, n, want.data());
    EXPECT_TRUE(SameBits(got, want)) << n;
    std::vector<float> in_place = x;
    kernels().layer_norm(in_place.data(), weight.data(), bias.data(), 1e-5f, n, in_place.data());
    EXPECT_TRUE(SameBits(in_place, want)) << n << " in place";
  }
}

TEST_P(EncoderRowsTest, ReluEqualsScalar) {
  for (int n = 1; n <= 35; ++n) {
    auto x = RandomFloats(n, n);
    x[n / 2] = n % 3 == 0 ? std::nanf("") : -0.0f;
    std::vector<float> got(n), want(n);
    kernels().relu(x.data(), n, got.data());
    scalar().relu(x.data(), n, want.data());
    EXPECT_TRUE(SameBits(got, want)) << n;
  }
}

TEST_P(EncoderRowsTest, GeluDotEqualsScalar) {
  for (int n = 1; n <= 67; ++n) {
    auto x = RandomFloats(n, n, 3.0f), weight = RandomFloats(n, n + 100);
    x[0] = n % 5 == 0 ? 1e30f : n % 5 == 1 ? -1e30f : x[0];
    EXPECT_TRUE(SameBits(kernels().gelu_dot(x.data(), weight.data(), n), scalar().gelu_dot(x.data(), weight.data(), n)))
        << n;
  }
}

// Rows [first, last) of a run of `run` rows, in tasks of `step`.
std::vector<float> Convolve(const FloatKernels& kernels, const std::vector<float>& bcx, int channels, int run,
                            const std::vector<float>& taps, int step) {
  const int stride = 3 * channels + 7;
  std::vector<float> out(static_cast<size_t>(run) * channels);
  for (int row = 0; row < run; row += step) {
    const int rows = std::min(step, run - row);
    kernels.centred_conv({.bcx = bcx.data() + static_cast<size_t>(row + 1) * stride,
                          .bcx_stride = stride,
                          .rows = rows,
                          .has_before = row > 0,
                          .has_behind = row + rows < run,
                          .channels = channels,
                          .taps = taps.data(),
                          .out = out.data() + static_cast<size_t>(row) * channels,
                          .out_stride = channels});
  }
  return out;
}

TEST_P(EncoderRowsTest, CentredConvEqualsScalarInAnySplit) {
  for (const int channels : {1, 15, 16, 33, 255, 256, 300}) {
    const int run = 9, stride = 3 * channels + 7;
    // A row of another run on either side, which must not be read into this one.
    std::vector<float> bcx = RandomFloats(static_cast<size_t>(run + 2) * stride, channels);
    for (int i = 0; i < stride; ++i) bcx[i] = bcx[(run + 1) * stride + i] = std::nanf("");
    const std::vector<float> taps = RandomFloats(3 * channels, channels + 1);
    const std::vector<float> want = Convolve(scalar(), bcx, channels, run, taps, run);
    for (const float value : want) ASSERT_FALSE(std::isnan(value));
    for (const int step : {1, 2, 4, 9}) {
      EXPECT_TRUE(SameBits(Convolve(kernels(), bcx, channels, run, taps, step), want))
          << channels << " channels, steps of " << step;
    }
  }
}

FERRO_FOR_EACH_ISA(EncoderRowsTest);

TEST(EncoderDefinitionTest, LayerNormIsOne) {
  constexpr int kN = 1000;
  const auto x = RandomFloats(kN, 1), weight = RandomFloats(kN, 2), bias = RandomFloats(kN, 3);
  std::vector<float> got(kN);
  FloatKernelsFor(Isa::kScalar).layer_norm(x.data(), weight.data(), bias.data(), 1e-5f, kN, got.data());
  double mean = 0, variance = 0;
  for (const float value : x) mean += value / double{kN};
  for (const float value : x) variance += (value - mean) * (value - mean) / kN;
  for (int i = 0; i < kN; ++i) {
    const double want = (x[i] - mean) / std::sqrt(variance + 1e-5) * weight[i] + bias[i];
    EXPECT_NEAR(got[i], want, 2e-6 * (1 + std::fabs(want)));
  }
}

TEST(EncoderDefinitionTest, GeluIsExactToTheFormulasBound) {
  const float one = 1;
  for (float x = -9; x < 9; x += 0.001f) {
    const double want = 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    EXPECT_NEAR(FloatKernelsFor(Isa::kScalar).gelu_dot(&x, &one, 1), want, (std::fabs(x) + 0.1) * 3e-7) << x;
  }
}

TEST(EncoderDefinitionTest, CentredConvReadsBothNeighbours) {
  // One channel: B = 1, C = 2, X = row.
  std::vector<float> bcx;
  for (int row = 0; row < 4; ++row) bcx.insert(bcx.end(), {1, 2, static_cast<float>(row + 1)});
  const std::vector<float> taps = {100, 10, 1};
  std::vector<float> out(4);
  FloatKernelsFor(Isa::kScalar)
      .centred_conv({.bcx = bcx.data(),
                     .bcx_stride = 3,
                     .rows = 4,
                     .has_before = false,
                     .has_behind = false,
                     .channels = 1,
                     .taps = taps.data(),
                     .out = out.data(),
                     .out_stride = 1});
  EXPECT_EQ(out, (std::vector<float>{2 * 12, 2 * 123, 2 * 234, 2 * 340}));
}

}  // namespace
}  // namespace ferro
