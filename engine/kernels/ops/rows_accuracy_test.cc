// The scalar definitions against plain computations in f64. The bounds count roundings: a sum of n products over 16
// lanes rounds each product at most n / 16 + 5 times, u = 2^-24 each.
#include <limits>

#include "engine/kernels/ops/test_util.h"

namespace ferro {
namespace {

constexpr double kU = 0x1p-24;

const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }

double UnitInTheLastPlace(double x) {
  int exponent;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, std::max(exponent - 24, -149));
}

TEST(RowsAccuracyTest, ExpIsWithinOneAndAHalfUnits) {
  double worst = 0;
  for (float x = -87.336f; x < 88.722f; x += 0.00173f) {
    float y;
    Scalar().exp(&x, 1, &y);
    const double exact = std::exp(double{x});
    worst = std::max(worst, std::abs(y - exact) / UnitInTheLastPlace(exact));
  }
  EXPECT_LT(worst, 1.5);
  RecordProperty("worst_ulp", std::to_string(worst));
}

TEST(RowsAccuracyTest, ExpAtTheEdges) {
  const std::vector<float> x = {0.0f,
                                -0.0f,
                                88.722832f,
                                88.72284f,
                                -87.33654f,
                                -87.33656f,
                                -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::infinity()};
  std::vector<float> y(x.size());
  Scalar().exp(x.data(), x.size(), y.data());
  EXPECT_EQ(y[0], 1.0f);
  EXPECT_EQ(y[1], 1.0f);
  EXPECT_TRUE(std::isfinite(y[2]));
  EXPECT_GT(y[2], 3.4e38f);
  EXPECT_TRUE(std::isinf(y[3]));
  EXPECT_GE(y[4], std::numeric_limits<float>::min());
  EXPECT_EQ(y[5], 0.0f);
  EXPECT_EQ(y[6], 0.0f);
  EXPECT_TRUE(std::isinf(y[7]));
}

TEST(RowsAccuracyTest, Dot) {
  for (int n : {1, 16, 100, 1024, 10752}) {
    const std::vector<float> a = RandomFloats(n, n), b = RandomFloats(n, n + 1);
    double exact = 0, magnitude = 0;
    for (int i = 0; i < n; ++i) {
      exact += double{a[i]} * b[i];
      magnitude += std::abs(double{a[i]} * b[i]);
    }
    EXPECT_LE(std::abs(Scalar().dot(a.data(), b.data(), n) - exact), (n / 16 + 5) * kU * magnitude) << n;
  }
}

TEST(RowsAccuracyTest, RmsNorm) {
  for (int n : {32, 1000, 2048}) {
    const std::vector<float> x = RandomFloats(n, n), weight = RandomFloats(n, n + 1);
    double squares = 0;
    for (float value : x) squares += double{value} * value;
    const double r = 1 / std::sqrt(squares / n + double{1e-5f});
    std::vector<float> y(n);
    Scalar().rms_norm(x.data(), weight.data(), 1e-5f, n, y.data());
    for (int i = 0; i < n; ++i) {
      const double exact = x[i] * r * weight[i];
      // Half the relative error of the sum, mean and eps; then root, quotient and two products.
      EXPECT_LE(std::abs(y[i] - exact), ((n / 16 + 7) / 2.0 + 4.5) * kU * std::abs(exact)) << n << " " << i;
    }
  }
}

TEST(RowsAccuracyTest, NormRopeTurnsPairs) {
  constexpr int kDim = 64, kPairs = 24;  // the last 16 components only get the norm
  const std::vector<float> x = RandomFloats(kDim, 1), weight = RandomFloats(kDim, 2);
  std::vector<float> cos(kPairs), sin(kPairs), normed(kDim), y = x;
  for (int i = 0; i < kPairs; ++i) {
    cos[i] = std::cos(0.3f * i);
    sin[i] = std::sin(0.3f * i);
  }
  Scalar().rms_norm(x.data(), weight.data(), 1e-5f, kDim, normed.data());
  Scalar().norm_rope(y.data(), weight.data(), 1e-5f, kDim, cos.data(), sin.data(), kPairs);
  for (int i = 0; i < kPairs; ++i) {
    const double a = normed[i], b = normed[i + kPairs];
    const double bound = 2 * kU * (std::abs(a) + std::abs(b));
    EXPECT_NEAR(y[i], a * cos[i] - b * sin[i], bound);
    EXPECT_NEAR(y[i + kPairs], a * sin[i] + b * cos[i], bound);
  }
  for (int i = 2 * kPairs; i < kDim; ++i) EXPECT_EQ(y[i], normed[i]);
}

TEST(RowsAccuracyTest, SwiGlu) {
  const int n = 4096;
  const std::vector<float> gate = RandomFloats(n, 1, 8.0f), up = RandomFloats(n, 2);
  std::vector<float> out(n);
  Scalar().swiglu(gate.data(), up.data(), n, out.data());
  for (int i = 0; i < n; ++i) {
    const double exact = gate[i] / (1 + std::exp(-double{gate[i]})) * up[i];
    // 3 u of the exponential (1.5 units), then a sum, a quotient and a product.
    EXPECT_LE(std::abs(out[i] - exact), 6.1 * kU * std::abs(exact)) << gate[i];
  }
}

}  // namespace
}  // namespace ferro
