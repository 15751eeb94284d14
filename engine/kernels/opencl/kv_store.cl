// Normalises and rotates the query and key heads of fresh rows, and stores their keys and values.
//
// A work-item holds one pack of four components of a head; a work-group holds STORE_HEADS whole heads of a row, local
// size {PACKS, STORE_HEADS}. Each work-item adds up the squares of its whole head by itself: for heads this narrow that
// is cheaper than another barrier. The lanes of that sum are those of rms_norm (float_kernel_table.h): lane j folds
// components j, j + 16, ..., which is component j % 4 of packs j / 4, j / 4 + 4, ...
#include "quantise.cl"
#include "kv.cl"

// The sum of squares of a head.
inline float sum_of_squares(__local const float4* head) {
  float4 lanes[4];
  for (int i = 0; i < 4; ++i) lanes[i] = (float4)(0.0f);
  for (int pack = 0; pack < PACKS; pack += 4) {
    for (int i = 0; i < 4; ++i) lanes[i] = fma(head[pack + i], head[pack + i], lanes[i]);
  }
  const float4 four = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  const float2 two = four.xy + four.zw;
  return two.x + two.y;
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

// qkv float4 [row][HEADS + 2 * KV_HEADS][PACKS]; turns float [position][2][pairs]. Queries are replaced in qkv.
__kernel void store_qkv(__global float4* restrict qkv, __global const float* restrict q_weight,
                        __global const float* restrict k_weight, float eps, __global const float* restrict turns,
                        int pairs, KV_PARAMETERS(), int positions, __global const int4* restrict pass, int begin) {
  __local float4 heads[STORE_HEADS][PACKS];
  __local float magnitudes[STORE_HEADS][PACKS];
  const int pack = get_local_id(0);
  const int place = get_local_id(1);
  const int head = get_group_id(0) * STORE_HEADS + place;
  const int row = begin + get_group_id(1);
  const bool present = head < HEADS + 2 * KV_HEADS;
  const int index = (row * (HEADS + 2 * KV_HEADS) + head) * PACKS + pack;

  float4 x = present ? qkv[index] : (float4)(0.0f);
  heads[place][pack] = x;
  barrier(CLK_LOCAL_MEM_FENCE);

  const int4 at = pass[row];  // {token, position, slot, run}
  if (head < HEADS + KV_HEADS) {
    const float r = inverse_rms(sum_of_squares(heads[place]), HEAD_DIM, eps);
    __global const float* turn = turns + at.y * 2 * pairs;
    __global const float* weight = head < HEADS ? q_weight : k_weight;
    __local const float* components = (__local const float*)heads[place];
    x.x = rotated(components, weight, r, turn, pairs, 4 * pack);
    x.y = rotated(components, weight, r, turn, pairs, 4 * pack + 1);
    x.z = rotated(components, weight, r, turn, pairs, 4 * pack + 2);
    x.w = rotated(components, weight, r, turn, pairs, 4 * pack + 3);
  }

  float scale = 1.0f;
  float inverse = 1.0f;
#if KV_FORMAT == 2
  const float4 magnitude = fabs(x);
  magnitudes[place][pack] = fmax(fmax(magnitude.x, magnitude.y), fmax(magnitude.z, magnitude.w));
  barrier(CLK_LOCAL_MEM_FENCE);
  float largest = 0.0f;
  for (int i = 0; i < SCALE_PACKS; ++i) {
    largest = fmax(largest, magnitudes[place][pack / SCALE_PACKS * SCALE_PACKS + i]);
  }
  scale = kv_scale(largest, &inverse);
#endif

  if (head < HEADS) {
    qkv[index] = x;
    return;
  }
  if (!present) return;
  const bool is_key = head < HEADS + KV_HEADS;
  const int kv_head = (head - HEADS) % KV_HEADS;
  const uint cache_row = kv_row(at.z, kv_head, positions) + at.y;
  const uint to = is_key ? key_index(cache_row, pack) : value_index(cache_row, pack);
  kv_write(x, is_key ? keys : values, to, inverse);
#if KV_FORMAT == 2
  if (pack % SCALE_PACKS != 0) return;
  if (is_key) {
    key_scales[key_scale_index(cache_row, pack)] = scale;
  } else {
    value_scales[value_scale_index(cache_row, pack)] = scale;
  }
#endif
}
