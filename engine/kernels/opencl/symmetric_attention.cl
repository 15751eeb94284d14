// Attention of encoder passes: a row sees the keys of its own run that are at most `radius` positions away, before it
// and behind it. Keys and values are columns of float rows; there is no cache.
//
// A work-group of KEY_BLOCK work-items computes the TILE_ROWS * GROUP queries of a tile that share a KV head, one block
// of 64 keys after the other, as in attention.cl: lane k scores key k, lane q keeps the sums of query q, and for the
// values a lane owns LANE_PACKS packs of four components and SLICE_QUERIES queries. Since a row of keys and values lies across
// the memory that its neighbours lie in, the group copies the block's keys, then its values, to local memory in whole
// rows, so that each is read once for all queries: STAGED packs of every key at a time, then the values of STAGED_KEYS
// keys at a time, which take no more room.
//
// The fold is that of scalar_symmetric_attention.cc: blocks are counted from the run's first row, each is folded by
// itself, the sum of its weights key by key, and joined in ascending order. What a row does not see counts as a weight
// of zero, which changes nothing; so nothing depends on the tile, on other runs in it, or on a cut of the rows.
//
// Local memory: QUERIES * (HEAD_DIM + 68) + STAGED * 4 * 65 floats.
#include "attention_tile.cl"
#include "pass.cl"

#define STAGE_PITCH (KEY_BLOCK + 1)              // spreads the packs of a key over memory banks
#define STAGE_COLUMNS (PACKS % 16 == 0 ? 16 : 8)  // lanes that copy a key or value; STAGED is a multiple
#define STAGE_ROWS (KEY_BLOCK / STAGE_COLUMNS)    // keys that the group copies at once
#define LOWEST -0x1.fffffep+127f

// The keys of a row of the tile, by their places in the run that is being walked: [x, y). None for rows of other runs.
inline int2 keys_of(int inside, int position, int radius, int run_rows) {
  return inside ? (int2)(max(position - radius, 0), min(position + radius + 1, run_rows)) : (int2)(0, 0);
}

inline void load_queries(__global const float4* from, int pitch, int rows, int lane, __local float4* queries) {
  for (uint i = lane; i < QUERIES * PACKS; i += KEY_BLOCK) {
    const int r = i / (GROUP * PACKS);
    queries[i % PACKS * QUERIES + i / PACKS] = r < rows ? from[r * pitch + i % (GROUP * PACKS)] : (float4)(0.0f);
  }
}

// Four float4 of a column: of keys `key`, key + STAGE_ROWS, ..., all asked for before the first is used. The last of the
// `keys` keys stands in for those behind it: their weights are zeros.
HOT void load_column(__global const float4* from, int pitch, int key, int keys, float4* column) {
  const int first = key * pitch, last = (keys - 1) * pitch;
#pragma unroll
  for (int i = 0; i < 4; ++i) column[i] = from[min(first + i * STAGE_ROWS * pitch, last)];
}

// Packs [pack, pack + STAGED) of the block's `keys` keys, staged [pack][key].
HOT void stage_keys(__global const float4* from, int pitch, int pack, int keys, int lane, __local float4* staged) {
  for (int p = lane % STAGE_COLUMNS; p < STAGED; p += STAGE_COLUMNS) {
    for (int key = lane / STAGE_COLUMNS; key < KEY_BLOCK; key += 4 * STAGE_ROWS) {
      float4 column[4];
      load_column(from + pack + p, pitch, key, keys, column);
#pragma unroll
      for (int i = 0; i < 4; ++i) staged[p * STAGE_PITCH + key + i * STAGE_ROWS] = column[i];
    }
  }
}

// The values of keys [first, first + STAGED_KEYS) of the block's `keys` keys, staged [key][pack].
HOT void stage_values(__global const float4* from, int pitch, int first, int keys, int lane, __local float4* staged) {
  for (int p = lane % STAGE_COLUMNS; p < PACKS; p += STAGE_COLUMNS) {
    for (int key = lane / STAGE_COLUMNS; key < STAGED_KEYS; key += 4 * STAGE_ROWS) {
      float4 column[4];
      load_column(from + p, pitch, first + key, keys, column);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        if (STAGED_KEYS % (4 * STAGE_ROWS) == 0 || key + i * STAGE_ROWS < STAGED_KEYS) {
          staged[(key + i * STAGE_ROWS) * PACKS + p] = column[i];
        }
      }
    }
  }
}

