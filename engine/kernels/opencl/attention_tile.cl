// A tile of queries in a work-group of KEY_BLOCK work-items: how its queries and weights lie in local memory, and how its
// results leave. For kernels that take a block of keys through stages as attention.cl does.
#include "quantise.cl"
#include "heads.cl"

#define QUERIES (TILE_ROWS * GROUP)
#define ROW_LANES (PACKS < KEY_BLOCK ? PACKS : KEY_BLOCK)  // lanes that hold a whole row of components
#define LANE_PACKS (PACKS / ROW_LANES)                     // packs that each of them has, ROW_LANES apart
#define SLICES (KEY_BLOCK / ROW_LANES)                     // groups of such lanes
#define SLICE_QUERIES ((QUERIES + SLICES - 1) / SLICES)
#define SLICES_USED ((QUERIES + SLICE_QUERIES - 1) / SLICE_QUERIES)
#define PADDED_QUERIES (SLICES_USED * SLICE_QUERIES)  // the last slice may have fewer, and reads as many
#define WEIGHT_STRIDE (KEY_BLOCK + 4)  // keeps rows in different memory banks
// A value in local memory for each key, or block, and `queries`; rows are also read as float4.
#define LOCAL_ROWS(name, queries) __local float name[(queries) * WEIGHT_STRIDE] __attribute__((aligned(16)))

// PoCL would leave what is large as a call, and lose a quarter of its speed.
#define HOT __attribute__((always_inline)) inline

inline float4 fma_all(float weight, float4 value, float4 acc) { return fma((float4)(weight), value, acc); }

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

// Which pack and queries a lane has in the values stage. Lanes beyond the last slice repeat its work and write nothing.
inline int slice_of(int lane) { return min(lane / ROW_LANES, SLICES_USED - 1); }

// Quantises finished queries into out. x[i] is pack `pack` of query first_query + i, the same multiple of ROW_LANES away
// from the lane's first in all lanes; row r of the tile is row + r. Barriers: every lane of the group calls this.
HOT void write_queries(const float4* x, int pack, int first_query, bool writes, int row, int rows, int kv_head,
                          __local uint* magnitudes, __global int* out, __global float* out_scales) {
#pragma unroll
  for (int i = 0; i < SLICE_QUERIES; ++i) {
    const int q = first_query + i;
    if (writes && q < QUERIES) magnitudes[q * ROW_LANES + pack % ROW_LANES] = largest_bits(x[i]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (int i = 0; i < SLICE_QUERIES; ++i) {
    const int q = first_query + i;
    if (!writes || q >= rows * GROUP) continue;
    const int block = pack / SCALE_PACKS;
    uint largest = 0;
    const int first = q * ROW_LANES + block * SCALE_PACKS % ROW_LANES;
    for (int j = 0; j < SCALE_PACKS; ++j) largest = max(largest, magnitudes[first + j]);
    float inverse;
    const float scale = activation_scale(as_float(largest), &inverse);
    const float4 scaled = x[i] * inverse;
    const int head = (row + q / GROUP) * HEADS + kv_head * GROUP + q % GROUP;
    out[head * PACKS + pack] = pack4(quantise(scaled.x), quantise(scaled.y), quantise(scaled.z), quantise(scaled.w));
    if (pack % SCALE_PACKS == 0) out_scales[head * SCALES + block] = scale;
  }
}
