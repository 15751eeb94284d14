// Products of a few rows with a matrix, for decode: every weight is read once for all rows of a pass.
//
// A work-group is LANES outputs (local id 0, so that neighbours read neighbouring words of [block][k][output]) by
// SPLITS partial sums (local id 1). The fold of one row and one output, which no option changes:
//   split s folds blocks s, s + 8, s + 16, ... by acc = fma(float(dot), w_scale * x_scale, acc) from 0;
//   then the 8 sums are added by halves: s += s + 4, s += s + 2, s += s + 1.
// One item an output could not keep even a small GPU busy on a matrix of 1024 outputs; eight can.
//
// What is multiplied (option NORM) and what becomes of the sums (the kernel) are fused in, because a launch costs as
// much as reading a megabyte of weights. A matrix is one or more equal parts of outputs, one behind the other, and a
// group computes the same outputs of every part: [gate][up] for SwiGLU, [B][C][X] for the short convolution.
//
// Options
//   ROWS 1, 2, 4, 8  rows of a pass; missing ones repeat the last one and are not stored
//   NORM 0           rows that are quantised already, in global memory
//        1           float rows: each group normalises and quantises them itself, into local memory
//   LANES            outputs of a group; a multiple of 32 where results are quantised, so that it owns whole blocks
//   SPAN 1           outputs of an item on a GPU
//        16 * n      on a processor, whose compiler does not turn these items into vectors, and whose memory wants
//                    longer runs than one vector: the item goes through n vectors of 16
//   AHEAD            blocks that an item loads before it multiplies the first
//   AT_ONCE 0        an item computes the parts one after the other
//           1        a part has its own items (local id 2)
// The last two keep memory busy where few groups run.
// Grid: {ceil(outputs of a part / LANES), passes of ROWS rows}; a group is {LANES / SPAN, SPLITS, parts at once} items.

#define SPLITS 8
#define SPLIT_ITEMS (LANES / SPAN)
#define TILE (ROWS * LANES)  // sums of one part
#define GEMV_KERNEL(parts) \
  __attribute__((reqd_work_group_size(SPLIT_ITEMS, SPLITS, AT_ONCE ? parts : 1))) __kernel
#define PARTS_AT_ONCE(parts) (AT_ONCE ? (parts) : 1)

#if SPAN == 1
#define WIDTH 1
#else
#define WIDTH 16
#endif
#include "gemv_rows.cl"
#include "vectors.cl"
#include "ahead.cl"

typedef struct {
  __global const int* values;
  __global const half* scales;
  int part_outputs;  // outputs of a part
  int padded;        // outputs from one word of inputs to the next
  int blocks;        // of inputs
} Matrix;

// ---- The sums ----

// One block of WIDTH outputs.
inline void load_block(Matrix w, int output, int block, ints* words, floats* scale) {
  int at = block * BLOCK_WORDS * w.padded + output;
#pragma unroll
  for (int k = 0; k < BLOCK_WORDS; ++k) {
    words[k] = LOAD_INTS(w.values + at);
    at += w.padded;
  }
  *scale = LOAD_HALVES(w.scales + (block * w.padded + output));
}

// acc[r] goes one step on, if the block is one of the matrix. (No branch around this: compilers would move the loads
// into it.)
inline void add_block(ints zero, const ints* words, floats w_scale, Input x, int rows, int blocks, int block,
                      floats* acc) {
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    const int at = min(r, rows - 1) * blocks + (AHEAD == 1 ? block : min(block, blocks - 1));
    X_SPACE const int4* const x_words = (X_SPACE const int4*)x.values + 2 * at;
    const int4 low = x_words[0];
    const int4 high = x_words[1];
    ints dot = zero;
    dot = dot4(dot, words[0], low.x);
    dot = dot4(dot, words[1], low.y);
    dot = dot4(dot, words[2], low.z);
    dot = dot4(dot, words[3], low.w);
    dot = dot4(dot, words[4], high.x);
    dot = dot4(dot, words[5], high.y);
    dot = dot4(dot, words[6], high.z);
    dot = dot4(dot, words[7], high.w);
    const floats next = fma(TO_FLOATS(dot), w_scale * x.scales[at], acc[r]);
    acc[r] = AHEAD == 1 || block < blocks ? next : acc[r];
  }
}

