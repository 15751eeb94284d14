// RMS norm and rotation of single heads, with the bits of norm_rope (float_kernel_table.h). A head lies in local memory;
// the work-item of each of its packs adds up the squares of the whole head by itself: for heads this narrow that is
// cheaper than another barrier.
#include "quantise.cl"
#include "heads.cl"

// Lanes 4 quarter .. 4 quarter + 3 of the sum below.
inline float4 lanes_of_squares(__local const float4* head, int quarter) {
  float4 lanes = 0.0f;
  for (int pack = quarter; pack < PACKS; pack += 4) lanes = fma(head[pack], head[pack], lanes);
  return lanes;
}

inline float sum_of_quarters(float4 a, float4 b, float4 c, float4 d) {
  const float4 four = (a + c) + (b + d);
  const float2 two = four.xy + four.zw;
  return two.x + two.y;
}

// The sum of squares of a head. Lane j of it folds components j, j + 16, ...: component j % 4 of packs j / 4, j / 4 + 4,
// ...
inline float sum_of_squares(__local const float4* head) {
  float4 lanes[4];
  for (int i = 0; i < 4; ++i) lanes[i] = (float4)(0.0f);
  for (int pack = 0; pack < PACKS; pack += 4) {
    for (int i = 0; i < 4; ++i) lanes[i] = fma(head[pack + i], head[pack + i], lanes[i]);
  }
  return sum_of_quarters(lanes[0], lanes[1], lanes[2], lanes[3]);
}

// Component c of a head after normalising (r = 1 / rms) and rotating. `turn` is {cos[pairs], sin[pairs]}.
inline float rotated(__local const float* x, __global const float* weight, float r, __global const float* turn,
                     int pairs, int c) {
  if (c >= 2 * pairs) return x[c] * r * weight[c];
  const int i = c < pairs ? c : c - pairs;
  const float a = x[i] * r * weight[i];
  const float b = x[i + pairs] * r * weight[i + pairs];
  const float cosine = turn[i];
  const float sine = turn[i + pairs];
  return c < pairs ? fma(-b, sine, a * cosine) : fma(b, cosine, a * sine);
}

// Pack `pack` of a head after both.
inline float4 rotated_pack(__local const float4* head, __global const float* weight, float r,
                           __global const float* turn, int pairs, int pack) {
  __local const float* const x = (__local const float*)head;
  return (float4)(rotated(x, weight, r, turn, pairs, 4 * pack), rotated(x, weight, r, turn, pairs, 4 * pack + 1),
                  rotated(x, weight, r, turn, pairs, 4 * pack + 2), rotated(x, weight, r, turn, pairs, 4 * pack + 3));
}

inline float4 normed_and_rotated(__local const float4* head, __global const float* weight, float eps,
                                 __global const float* turn, int pairs, int pack) {
  return rotated_pack(head, weight, inverse_rms(sum_of_squares(head), HEAD_DIM, eps), turn, pairs, pack);
}
