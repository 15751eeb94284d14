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
#define QUERIES (TILE_ROWS * GROUP)
#define KEYS_AHEAD (PACKS % LOADS_AHEAD == 0 ? LOADS_AHEAD : SCALE_PACKS)
#define VALUES_AHEAD LOADS_AHEAD
#define SLICES (KEY_BLOCK / PACKS)  // groups of lanes that hold a whole row of components each
#define SLICE_QUERIES ((QUERIES + SLICES - 1) / SLICES)
#define SLICES_USED ((QUERIES + SLICE_QUERIES - 1) / SLICE_QUERIES)
#define PADDED_QUERIES (SLICES_USED * SLICE_QUERIES)  // the last slice may have fewer, and reads as many
#define WEIGHT_STRIDE (KEY_BLOCK + 4)  // keeps rows in different memory banks
// A value in local memory for each key, or block, and `queries`; rows are also read as float4.
#define LOCAL_ROWS(name, queries) __local float name[(queries) * WEIGHT_STRIDE] __attribute__((aligned(16)))

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

// PoCL would leave what is large as a call, and lose a quarter of its speed.
#define HOT __attribute__((always_inline)) inline

inline float4 fma_all(float weight, float4 value, float4 acc) { return fma((float4)(weight), value, acc); }

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

inline float largest_of(__local const float* weights) {
  __local const float4* packs = (__local const float4*)weights;
  float4 largest = packs[0];
  for (int i = 1; i < KEY_BLOCK / 4; ++i) largest = fmax(largest, packs[i]);
  return fmax(fmax(largest.x, largest.y), fmax(largest.z, largest.w));
}

// Turns the scores of key `lane` into weights; the score -infinity of a key not seen into 0.
inline void make_weights(__local const float* largest, int lane, __local float* weights) {
  for (int q = 0; q < QUERIES; ++q) {
    const int at = q * WEIGHT_STRIDE + lane;
    weights[at] = exp_f(weights[at] - largest[q]);
  }
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

// Quantises finished queries into out. x[i] is pack `pack` of query first_query + i; row r of the tile is row + r.
// Barriers: every lane of the group calls this.
HOT void write_queries(const float4* x, int pack, int first_query, bool writes, int row, int rows, int kv_head,
                          __local uint* magnitudes, __global int* out, __global float* out_scales) {
  for (int i = 0; i < SLICE_QUERIES; ++i) {
    const int q = first_query + i;
    if (writes && q < QUERIES) magnitudes[q * PACKS + pack] = largest_bits(x[i]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < SLICE_QUERIES; ++i) {
    const int q = first_query + i;
    if (!writes || q >= rows * GROUP) continue;
    const int block = pack / SCALE_PACKS;
    uint largest = 0;
    for (int j = 0; j < SCALE_PACKS; ++j) largest = max(largest, magnitudes[q * PACKS + block * SCALE_PACKS + j]);
    float inverse;
    const float scale = activation_scale(as_float(largest), &inverse);
    const float4 scaled = x[i] * inverse;
    const int head = (row + q / GROUP) * HEADS + kv_head * GROUP + q % GROUP;
    out[head * PACKS + pack] = pack4(quantise(scaled.x), quantise(scaled.y), quantise(scaled.z), quantise(scaled.w));
    if (pack % SCALE_PACKS == 0) out_scales[head * SCALES + block] = scale;
  }
}

// Which pack and queries a lane has in the values stage. Lanes beyond the last slice repeat its work and write nothing.
inline int slice_of(int lane) { return min(lane / PACKS, SLICES_USED - 1); }

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
