// Tiles of a product of many rows with an int8 matrix on the tensor cores of NVIDIA GPUs, for gemm_mma.cl and
// gemm_mma_swiglu.cl (types.h has the layouts). One instruction of a warp, 32 work-items in step, multiplies 16 outputs
// with 8 rows over a block of 32 inputs, exactly, in integers; floats follow in the order that gemm.cl has. The host
// chooses the shape of a tile:
//   OUTPUT_PARTS, ROW_PARTS  times 16 outputs and times 8 rows are a warp's
//   WARPS, ROW_WARPS         warps of a group side by side along the outputs, and one above the other
//   STAGE                    blocks of the rows that lie in local memory at a time, a divisor of all blocks; two such
//                            stages take turns
//   AHEAD                    blocks of weights that a work-item has loaded before it uses the first, a divisor of STAGE
// HALVES 2 (whoever includes this defines it): the second half of a warp's parts are outputs of the second half of the
// matrix, as far behind its middle as those of the first half are behind its begin. Else 1.
//
// The instruction numbers the words of a block, outputs and rows. Sums of integers do not care which word has which
// number, nor a tile which output, so a work-item takes what lies side by side. It is number 4q + p of its warp: of each
// part it has words 2p and 2p + 1 for outputs 2q and 2q + 1, the same words for row q, and gets the sums of these outputs
// with rows 2p and 2p + 1.
//
// Fold order: acc = fma(float(dot), w_scale * x_scale, acc) over blocks 0, 1, ... from acc = 0; one chain for each row
// and output (int8_kernels.h).
#include "dot.cl"

#define WARP 32
#define WARP_OUTPUTS (16 * OUTPUT_PARTS)
#define WARP_ROWS (8 * ROW_PARTS)
#define WARP_COLUMNS (WARP_OUTPUTS / HALVES)  // of each half
#define TILE_COLUMNS (WARP_COLUMNS * WARPS)
#define TILE_ROWS (WARP_ROWS * ROW_WARPS)
#define ITEMS (WARP * WARPS * ROW_WARPS)
#define WORDS (BLOCK / 4)
#define CACHE_LINE 128

// What lies one block behind the other in local memory is a little more than a tile, so that work-items that copy
// neighbouring blocks write to different banks.
#define VALUES_PITCH (2 * (TILE_ROWS + 1))  // int4
#define SCALES_PITCH (TILE_ROWS + 2)
#define VALUES_COPIED ((2 * TILE_ROWS * STAGE + ITEMS - 1) / ITEMS)  // by each work-item for a stage
#define SCALES_COPIED ((TILE_ROWS * STAGE + ITEMS - 1) / ITEMS)

// A sum of integers starts as the bits of 1.5 * 2^23 and moves that float by whole units, since dots are smaller than
// 2^20. Taking the float away again converts the dot, exactly and faster than a conversion.
#define ZERO_BITS 0x4b400000
#define ZERO_FLOAT 12582912.0f

inline int warp(void) { return get_local_id(0) / WARP; }
inline int lane(void) { return get_local_id(0) % WARP; }
inline int quad(void) { return lane() / 4; }          // q
inline int place_in_quad(void) { return lane() % 4; }  // p

