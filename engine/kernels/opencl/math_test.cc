// The shared float functions against the host's: exactly, over values of all sizes.
#include <cmath>
#include <cstring>
#include <random>

#include "base/status_testing.h"
#include "engine/gguf/half.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/kernels/ops/float_kernels.h"

namespace ferro {
namespace {

using MathTest = KernelTest;

// Magnitudes from 2^-lowest to 2^highest, both signs unless `positive`.
std::vector<float> Values(int count, int lowest, int highest, bool positive, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> exponent(static_cast<float>(-lowest), static_cast<float>(highest));
  std::vector<float> values(count);
  for (float& value : values) value = std::exp2(exponent(random)) * (positive || random() % 2 == 0 ? 1.0f : -1.0f);
  return values;
}

TEST_P(MathTest, HasTheHostsBits) {
  constexpr int kCount = 1 << 16;
  const std::vector<float> a = Values(kCount, 40, 40, false, 1), b = Values(kCount, 40, 40, false, 2);
  std::vector<float> small = Values(kCount, 20, 7, false, 3);
  small[0] = -88.0f, small[1] = 89.0f, small[2] = 0.0f, small[3] = -87.33654f;
  const std::vector<float> halves = Values(kCount, 26, 16, true, 4);
  ASSERT_OK_AND_ASSIGN(const auto program, context().Build("math_test", KernelSource("trial.cl"), BuildOptions(dot())));
  const auto run = [&](const char* kernel, const std::vector<float>& x, const std::vector<float>& y) {
    const auto x_buffer = Upload(x), y_buffer = Upload(y), out = Unwritten<float>(kCount);
    auto launch = program.Bind(kernel, {kCount / 64}, {64}, x_buffer.get(), y_buffer.get(), out.get());
    EXPECT_OK(launch.status());
    EXPECT_OK(context().Enqueue(*launch));
    return Download<float>(out, kCount);
  };
  const auto expect = [&](const char* kernel, const std::vector<float>& x, const std::vector<float>& y, auto want) {
    const std::vector<float> got = run(kernel, x, y);
    int wrong = 0;
    for (int i = 0; i < kCount; ++i) {
      const float w = want(x[i], y[i]);
      if (std::memcmp(&got[i], &w, sizeof(w)) == 0) continue;
      if (++wrong <= 3) ADD_FAILURE() << kernel << "(" << x[i] << ", " << y[i] << ") = " << got[i] << ", not " << w;
    }
    EXPECT_EQ(wrong, 0) << kernel;
  };
  expect("trial_divide", a, b, [](float x, float y) { return x / y; });
  std::vector<float> squares = Values(kCount, 40, 40, true, 5);
  expect("trial_sqrt", squares, b, [](float x, float) { return std::sqrt(x); });
  expect("trial_exp", small, b, [](float x, float) {
    float y;
    FloatKernelsFor(Isa::kScalar).exp(&x, 1, &y);
    return y;
  });
  expect("trial_half", halves, b, [](float x, float) { return HalfToFloat(FloatToHalf(x)); });
}

FERRO_FOR_EACH_OPENCL_DEVICE(MathTest);

}  // namespace
}  // namespace ferro
