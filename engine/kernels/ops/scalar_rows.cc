#include <cmath>
#include <limits>

#include "engine/gguf/half.h"
#include "engine/kernels/ops/scalar_math.h"
#include "engine/kernels/ops/scalar_ops.h"

namespace ferro::scalar {

void RmsNorm(const float* x, const float* weight, float eps, int n, float* y) {
  const float r = InverseRms(x, n, eps);
  for (int i = 0; i < n; ++i) y[i] = x[i] * r * weight[i];
}

void NormRope(float* x, const float* weight, float eps, int head_dim, const float* cos, const float* sin, int pairs) {
  RmsNorm(x, weight, eps, head_dim, x);
  for (int i = 0; i < pairs; ++i) {
    const float a = x[i];
    const float b = x[i + pairs];
    x[i] = std::fma(-b, sin[i], a * cos[i]);
    x[i + pairs] = std::fma(b, cos[i], a * sin[i]);
  }
}

void SwiGlu(const float* gate, const float* up, int n, float* out) {
  for (int i = 0; i < n; ++i) out[i] = gate[i] / (1.0f + Exp(-gate[i])) * up[i];
}

float Dot(const float* a, const float* b, int n) { return LaneDot(a, b, n); }

void Add(const float* x, int n, float* y) {
  for (int i = 0; i < n; ++i) y[i] += x[i];
}

void AddScaled(const float* x, float scale, int n, float* y) {
  for (int i = 0; i < n; ++i) y[i] = std::fma(x[i], scale, y[i]);
}

void ExpRow(const float* x, int n, float* y) {
  for (int i = 0; i < n; ++i) y[i] = Exp(x[i]);
}

void ToHalf(const float* x, int n, uint16_t* y) {
  for (int i = 0; i < n; ++i) y[i] = FloatToHalf(x[i]);
}

void FromHalf(const uint16_t* x, int n, float* y) {
  for (int i = 0; i < n; ++i) y[i] = HalfToFloat(x[i]);
}

int Argmax(const float* x, int n) {
  int best = 0;
  float largest = -std::numeric_limits<float>::infinity();
  for (int i = 0; i < n; ++i) {
    if (x[i] > largest) {
      largest = x[i];
      best = i;
    }
  }
  return best;
}

}  // namespace ferro::scalar