// Carries the chains of all scores of key `lane` on by the staged packs, `pack` being the first.
HOT void score_staged(__local const float4* queries, __local const float4* staged, int pack, int lane, float* scores) {
#pragma unroll 2
  for (int p = 0; p < STAGED; ++p) {
    const float4 key = staged[p * STAGE_PITCH + lane];
#pragma unroll
    for (int q = 0; q < QUERIES; ++q) {
      const float4 query = queries[(pack + p) * QUERIES + q];
      float dot = fma(query.x, key.x, scores[q]);
      dot = fma(query.y, key.y, dot);
      dot = fma(query.z, key.z, dot);
      scores[q] = fma(query.w, key.w, dot);
    }
  }
}

// Carries the folds of pack `pack` on by the staged values, for queries first_query + i; `key` is the first staged, and
// from key `end` on nobody sees any.
HOT void fold_staged(__local const float* weights, __local const float4* staged, int pack, int first_query, int key,
                     int end, float4* acc) {
  for (int k = key; k < min(end, key + STAGED_KEYS); k += 4) {
    float4 value[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) value[j] = staged[(k - key + j) * PACKS + pack];
#pragma unroll
    for (int i = 0; i < SLICE_QUERIES; ++i) {
      const float4 weight = *(__local const float4*)(weights + (first_query + i) * WEIGHT_STRIDE + k);
      acc[i] = fma_all(weight.x, value[0], acc[i]);
      acc[i] = fma_all(weight.y, value[1], acc[i]);
      acc[i] = fma_all(weight.z, value[2], acc[i]);
      acc[i] = fma_all(weight.w, value[3], acc[i]);
    }
  }
}

inline float sum_in_order(__local const float* weights) {
  __local const float4* packs = (__local const float4*)weights;
  float sum = 0.0f;
  for (int i = 0; i < KEY_BLOCK / 4; ++i) sum = (((sum + packs[i].x) + packs[i].y) + packs[i].z) + packs[i].w;
  return sum;
}

