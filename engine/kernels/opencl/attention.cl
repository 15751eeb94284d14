// Causal attention over the key/value cache: for prefill by tiles of query rows, for decode split over key blocks.
//
// A query is one query head of one row. A work-group computes QUERIES = TILE_ROWS * GROUP queries that share a KV head;
// it is KEY_BLOCK = 64 work-items, and what a work-item (`lane`) does changes within a block of keys:
//   scores   lane k owns key k: its scores with all queries, each one fma chain over the components
//   softmax  lane q owns query q: the block's largest score m and the sum l of exp(score - m) over 16 lanes
//   values   a lane owns one pack of four components and SLICE_QUERIES queries: one fma chain over the keys for each
// Scores and then exponentials go from stage to stage through local memory. The fold is that of scalar_attention.cc: a
// block by itself, blocks joined in ascending order; nothing in it depends on the tile, on the other rows, or on
// whether blocks are joined at once (attention_rows) or by attention_merge.
//
// 64 work-items are few enough for every lane to keep a row of scores in registers and for the queries to be read at
// one address by all lanes, and enough to own a key each. Local memory: QUERIES * (HEAD_DIM + 68) floats.
#include "attention_fold.cl"

// Partials of one query and key block: PACKS float4 of acc, then {m, l, 0, 0}.
#define PARTIAL_PACKS (PACKS + 1)

// Rows [first, last) of a tile, consecutive positions of one sequence.
typedef struct {
  int first, last;
  int position;   // of row `first`
  uint cache_row;  // of position 0
} Segment;

// How many keys of `block` row `r` of the tile sees.
inline int keys_seen(Segment segment, int r, int block) {
  const bool inside = r >= segment.first && r < segment.last;
  return inside ? clamp(segment.position + r - segment.first + 1 - block * KEY_BLOCK, 0, KEY_BLOCK) : 0;
}

// Whether `other`, `distance` rows behind `at`, is a later row of the same sequence: {token, position, slot, run}.
inline bool continues(int4 at, int distance, int4 other) { return other.z == at.z && other.y == at.y + distance; }

