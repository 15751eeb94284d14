// The arithmetic that the reference operations share: f32 in and out, f64 in between.
#ifndef FERRO_ENGINE_BACKEND_REFERENCE_MATH_H_
#define FERRO_ENGINE_BACKEND_REFERENCE_MATH_H_

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/backend/reference/objects.h"

namespace ferro::reference {

inline double Dot(const float* a, const float* b, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

inline void RmsNorm(const float* x, const float* weight, float eps, int n, float* y) {
  const double inverse = 1 / std::sqrt(Dot(x, x, n) / n + eps);
  for (int i = 0; i < n; ++i) y[i] = static_cast<float>(x[i] * inverse * weight[i]);
}

// Rotates the pairs (i, i + dims/2) by position * base^(-2i/dims).
inline void Rotate(const RopeParams& rope, int position, float* head) {
  const int half = rope.dims / 2;
  for (int i = 0; i < half; ++i) {
    const double angle = position * std::pow(static_cast<double>(rope.base), -2.0 * i / rope.dims);
    const double c = std::cos(angle), s = std::sin(angle), a = head[i], b = head[i + half];
    head[i] = static_cast<float>(a * c - b * s);
    head[i + half] = static_cast<float>(a * s + b * c);
  }
}

inline double SwiGluOf(double gate, double up) { return gate / (1 + std::exp(-gate)) * up; }

// GELU by its usual approximation with tanh.
inline double GeluTanh(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

// out(row, output) = the product of matrix row `output` and input row `row`, which is in_row(row).
template <class InRow, class Out>
void Multiply(const FileMatrix& w, int rows, InRow in_row, Out out) {
  std::vector<float> weights(w.inputs());
  for (int64_t output = 0; output < w.outputs(); ++output) {
    w.ReadRow(output, weights.data());
    for (int r = 0; r < rows; ++r) out(r, output) = static_cast<float>(Dot(weights.data(), in_row(r), w.inputs()));
  }
}

}  // namespace ferro::reference

#endif  // FERRO_ENGINE_BACKEND_REFERENCE_MATH_H_
