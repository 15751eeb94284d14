// The stages that a work-group of causal attention goes through for one block of keys (attention.cl says what a lane
// owns in each).
#include "attention_tile.cl"
#include "kv.cl"

#define KEYS_AHEAD (PACKS % LOADS_AHEAD == 0 ? LOADS_AHEAD : SCALE_PACKS)
#define VALUES_AHEAD LOADS_AHEAD
// Copies the queries of `rows` rows; the others become zeros.
inline void load_queries(__global const float4* qkv, int row, int rows, int kv_head, int lane,
                         __local float4* queries) {
  for (uint i = lane; i < QUERIES * PACKS; i += KEY_BLOCK) {
    const int r = i / (GROUP * PACKS);
    const int at = ((row + r) * (HEADS + 2 * KV_HEADS) + kv_head * GROUP) * PACKS + i % (GROUP * PACKS);
    queries[i % PACKS * QUERIES + i / PACKS] = r < rows ? qkv[at] : (float4)(0.0f);
  }
}

// The scaled scores of the key at `row` with every query. KEYS_AHEAD packs are asked for before the first is used.
HOT void score_key(__local const float4* queries, __global const KV_PACK* keys, __global const float* key_scales,
                      uint row, float scale, float* scores) {
  for (int q = 0; q < QUERIES; ++q) scores[q] = 0.0f;
  for (int pack = 0; pack < PACKS; pack += KEYS_AHEAD) {
    float4 key[KEYS_AHEAD];
#pragma unroll
    for (int i = 0; i < KEYS_AHEAD; ++i) {
      const float key_scale = kv_read_scale(key_scales, key_scale_index(row, pack + i));
      key[i] = kv_read(keys, key_index(row, pack + i), key_scale);
    }
#pragma unroll
    for (int i = 0; i < KEYS_AHEAD; ++i) {
#pragma unroll
      for (int q = 0; q < QUERIES; ++q) {
        const float4 query = queries[(pack + i) * QUERIES + q];
        float dot = fma(query.x, key[i].x, scores[q]);
        dot = fma(query.y, key[i].y, dot);
        dot = fma(query.z, key[i].z, dot);
        scores[q] = fma(query.w, key[i].w, dot);
      }
    }
  }
  for (int q = 0; q < QUERIES; ++q) scores[q] *= scale;
}

// The sum over 16 lanes, lane j folding weights j, j + 16, ...; weights of keys not seen are zeros.
inline float sum_of(__local const float* weights) {
  __local const float4* packs = (__local const float4*)weights;
  float4 lanes[4];
  for (int i = 0; i < 4; ++i) lanes[i] = packs[i];
  for (int k = 4; k < KEY_BLOCK / 4; k += 4) {
    for (int i = 0; i < 4; ++i) lanes[i] += packs[k + i];
  }
  const float4 four = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  const float2 two = four.xy + four.zw;
  return two.x + two.y;
}

// Values of `count` keys from key `row` on, all asked for before the first is used.
HOT void load_values(__global const KV_PACK* values, __global const float* value_scales, uint row, int pack,
                        int count, float4* value) {
#pragma unroll
  for (int j = 0; j < count; ++j) {
    const float scale = kv_read_scale(value_scales, value_scale_index(row + j, pack));
    value[j] = kv_read(values, value_index(row + j, pack), scale);
  }
}

// acc[i] = the fold of the block's values, their pack `pack`, for query first_query + i. Keys before `shared` are seen
// by all queries, keys from `end` on by none; between, `seen` tells how many each query sees. An unseen value is never
// touched by arithmetic: it may be anything, and 0 * NaN would show.
HOT void fold_values(__local const float* weights, __global const KV_PACK* values,
                        __global const float* value_scales, uint row, int pack, int first_query, int shared, int end,
                        const int* seen, float4* acc) {
  for (int i = 0; i < SLICE_QUERIES; ++i) acc[i] = (float4)(0.0f);
  int k = 0;
  for (; k + VALUES_AHEAD <= shared; k += VALUES_AHEAD) {
    float4 value[VALUES_AHEAD];
    load_values(values, value_scales, row + k, pack, VALUES_AHEAD, value);
#pragma unroll
    for (int i = 0; i < SLICE_QUERIES; ++i) {
#pragma unroll
      for (int j = 0; j < VALUES_AHEAD; j += 4) {
        const float4 weight = *(__local const float4*)(weights + (first_query + i) * WEIGHT_STRIDE + k + j);
        acc[i] = fma_all(weight.x, value[j], acc[i]);
        acc[i] = fma_all(weight.y, value[j + 1], acc[i]);
        acc[i] = fma_all(weight.z, value[j + 2], acc[i]);
        acc[i] = fma_all(weight.w, value[j + 3], acc[i]);
      }
    }
  }
  for (; k < end; k += 4) {
    float4 value[4];
    load_values(values, value_scales, row + k, pack, 4, value);
#pragma unroll
    for (int i = 0; i < SLICE_QUERIES; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float4 next = fma_all(weights[(first_query + i) * WEIGHT_STRIDE + k + j], value[j], acc[i]);
        acc[i] = k + j < seen[i] ? next : acc[i];
      }
    }
  }
}