// Work-groups {tiles, KV heads}. Rows [begin, begin + count) of the pass, which may belong to several runs: a tile
// walks the key blocks of each in turn.
__kernel void attention_rows(__global const float4* restrict qkv, KV_PARAMETERS(const), int positions,
                             __global const int4* restrict pass, int begin, int count, float scale,
                             __global int* restrict out, __global float* restrict out_scales) {
  __local float4 queries[QUERIES * PACKS];
  LOCAL_ROWS(weights, PADDED_QUERIES);
  __local float largest[QUERIES];
  __local float2 joins[QUERIES];  // what the sum and the next block are multiplied by when they join
  const int lane = get_local_id(0);
  const int kv_head = get_group_id(1);
  const int tile = get_num_groups(0) - 1 - get_group_id(0);  // later rows see more keys: the longest start first
  const int row = begin + tile * TILE_ROWS;
  const int rows = min(TILE_ROWS, begin + count - row);
  const int pack = lane % PACKS;
  const int first_query = slice_of(lane) * SLICE_QUERIES;
  const bool writes = lane / PACKS < SLICES_USED;

  load_queries(qkv, row, rows, kv_head, lane, queries);
  float sum_m = -INFINITY;  // of query `lane`
  float sum_l = 0.0f;
  float4 sum[SLICE_QUERIES];
  for (int i = 0; i < SLICE_QUERIES; ++i) sum[i] = (float4)(0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);

  Segment segment;
  for (segment.first = 0; segment.first < rows; segment.first = segment.last) {
    const int4 at = pass[row + segment.first];  // {token, position, slot, run}
    segment.position = at.y;
    segment.cache_row = kv_row(at.z, kv_head, positions);
    segment.last = segment.first + 1;
    while (segment.last < rows && continues(at, segment.last - segment.first, pass[row + segment.last])) ++segment.last;
    const int blocks = (segment.position + segment.last - segment.first - 1) / KEY_BLOCK + 1;

    for (int block = 0; block < blocks; ++block) {
      const uint block_row = segment.cache_row + block * KEY_BLOCK;
      const int query_sees = lane < QUERIES ? keys_seen(segment, lane / GROUP, block) : 0;
      {
        float scores[QUERIES];
        score_key(queries, keys, key_scales, block_row + lane, scale, scores);
        for (int q = 0; q < QUERIES; ++q) {
          const bool seen = lane < keys_seen(segment, q / GROUP, block);
          weights[q * WEIGHT_STRIDE + lane] = seen ? scores[q] : -INFINITY;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (query_sees > 0) {
        const float m = largest_of(weights + lane * WEIGHT_STRIDE);
        const float next = fmax(sum_m, m);
        largest[lane] = m;
        joins[lane] = (float2)(exp_f(sum_m - next), exp_f(m - next));
        sum_m = next;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      make_weights(largest, lane, weights);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (query_sees > 0) {
        const float l = sum_of(weights + lane * WEIGHT_STRIDE);
        sum_l = fma(l, joins[lane].y, sum_l * joins[lane].x);
      }
      float4 acc[SLICE_QUERIES];
      int seen[SLICE_QUERIES];
      for (int i = 0; i < SLICE_QUERIES; ++i) seen[i] = keys_seen(segment, (first_query + i) / GROUP, block);
      fold_values(weights, values, value_scales, block_row, pack, first_query, keys_seen(segment, segment.first, block),
                  keys_seen(segment, segment.last - 1, block), seen, acc);
      for (int i = 0; i < SLICE_QUERIES; ++i) {
        if (seen[i] == 0) continue;
        const float2 join = joins[first_query + i];
        sum[i] = fma_all(join.y, acc[i], sum[i] * join.x);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }

  if (lane < QUERIES) largest[lane] = div_rn(1.0f, sum_l);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < SLICE_QUERIES; ++i) sum[i] *= largest[min(first_query + i, QUERIES - 1)];
  write_queries(sum, pack, first_query, writes, row, rows, kv_head, (__local uint*)weights, out, out_scales);
}

#if TILE_ROWS == 1

// Work-groups {max_blocks / blocks_per_group, KV heads, rows}; those beyond a row's position do nothing.
// partials float4 [row - begin][HEADS][max_blocks][PARTIAL_PACKS].
__kernel void attention_partial(__global const float4* restrict qkv, KV_PARAMETERS(const), int positions,
                                __global const int4* restrict pass, int begin, float scale, int max_blocks,
                                int blocks_per_group, __global float4* restrict partials) {
  __local float4 queries[QUERIES * PACKS];
  LOCAL_ROWS(weights, PADDED_QUERIES);
  __local float largest[QUERIES];
  const int lane = get_local_id(0);
  const int kv_head = get_group_id(1);
  const int row = get_group_id(2);
  const int4 at = pass[begin + row];  // {token, position, slot, run}
  const int first_block = get_group_id(0) * blocks_per_group;
  const int end_block = min(min(first_block + blocks_per_group, max_blocks), at.y / KEY_BLOCK + 1);
  if (first_block >= end_block) return;
  const int pack = lane % PACKS;
  const int first_query = slice_of(lane) * SLICE_QUERIES;
  const bool writes = lane / PACKS < SLICES_USED;
  const uint cache_row = kv_row(at.z, kv_head, positions);

  load_queries(qkv, begin + row, 1, kv_head, lane, queries);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int block = first_block; block < end_block; ++block) {
    const uint block_row = cache_row + block * KEY_BLOCK;
    const int keys_in_block = min(at.y + 1 - block * KEY_BLOCK, KEY_BLOCK);
    {
      float scores[QUERIES];
      score_key(queries, keys, key_scales, block_row + lane, scale, scores);
      for (int q = 0; q < QUERIES; ++q) {
        weights[q * WEIGHT_STRIDE + lane] = lane < keys_in_block ? scores[q] : -INFINITY;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < QUERIES) largest[lane] = largest_of(weights + lane * WEIGHT_STRIDE);
    barrier(CLK_LOCAL_MEM_FENCE);
    make_weights(largest, lane, weights);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first_partial = (row * HEADS + kv_head * GROUP) * max_blocks + block;
    const int summed = KEY_BLOCK - 1 - lane;  // by the last lanes, of which small groups have some to spare
    if (summed < QUERIES) {
      const float l = sum_of(weights + summed * WEIGHT_STRIDE);
      partials[(first_partial + summed * max_blocks) * PARTIAL_PACKS + PACKS] = (float4)(largest[summed], l, 0.0f, 0.0f);
    }
    float4 acc[SLICE_QUERIES];
    int seen[SLICE_QUERIES];
    for (int i = 0; i < SLICE_QUERIES; ++i) seen[i] = keys_in_block;
    fold_values(weights, values, value_scales, block_row, pack, first_query, keys_in_block, keys_in_block, seen, acc);
    for (int i = 0; i < SLICE_QUERIES; ++i) {
      const int q = first_query + i;
      if (writes && q < QUERIES) partials[(first_partial + q * max_blocks) * PARTIAL_PACKS + pack] = acc[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Work-groups {KV heads, rows}. Joins the blocks of each query in ascending order, KEY_BLOCK blocks at a time. Both
// weights of a join follow from the largest score so far alone, so all are made at once; what is left in order is one
// multiplication and one fma a block.
__kernel void attention_merge(__global const float4* restrict partials, __global const int4* restrict pass, int begin,
                              int max_blocks, __global int* restrict out, __global float* restrict out_scales) {
  LOCAL_ROWS(block_l, QUERIES);
  LOCAL_ROWS(new_weights, QUERIES);  // first: the block's m
  LOCAL_ROWS(old_weights, QUERIES);  // first: the largest m of the blocks before
  __local uint magnitudes[QUERIES * PACKS];
  const int lane = get_local_id(0);
  const int kv_head = get_group_id(0);
  const int row = get_group_id(1);
  const int blocks = min(pass[begin + row].y / KEY_BLOCK + 1, max_blocks);
  const int pack = lane % PACKS;
  const int first_query = slice_of(lane) * SLICE_QUERIES;
  const bool writes = lane / PACKS < SLICES_USED;
  __global const float4* mine = partials + (row * HEADS + kv_head * GROUP) * max_blocks * PARTIAL_PACKS;

  float4 sum[SLICE_QUERIES];
  float sum_l[SLICE_QUERIES];
  for (int i = 0; i < SLICE_QUERIES; ++i) sum[i] = (float4)(0.0f);
  for (int i = 0; i < SLICE_QUERIES; ++i) sum_l[i] = 0.0f;
  float sum_m = -INFINITY;  // of query `lane`

  for (int base = 0; base < blocks; base += KEY_BLOCK) {
    const int count = min(blocks - base, KEY_BLOCK);
    for (int q = 0; q < QUERIES; ++q) {
      const int block = base + min(lane, count - 1);
      const float4 m_l = mine[(q * max_blocks + block) * PARTIAL_PACKS + PACKS];
      new_weights[q * WEIGHT_STRIDE + lane] = m_l.x;
      block_l[q * WEIGHT_STRIDE + lane] = m_l.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < QUERIES) {
      __local const float4* m = (__local const float4*)(new_weights + lane * WEIGHT_STRIDE);
      __local float4* before = (__local float4*)(old_weights + lane * WEIGHT_STRIDE);
      for (int b = 0; b < (count + 3) / 4; ++b) {
        before[b].x = sum_m;
        before[b].y = sum_m = fmax(sum_m, m[b].x);
        before[b].z = sum_m = fmax(sum_m, m[b].y);
        before[b].w = sum_m = fmax(sum_m, m[b].z);
        sum_m = fmax(sum_m, m[b].w);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int q = 0; q < QUERIES; ++q) {
      const int at = q * WEIGHT_STRIDE + lane;
      const float before = old_weights[at];
      const float m = fmax(before, new_weights[at]);
      old_weights[at] = exp_f(before - m);
      new_weights[at] = exp_f(new_weights[at] - m);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < SLICE_QUERIES; ++i) {
      const int q = min(first_query + i, QUERIES - 1);
      for (int b = 0; b < count; b += VALUES_AHEAD) {
        float4 acc[VALUES_AHEAD];
#pragma unroll
        for (int j = 0; j < VALUES_AHEAD; ++j) {
          acc[j] = mine[(q * max_blocks + base + min(b + j, count - 1)) * PARTIAL_PACKS + pack];
        }
#pragma unroll
        for (int j = 0; j < VALUES_AHEAD; ++j) {
          if (b + j >= count) continue;
          const int at = q * WEIGHT_STRIDE + b + j;
          sum[i] = fma_all(new_weights[at], acc[j], sum[i] * old_weights[at]);
          sum_l[i] = fma(block_l[at], new_weights[at], sum_l[i] * old_weights[at]);
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < SLICE_QUERIES; ++i) sum[i] *= div_rn(1.0f, sum_l[i]);
  write_queries(sum, pack, first_query, writes, begin + row, 1, kv_head, magnitudes, out, out_scales);
}

#endif  // TILE_ROWS == 1
