// Normalises and rotates the query and key heads of fresh rows, and stores their keys and values.
//
// A work-item holds one pack of four components of a head; a work-group holds STORE_HEADS whole heads of a row, local
// size {PACKS, STORE_HEADS}.
#include "head_norm.cl"
#include "kv.cl"

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
    x = normed_and_rotated(heads[place], head < HEADS ? q_weight : k_weight, eps, turns + at.y * 2 * pairs, pairs, pack);
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