// The item's partial sums of one part, into partials [split][ROWS][LANES]. Outputs beyond the matrix repeat its last
// ones.
inline void add_blocks(Matrix w, Input x, Place place, int part, __local float* partials) {
  floats acc[SPAN / WIDTH][ROWS];
  for (int v = 0; v < SPAN / WIDTH; ++v) {
#pragma unroll
    for (int r = 0; r < ROWS; ++r) acc[v][r] = 0;
  }
  for (int first = place.split; first < w.blocks; first += SPLITS * AHEAD) {
    for (int v = 0; v < SPAN / WIDTH; ++v) {
      const int output = min(part * w.part_outputs + place.tile + place.lane + v * WIDTH, w.padded - WIDTH);
      ints words[AHEAD][BLOCK_WORDS];
      floats scales[AHEAD];
#pragma unroll
      for (int a = 0; a < AHEAD; ++a) {
        const int block = first + a * SPLITS;
        load_block(w, output, AHEAD == 1 ? block : min(block, w.blocks - 1), words[a], &scales[a]);
      }
      const ints zero = zero_after(words, scales, w.blocks);
#pragma unroll
      for (int a = 0; a < AHEAD; ++a) {
        add_block(zero, words[a], scales[a], x, place.rows, w.blocks, first + a * SPLITS, acc[v]);
      }
    }
  }
  for (int v = 0; v < SPAN / WIDTH; ++v) {
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      STORE_FLOATS(acc[v][r], partials + (place.split * TILE + r * LANES + place.lane + v * WIDTH));
    }
  }
}

// The products of the group's outputs and rows, [part][ROWS][LANES], at the start of `shared`, for all items to see;
// behind them come the partial sums [part at once][split][ROWS][LANES] and what prepare_rows needs.
inline __local float* multiply(Matrix w, X_PARAMETERS, Place place, int parts, __local int* shared) {
  const int at_once = PARTS_AT_ONCE(parts);
  __local float* const sums = (__local float*)shared;
  __local float* const partials = sums + parts * TILE;
  const Input rows = prepare_rows(X_ARGUMENTS, w.blocks, place, shared + (parts + at_once * SPLITS) * TILE);
  for (int first = 0; first < parts; first += at_once) {
    add_blocks(w, rows, place, first + place.part, partials + place.part * SPLITS * TILE);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = place.item; i < at_once * TILE; i += place.items) {
      __local const float* const p = partials + (i / TILE * SPLITS * TILE + i % TILE);
      const float s0 = p[0] + p[4 * TILE];
      const float s1 = p[1 * TILE] + p[5 * TILE];
      const float s2 = p[2 * TILE] + p[6 * TILE];
      const float s3 = p[3 * TILE] + p[7 * TILE];
      sums[first * TILE + i] = (s0 + s2) + (s1 + s3);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return sums;
}

// ---- What becomes of them ----

// y[first row + r][output], `width` outputs.
inline void store_sums(__local const float* sums, Place place, int first_row, int width, __global float* y) {
  for (int i = place.item; i < place.rows * LANES; i += place.items) {
    const int output = place.tile + i % LANES;
    if (output < width) y[(first_row + i / LANES) * width + output] = sums[i];
  }
}

inline void add_sums(__local const float* sums, Place place, int first_row, int width, __global float* y) {
  for (int i = place.item; i < place.rows * LANES; i += place.items) {
    const int output = place.tile + i % LANES;
    if (output < width) y[(first_row + i / LANES) * width + output] += sums[i];
  }
}

// Quantises results [ROWS][LANES] as rows of `width` int8: values [row][width], scales [row][width / 32].
inline void quantise_results(__local const float* results, Place place, int first_row, int width,
                             __global char* values, __global float* scales) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = place.item; i < place.rows * LANES; i += place.items) {
    const int output = place.tile + i % LANES;
    if (output >= width) continue;
    __local const float* const block = results + i / BLOCK * BLOCK;
    uint largest = 0;
    for (int k = 0; k < BLOCK; k += 4) largest = max(largest, largest_bits(vload4(0, block + k)));
    float inverse;
    const float scale = activation_scale(as_float(largest), &inverse);
    const int at = (first_row + i / LANES) * width + output;
    values[at] = (char)quantise(results[i] * inverse);
    if (output % BLOCK == 0) scales[at / BLOCK] = scale;
  }
}

inline void swiglu_sums(__local float* sums, Place place, int first_row, int width, __global char* values,
                        __global float* scales) {
  for (int i = place.item; i < place.rows * LANES; i += place.items) sums[i] = swiglu(sums[i], sums[TILE + i]);
  quantise_results(sums, place, first_row, width, values, scales);
}