// Work-groups {tiles, KV heads}. Indices [begin, begin + count), see pass.cl. q float4 [index - begin + q_begin][q_pitch]
// with the queries in front; kv float4 [row of the pass][kv_pitch] with key heads from pack `key_pack` on, then value
// heads. out, out_scales: int8 rows [index - begin + out_begin] of HEADS * HEAD_DIM.
__kernel void symmetric_attention(__global const float4* q, int q_pitch, int q_begin, __global const float4* kv,
                                  int kv_pitch, int key_pack, __global const int4* pass, int max_rows, int kept,
                                  int begin, int count, float scale, int radius, __global int* out,
                                  __global float* out_scales, int out_begin) {
  __local float4 queries[QUERIES * PACKS];
  __local float4 staged[STAGED * STAGE_PITCH];
  LOCAL_ROWS(weights, PADDED_QUERIES);
  __local float largest[QUERIES];
  __local float2 joins[QUERIES];  // what the sum and the next block are multiplied by when they join
  __local int2 sees[TILE_ROWS];   // keys_of
  const int lane = get_local_id(0);
  const int kv_head = get_group_id(1);
  const int tile_row = get_group_id(0) * TILE_ROWS;
  const int rows = min(TILE_ROWS, count - tile_row);
  const int pack = lane % ROW_LANES;  // the lane's first
  const int first_query = slice_of(lane) * SLICE_QUERIES;
  const bool writes = lane / ROW_LANES < SLICES_USED;

  load_queries(q + (q_begin + tile_row) * q_pitch + kv_head * GROUP * PACKS, q_pitch, rows, lane, queries);
  float sum_m = -INFINITY;  // of query `lane`
  float sum_l = 0.0f;
  float4 sum[LANE_PACKS * SLICE_QUERIES];  // [pack][query]
#pragma unroll
  for (int i = 0; i < LANE_PACKS * SLICE_QUERIES; ++i) sum[i] = (float4)(0.0f);

  // Rows [first, last) of the tile are of one run.
  for (int first = 0, last; first < rows; first = last) {
    const int run = pass[pass_row(pass, max_rows, kept, begin + tile_row + first)].w;
    const int4 bounds = pass[max_rows + run];  // {first_row, rows, ..}
    last = first + 1;
    while (last < rows && pass[pass_row(pass, max_rows, kept, begin + tile_row + last)].w == run) ++last;
    if (lane < TILE_ROWS) {
      const int inside = lane >= first && lane < last;
      const int row = pass_row(pass, max_rows, kept, begin + tile_row + min(lane, rows - 1));
      sees[lane] = keys_of(inside, row - bounds.x, radius, bounds.y);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first_block = sees[first].x / KEY_BLOCK;
    const int end_block = (sees[last - 1].y - 1) / KEY_BLOCK + 1;

    for (int block = first_block; block < end_block; ++block) {
      const int block_key = block * KEY_BLOCK;
      const int keys = min(bounds.y - block_key, KEY_BLOCK);
      __global const float4* const block_keys = kv + (bounds.x + block_key) * kv_pitch + key_pack + kv_head * PACKS;
      __global const float4* const block_values = block_keys + KV_HEADS * PACKS;
      {
        float scores[QUERIES];
#pragma unroll
        for (int i = 0; i < QUERIES; ++i) scores[i] = 0.0f;
        for (int p = 0; p < PACKS; p += STAGED) {
          if (p > 0) barrier(CLK_LOCAL_MEM_FENCE);
          stage_keys(block_keys, kv_pitch, p, keys, lane, staged);
          barrier(CLK_LOCAL_MEM_FENCE);
          score_staged(queries, staged, p, lane, scores);
        }
#pragma unroll
        for (int i = 0; i < QUERIES; ++i) {
          const int2 seen = sees[i / GROUP];
          const bool visible = block_key + lane >= seen.x && block_key + lane < seen.y;
          weights[i * WEIGHT_STRIDE + lane] = visible ? scores[i] * scale : -INFINITY;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      stage_values(block_values, kv_pitch, 0, keys, lane, staged);
      if (lane < QUERIES) {
        const float m = largest_of(weights + lane * WEIGHT_STRIDE);
        const float next = fmax(sum_m, m);
        const float finite = fmax(next, LOWEST);
        largest[lane] = fmax(m, LOWEST);
        joins[lane] = (float2)(exp_f(sum_m - finite), exp_f(m - finite));
        sum_m = next;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      make_weights(largest, lane, weights);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lane < QUERIES) {
        const float l = sum_in_order(weights + lane * WEIGHT_STRIDE);
        sum_l = fma(l, joins[lane].y, sum_l * joins[lane].x);
      }
      float4 acc[LANE_PACKS * SLICE_QUERIES];
#pragma unroll
      for (int i = 0; i < LANE_PACKS * SLICE_QUERIES; ++i) acc[i] = (float4)(0.0f);
      for (int k = 0; k < KEY_BLOCK; k += STAGED_KEYS) {
        if (k > 0) {
          barrier(CLK_LOCAL_MEM_FENCE);
          stage_values(block_values, kv_pitch, k, keys, lane, staged);
          barrier(CLK_LOCAL_MEM_FENCE);
        }
#pragma unroll
        for (int j = 0; j < LANE_PACKS; ++j) {
          fold_staged(weights, staged, pack + j * ROW_LANES, first_query, k, keys, acc + j * SLICE_QUERIES);
        }
      }
#pragma unroll
      for (int i = 0; i < LANE_PACKS * SLICE_QUERIES; ++i) {
        const int of = min(first_query + i % SLICE_QUERIES, QUERIES - 1);
        const int2 seen = sees[of / GROUP];
        // Not even by a zero: 0 * NaN would show in other runs.
        if (seen.x >= block_key + KEY_BLOCK || seen.y <= block_key) continue;
        sum[i] = fma_all(joins[of].y, acc[i], sum[i] * joins[of].x);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }

  if (lane < QUERIES) largest[lane] = div_rn(1.0f, sum_l);
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (int i = 0; i < LANE_PACKS * SLICE_QUERIES; ++i) {
    sum[i] *= largest[min(first_query + i % SLICE_QUERIES, QUERIES - 1)];
  }
#pragma unroll
  for (int j = 0; j < LANE_PACKS; ++j) {
    if (j > 0) barrier(CLK_LOCAL_MEM_FENCE);
    write_queries(sum + j * SLICE_QUERIES, pack + j * ROW_LANES, first_query, writes, out_begin + tile_row, rows,
                  kv_head, (__local uint*)weights, out, out_scales);
  }
}