// ZERO_BITS + sums of 16 outputs and 8 rows. w: word 2p of this work-item's two outputs, then word 2p + 1 of both;
// x: both words of its row. The sums: first output with its two rows, then the second with them.
#if FERRO_DOT == 3
#define EXCHANGE
#define EXCHANGE_ARG
#define DECLARE_EXCHANGE
inline int4 multiply(int4 w, int2 x) {
  int4 sum;
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %10, %10, %10};"
               : "=r"(sum.x), "=r"(sum.y), "=r"(sum.z), "=r"(sum.w)
               : "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w), "r"(x.x), "r"(x.y), "r"(ZERO_BITS));
  return sum;
}
inline void fetch_line(__global const char* line) { asm volatile("prefetch.global.L2 [%0];" : : "l"(line)); }
inline uint of_other_lane(uint value, int bit) {
  uint other;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(other) : "r"(value), "r"(bit));
  return other;
}
inline float2 widen(uint halves) {
  float2 wide;
  asm("{.reg .b16 low, high; mov.b32 {low, high}, %2; cvt.f32.f16 %0, low; cvt.f32.f16 %1, high;}"
      : "=f"(wide.x), "=f"(wide.y)
      : "r"(halves));
  return wide;
}
#else
// What the instruction does, for devices that lack it: tests run it there.
#define EXCHANGE , __local int* exchange
#define EXCHANGE_ARG , exchange
#define EXCHANGED 6  // words of a work-item
#define DECLARE_EXCHANGE __local int exchange[ITEMS * EXCHANGED]
inline int output_word(__local const int* of_warp, int output, int word) {
  return of_warp[(output % 8 * 4 + word % 4) * EXCHANGED + output / 8 + word / 4 * 2];
}
inline int row_word(__local const int* of_warp, int row, int word) {
  return of_warp[(row * 4 + word % 4) * EXCHANGED + 4 + word / 4];
}
inline int4 multiply(int4 w, int2 x EXCHANGE) {
  __local int* const of_warp = exchange + ((int)get_local_id(0) - lane()) * EXCHANGED;
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore4(w, 0, of_warp + lane() * EXCHANGED);
  vstore2(x, 0, of_warp + lane() * EXCHANGED + 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  int4 sum = ZERO_BITS;
  for (int word = 0; word < WORDS; ++word) {
    const int first = output_word(of_warp, quad(), word), second = output_word(of_warp, quad() + 8, word);
    const int even = row_word(of_warp, 2 * place_in_quad(), word);
    const int odd = row_word(of_warp, 2 * place_in_quad() + 1, word);
    sum = (int4)(dp4a(sum.x, first, even), dp4a(sum.y, first, odd), dp4a(sum.z, second, even), dp4a(sum.w, second, odd));
  }
  return sum;
}
inline void fetch_line(__global const char* line) {}
inline uint of_other_lane(uint value, int bit EXCHANGE) {
  barrier(CLK_LOCAL_MEM_FENCE);
  exchange[get_local_id(0)] = (int)value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return (uint)exchange[(int)get_local_id(0) ^ bit];
}
inline float2 widen(uint halves) { return vload_half2(0, (const half*)&halves); }
#endif

// The first `fetching` groups ask for all the weights at once, in the order in which they will be used: otherwise each
// group waits for memory at every few blocks.
inline void fetch_weights(__global const int2* weights, __global const half* weight_scales, uint padded, uint blocks,
                          int fetching) {
  if ((int)get_group_id(0) >= fetching) return;
  const uint scale_bytes = blocks * padded * 2, bytes = blocks * padded * BLOCK;
  const uint step = fetching * ITEMS * CACHE_LINE;
  const uint first = (uint)(get_group_id(0) * ITEMS + get_local_id(0)) * CACHE_LINE;
  for (uint at = first; at < bytes; at += step) fetch_line((__global const char*)weights + at);
  for (uint at = first; at < scale_bytes; at += step) fetch_line((__global const char*)weight_scales + at);
}

// A work-item's share of a stage of the tile's rows, on its way from memory to local memory.
typedef struct {
  int4 values[VALUES_COPIED];
  float scales[SCALES_COPIED];
} Share;

// `first`: block. Rows behind the last of `rows` repeat it; they are not stored in the end.
inline void load_share(__global const int4* x, __global const float* x_scales, int blocks, int first, int first_row,
                       int rows, Share* share) {
#pragma unroll
  for (int j = 0; j < VALUES_COPIED; ++j) {
    const int i = (int)get_local_id(0) + j * ITEMS;
    const int row = first_row + min(i / (2 * STAGE), rows - 1);
    share->values[j] = x[(uint)(row * blocks + first) * 2 + i % (2 * STAGE)];
  }
#pragma unroll
  for (int j = 0; j < SCALES_COPIED; ++j) {
    const int i = (int)get_local_id(0) + j * ITEMS;
    const int row = first_row + min(i / STAGE, rows - 1);
    share->scales[j] = x_scales[(uint)(row * blocks + first) + i % STAGE];
  }
}

// To x_tile [block][row][half a block] and scale_tile [block][row].
inline void store_share(const Share* share, __local int4* x_tile, __local float* scale_tile) {
#pragma unroll
  for (int j = 0; j < VALUES_COPIED; ++j) {
    const int i = (int)get_local_id(0) + j * ITEMS;
    const int row = i / (2 * STAGE);
    if (row < TILE_ROWS) x_tile[i / 2 % STAGE * VALUES_PITCH + 2 * row + i % 2] = share->values[j];
  }
#pragma unroll
  for (int j = 0; j < SCALES_COPIED; ++j) {
    const int i = (int)get_local_id(0) + j * ITEMS;
    const int row = i / STAGE;
    if (row < TILE_ROWS) scale_tile[i % STAGE * SCALES_PITCH + row] = share->scales[j];
  }
}

// A block of weights, as one work-item has it. Scales are widened where they are used: that would wait for them here.
typedef struct {
  int4 words[OUTPUT_PARTS];
  uint scales[OUTPUT_PARTS];  // two halves each
} Weights;

// `weights`, `scales`: at the work-item's first word and outputs in block 0. `pitch`: outputs by two, of a row of words;
// `half_pitch`: of half a row.
inline void load_weights(__global const int2* weights, __global const uint* scales, uint pitch, uint half_pitch,
                         uint block, Weights* w) {
  weights += block * WORDS * pitch;
  scales += block * pitch;
#pragma unroll
  for (int part = 0; part < OUTPUT_PARTS; ++part) {
    const uint at = part % (OUTPUT_PARTS / HALVES) * 8 + part / (OUTPUT_PARTS / HALVES) * half_pitch;
    w->words[part].lo = weights[at];
    w->words[part].hi = weights[pitch + at];
    w->scales[part] = scales[at];
  }
}

// The next links of four chains: two outputs with two rows.
inline float4 fold(float4 acc, int4 sum, float2 w_scale, float2 x_scale) {
  const float4 dot = as_float4(sum) - ZERO_FLOAT;
  return fma(dot, (float4)(w_scale.x * x_scale, w_scale.y * x_scale), acc);
}

// Folds a block into the sums of a warp. x, x_scales: at the work-item's words and rows in the first part.
inline void fold_block(const Weights* w, __local const int2* x, __local const float2* x_scales,
                       float4 acc[ROW_PARTS][OUTPUT_PARTS] EXCHANGE) {
  float2 w_scales[OUTPUT_PARTS];
#pragma unroll
  for (int part = 0; part < OUTPUT_PARTS; ++part) w_scales[part] = widen(w->scales[part]);
#pragma unroll
  for (int rows = 0; rows < ROW_PARTS; ++rows) {
    const int2 words = x[rows * 8 * (WORDS / 2)];
    const float2 scale = x_scales[rows * 4];
#pragma unroll
    for (int part = 0; part < OUTPUT_PARTS; ++part) {
      acc[rows][part] = fold(acc[rows][part], multiply(w->words[part], words EXCHANGE_ARG), w_scales[part], scale);
    }
  }
}

// The product of a tile, from its first block to its last. `column`: the work-item's first output, `half_columns`: from
// there to the one in the second half. `first_row`: the tile's, `rows`: from there on. x_tile, scale_tile: two stages.
inline void multiply_tile(__global const int2* weights, __global const half* weight_scales, uint padded, uint column,
                          uint half_columns, __global const int4* x, __global const float* x_scales, int blocks,
                          int first_row, int rows, int warp_row, __local int4* x_tile, __local float* scale_tile,
                          float4 acc[ROW_PARTS][OUTPUT_PARTS] EXCHANGE) {
  const uint pitch = padded / 2;
  weights += 2 * place_in_quad() * pitch + column / 2;
  __global const uint* const scales = (__global const uint*)weight_scales + column / 2;
  Share share;
  load_share(x, x_scales, blocks, 0, first_row, rows, &share);
  Weights w[AHEAD];
#pragma unroll
  for (int a = 0; a < AHEAD; ++a) load_weights(weights, scales, pitch, half_columns / 2, a, &w[a]);
#pragma unroll
  for (int i = 0; i < ROW_PARTS * OUTPUT_PARTS; ++i) acc[i / OUTPUT_PARTS][i % OUTPUT_PARTS] = 0.0f;

  for (int first = 0, turn = 0; first < blocks; first += STAGE, turn ^= 1) {
    __local int4* const values = x_tile + turn * STAGE * VALUES_PITCH;
    __local float* const row_scales = scale_tile + turn * STAGE * SCALES_PITCH;
    store_share(&share, values, row_scales);
    barrier(CLK_LOCAL_MEM_FENCE);  // the stage is there; nobody reads the one before the last any more
    if (first + STAGE < blocks) load_share(x, x_scales, blocks, first + STAGE, first_row, rows, &share);
    __local const int2* x_at = (__local const int2*)values + (warp_row + quad()) * (WORDS / 2) + place_in_quad();
    __local const float2* scales_at = (__local const float2*)row_scales + warp_row / 2 + place_in_quad();
    for (int s = 0; s < STAGE; s += AHEAD) {
#pragma unroll
      for (int a = 0; a < AHEAD; ++a) {
        const Weights now = w[a];
        load_weights(weights, scales, pitch, half_columns / 2, min(first + s + a + AHEAD, blocks - 1), &w[a]);
        fold_block(&now, x_at, scales_at, acc EXCHANGE_ARG);
        x_at += 2 * VALUES_PITCH;
        scales_at += SCALES_PITCH / 2;
      }
    }
  }
}