// One step of the short convolution (scalar_conv.cc) for each row: u = B * X joins the row's slot, whose state
// [slot][tap][channel] keeps the last taps_count - 1, oldest first.
inline void convolve_sums(__local float* sums, Place place, int channels, __global const float* taps, int taps_count,
                          __global float* state, __global const int4* pass, __global char* values,
                          __global float* scales) {
  for (int i = place.item; i < place.rows * LANES; i += place.items) {
    const int channel = place.tile + i % LANES;
    if (channel >= channels) continue;
    const int slot = pass[place.row + i / LANES].z;
    __global float* const kept = state + (slot * (taps_count - 1) * channels + channel);
    __global const float* const tap = taps + channel * taps_count;
    const float u = sums[i] * sums[2 * TILE + i];
    float v = 0;
    for (int k = 0; k < taps_count; ++k) {
      const float x = k < taps_count - 1 ? kept[k * channels] : u;
      v = k == 0 ? tap[0] * x : fma(tap[k], x, v);
      if (k > 0) kept[(k - 1) * channels] = x;
    }
    sums[i] = sums[TILE + i] * v;
  }
  quantise_results(sums, place, place.row, channels, values, scales);
}

// ---- The kernels ----

#define PRODUCT_PARAMETERS                                                                                     \
  __global const int *restrict w_values, __global const half *restrict w_scales, int part_outputs, int padded, \
      int blocks, X_PARAMETERS, int row_begin, int row_count, __local int4 *shared  // int4 aligns it
#define PRODUCT(parts)                                                 \
  const Place place = find_place(row_begin, row_count, parts);         \
  const Matrix w = {w_values, w_scales, part_outputs, padded, blocks}; \
  __local float* const sums = multiply(w, X_ARGUMENTS, place, parts, (__local int*)shared)

GEMV_KERNEL(1) void gemv_store(PRODUCT_PARAMETERS, __global float* y) {
  PRODUCT(1);
  store_sums(sums, place, place.row, part_outputs, y);
}

GEMV_KERNEL(1) void gemv_add(PRODUCT_PARAMETERS, __global float* y) {
  PRODUCT(1);
  add_sums(sums, place, place.row, part_outputs, y);
}

#if LANES % BLOCK == 0

GEMV_KERNEL(2) void gemv_swiglu(PRODUCT_PARAMETERS, __global char* values, __global float* scales) {
  PRODUCT(2);
  swiglu_sums(sums, place, place.row, part_outputs, values, scales);
}

GEMV_KERNEL(3) void gemv_conv(PRODUCT_PARAMETERS, __global const float* taps, int taps_count, __global float* state,
                              __global const int4* pass, __global char* values, __global float* scales) {
  PRODUCT(3);
  convolve_sums(sums, place, part_outputs, taps, taps_count, state, pass, values, scales);
}

#if ROWS == 1 && !NORM

// Experts: the matrix is one of a stack, `chosen` [pair] says which. A pair is a row and one of the `used` experts of
// the row; it reads row pair / divisor of x (the row's own, or with divisor 1 one that belongs to the pair) and writes
// row `pair`. Pairs take the place of rows in the grid.
#define EXPERT_PRODUCT(parts)                                                                               \
  const int pair = row_begin + (int)get_group_id(1);                                                        \
  const int expert = clamp(chosen[pair], 0, experts - 1);                                                   \
  Place place = find_place(row_begin, row_count, parts);                                                    \
  place.row = pair / divisor;                                                                               \
  const Matrix w = {w_values + expert * blocks * BLOCK_WORDS * padded, w_scales + expert * blocks * padded, \
                    part_outputs, padded, blocks};                                                          \
  __local float* const sums = multiply(w, X_ARGUMENTS, place, parts, (__local int*)shared)

GEMV_KERNEL(1) void gemv_experts_store(PRODUCT_PARAMETERS, __global const int* chosen, int experts, int divisor,
                                       __global float* y) {
  EXPERT_PRODUCT(1);
  store_sums(sums, place, pair, part_outputs, y);
}

GEMV_KERNEL(2) void gemv_experts_swiglu(PRODUCT_PARAMETERS, __global const int* chosen, int experts, int divisor,
                                        __global char* values, __global float* scales) {
  EXPERT_PRODUCT(2);
  swiglu_sums(sums, place, pair, part_outputs, values, scales);
}

#endif  // ROWS == 1 && !NORM

#endif  // LANES % BLOCK == 0
