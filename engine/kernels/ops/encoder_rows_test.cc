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

TEST_P(EncoderRowsTest, AddRmsNormEqualsScalar) {
  for (int n = 1; n <= 67; ++n) {
    const auto in = RandomFloats(n, n), weight = RandomFloats(n, n + 100), x = RandomFloats(n, n + 200);
    for (const float scale : {1.0f, 0.7f}) {
      std::vector<float> got = x, want = x;
      kernels().add_rms_norm(in.data(), weight.data(), 1e-6f, scale, n, got.data());
      scalar().add_rms_norm(in.data(), weight.data(), 1e-6f, scale, n, want.data());
      EXPECT_TRUE(SameBits(got, want)) << n;
    }
  }
}

TEST_P(EncoderRowsTest, GeGluEqualsScalar) {
  for (int n = 1; n <= 67; ++n) {
    auto gate = RandomFloats(n, n, 4.0f);
    gate[n / 2] = n % 4 == 0 ? 1e30f : n % 4 == 1 ? -1e30f : n % 4 == 2 ? std::nanf("") : -0.0f;
    const auto up = RandomFloats(n, n + 100);
    std::vector<float> got(n), want(n);
    kernels().geglu(gate.data(), up.data(), n, got.data());
    scalar().geglu(gate.data(), up.data(), n, want.data());
    EXPECT_TRUE(SameBits(got, want)) << n;
    std::vector<float> in_place = up;
    kernels().geglu(gate.data(), in_place.data(), n, in_place.data());
    EXPECT_TRUE(SameBits(in_place, want)) << n << " in place";
  }
}

TEST_P(EncoderRowsTest, MeanRowsEqualsScalar) {
  for (const int rows : {1, 2, 63, 64, 65, 200}) {
    for (const int n : {1, 16, 33, 255, 256, 300}) {
      const int stride = n + 5;
      const auto x = RandomFloats(int64_t{rows} * stride, rows + n);
      std::vector<float> got(n), want(n);
      kernels().mean_rows(x.data(), stride, rows, n, got.data());
      scalar().mean_rows(x.data(), stride, rows, n, want.data());
      EXPECT_TRUE(SameBits(got, want)) << rows << " rows of " << n;
    }
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

TEST(EncoderDefinitionTest, GeGluIsTheTanhApproximation) {
  const float one = 1;
  for (float x = -30; x < 30; x += 0.001f) {
    const long double u = std::sqrt(2 / M_PIl) * (x + 0.044715L * x * x * x);
    const long double want = 0.5L * x * (1 + std::tanh(u));
    float got;
    FloatKernelsFor(Isa::kScalar).geglu(&x, &one, 1, &got);
    // Three roundings on the way to the exponent, some more behind it.
    EXPECT_NEAR(got, want, std::fabs(want) * (5 + 3 * std::fabs(2 * u)) * 0x1p-24 + 1e-17) << x;
  }
  float got;
  for (const float x : {-1e20f, -100.0f}) {
    FloatKernelsFor(Isa::kScalar).geglu(&x, &one, 1, &got);
    EXPECT_EQ(got, 0) << x;
  }
}

TEST(EncoderDefinitionTest, AddRmsNormIsOne) {
  const std::vector<float> in = {3, 4}, weight = {2, 10};
  std::vector<float> x = {100, 200};
  FloatKernelsFor(Isa::kScalar).add_rms_norm(in.data(), weight.data(), 12.5f, 0.5f, 2, x.data());
  EXPECT_EQ(x, (std::vector<float>{0.5f * (100 + 3.0f / 5 * 2), 0.5f * (200 + 4.0f / 5 * 10)}));
}

// A long run of equal rows, whose sum in one chain would have lost the last digits.
TEST(EncoderDefinitionTest, MeanRowsStaysExact) {
  const std::vector<float> x(8192, 0.1f);
  float mean;
  FloatKernelsFor(Isa::kScalar).mean_rows(x.data(), 1, 8192, 1, &mean);
  EXPECT_NEAR(mean, 0.1f, 0.1f * 200 * 0x1p-24);
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
