#include <algorithm>
#include <cmath>

#include "engine/kernels/ops/erf_constants.h"
#include "engine/kernels/ops/gelu_constants.h"
#include "engine/kernels/ops/kv_format.h"
#include "engine/kernels/ops/scalar_math.h"
#include "engine/kernels/ops/scalar_ops.h"

namespace ferro::scalar {
namespace {

float Gelu(float x) {
  using C = ErfConstants;
  const float u = x * C::kInverseSqrt2;
  const float a = std::fabs(u);
  const float t = 1.0f / std::fma(a, C::kP, 1.0f);
  float p = C::kC[0];
  for (int i = 1; i < 5; ++i) p = std::fma(p, t, C::kC[i]);
  const float e = std::fma(-(p * t), Exp(-(a * a)), 1.0f);
  const float erf = u < 0 ? -e : e;
  return x * 0.5f * (1.0f + erf);
}

float GeluTanh(float x) {
  using C = GeluConstants;
  return x / (1.0f + Exp(-(x * std::fma(x * x, C::kCubic, C::kLinear))));
}

}  // namespace

void AddRmsNorm(const float* in, const float* weight, float eps, float scale, int n, float* x) {
  const float r = InverseRms(in, n, eps);
  for (int i = 0; i < n; ++i) x[i] = (x[i] + in[i] * r * weight[i]) * scale;
}

void LayerNorm(const float* x, const float* weight, const float* bias, float eps, int n, float* y) {
  float lanes[kLanes] = {};
  for (int i = 0; i < n; ++i) lanes[i % kLanes] += x[i];
  const float mean = SumOfLanes(lanes) / static_cast<float>(n);
  float squares[kLanes] = {};
  for (int i = 0; i < n; ++i) squares[i % kLanes] = std::fma(x[i] - mean, x[i] - mean, squares[i % kLanes]);
  const float r = 1.0f / std::sqrt(SumOfLanes(squares) / static_cast<float>(n) + eps);
  for (int i = 0; i < n; ++i) y[i] = std::fma((x[i] - mean) * r, weight[i], bias[i]);
}

void GeGlu(const float* gate, const float* up, int n, float* out) {
  for (int i = 0; i < n; ++i) out[i] = GeluTanh(gate[i]) * up[i];
}

void MeanRows(const float* x, ptrdiff_t stride, int rows, int n, float* mean) {
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int block = 0; block < rows; block += kKeyBlock) {
      float block_sum = 0;
      for (int row = block; row < std::min(rows, block + kKeyBlock); ++row) block_sum += x[row * stride + i];
      sum += block_sum;
    }
    mean[i] = sum / static_cast<float>(rows);
  }
}

void Relu(const float* x, int n, float* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] < 0 ? 0.0f : x[i];
}

float GeluDot(const float* x, const float* weight, int n) {
  float lanes[kLanes] = {};
  for (int i = 0; i < n; ++i) lanes[i % kLanes] = std::fma(Gelu(x[i]), weight[i], lanes[i % kLanes]);
  return SumOfLanes(lanes);
}

void CentredConv(const CentredConvTask& task) {
  const auto z = [&](int row, int c) {
    if (row < 0 ? !task.has_before : row >= task.rows && !task.has_behind) return 0.0f;
    const float* bcx = task.bcx + row * task.bcx_stride + c;
    return bcx[0] * bcx[2 * task.channels];
  };
  for (int row = 0; row < task.rows; ++row) {
    for (int c = 0; c < task.channels; ++c) {
      const float* taps = task.taps + 3 * c;
      float v = taps[1] * z(row, c);
      v = std::fma(taps[0], z(row - 1, c), v);
      v = std::fma(taps[2], z(row + 1, c), v);
      task.out[row * task.out_stride + c] = task.bcx[row * task.bcx_stride + task.channels + c] * v;
    }
  }
}

}  // namespace ferro::scalar
