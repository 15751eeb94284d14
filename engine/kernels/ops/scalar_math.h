// What the scalar definitions share: the lane sum and the exponential of float_kernel_table.h in plain code.
#ifndef FERRO_ENGINE_KERNELS_OPS_SCALAR_MATH_H_
#define FERRO_ENGINE_KERNELS_OPS_SCALAR_MATH_H_

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/kernels/ops/exp_constants.h"

namespace ferro {

constexpr int kLanes = 16;

// Adds the 16 lanes to lane 0 by halves.
inline float SumOfLanes(float* lanes) {
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int j = 0; j < half; ++j) lanes[j] += lanes[j + half];
  }
  return lanes[0];
}

// Sum of a[i] * b[i] over the lanes.
inline float LaneDot(const float* a, const float* b, int n) {
  float lanes[kLanes] = {};
  for (int base = 0; base < n; base += kLanes) {
    for (int j = 0; j < kLanes; ++j) {
      const bool present = base + j < n;
      lanes[j] = std::fma(present ? a[base + j] : 0.0f, present ? b[base + j] : 0.0f, lanes[j]);
    }
  }
  return SumOfLanes(lanes);
}

// 1 / sqrt(mean of squares + eps).
inline float InverseRms(const float* x, int n, float eps) {
  return 1.0f / std::sqrt(LaneDot(x, x, n) / static_cast<float>(n) + eps);
}

inline float Exp(float x) {
  using C = ExpConstants;
  const float shifted = std::fma(x, C::kLog2E, C::kRound);
  const uint32_t n = std::bit_cast<uint32_t>(shifted) - std::bit_cast<uint32_t>(C::kRound);
  const float whole = shifted - C::kRound;
  const float r = std::fma(-whole, C::kLn2Low, std::fma(-whole, C::kLn2High, x));
  float p = C::kTaylor[0];
  for (int i = 1; i < 6; ++i) p = std::fma(p, r, C::kTaylor[i]);
  p = std::fma(p, r, 1.0f);
  p = std::fma(p, r, 1.0f);
  const uint32_t half = static_cast<uint32_t>(static_cast<int32_t>(n) >> 1);
  const float low_power = std::bit_cast<float>((half + 127u) << 23);
  const float high_power = std::bit_cast<float>((n - half + 127u) << 23);
  const float y = p * low_power * high_power;
  if (x < C::kLowest) return 0.0f;
  if (x > C::kHighest) return std::numeric_limits<float>::infinity();
  return y;  // NaN stays NaN through p
}

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_SCALAR_MATH_H_
