// How a group of the decode GEMV (gemv.cl, which has the options) stands in its launch, and how it comes by its rows:
// they are quantised already, or (NORM) float rows that each group normalises and quantises itself, into local memory.
#include "quantise.cl"

#if NORM
#define X_SPACE __local
#define X_PARAMETERS __global const float *restrict x, __global const float *restrict norm_weight, float eps
#define X_ARGUMENTS x, norm_weight, eps
#else
#define X_SPACE __global
#define X_PARAMETERS __global const int *restrict x, __global const float *restrict x_scales
#define X_ARGUMENTS x, x_scales
#endif

// The rows of a pass, quantised. Row r starts at values[r * blocks * BLOCK_WORDS] and scales[r * blocks].
typedef struct {
  X_SPACE const int* values;
  X_SPACE const float* scales;
} Input;

// What a work-group computes, and where the item stands in it.
typedef struct {
  int row;    // the first of the pass
  int rows;   // in the pass, 1 .. ROWS
  int tile;   // first output of the group, within a part
  int lane;   // first output of the item, within the tile
  int split;  // whose blocks the item adds
  int part;   // of those that are computed at once
  int item;   // 0 .. items - 1
  int items;
} Place;

inline Place find_place(int row_begin, int row_count, int parts) {
  Place place;
  place.row = row_begin + (int)get_group_id(1) * ROWS;
  place.rows = min(ROWS, row_begin + row_count - place.row);
  place.tile = (int)get_group_id(0) * LANES;
  place.items = SPLIT_ITEMS * SPLITS * PARTS_AT_ONCE(parts);
#if defined(cl_intel_subgroups) && SPLIT_ITEMS % 32 == 0
  // Says the same as below in a way that shows Intel's compiler that a hardware thread has one split: its lanes then
  // load a row's word once for all, where they would otherwise fetch it 16 times.
  const int threads = SPLIT_ITEMS / (int)get_max_sub_group_size();  // of a split
  const int thread = sub_group_broadcast((int)get_sub_group_id(), 0);
  place.part = thread / (threads * SPLITS);
  place.split = thread / threads % SPLITS;
  place.lane = (thread % threads * (int)get_max_sub_group_size() + (int)get_sub_group_local_id()) * SPAN;
#else
  place.part = get_local_id(2);
  place.split = get_local_id(1);
  place.lane = (int)get_local_id(0) * SPAN;
#endif
  place.item = (place.part * SPLITS + place.split) * SPLIT_ITEMS + place.lane / SPAN;
  return place;
}

#if NORM

// Word `i` of the pass's rows, four values, normalised.
inline float4 normed_word(X_PARAMETERS, int row_words, int row, __local const float* inverses, int i) {
  const int r = i / row_words;
  const int word = i - r * row_words;
  return vload4((row + r) * row_words + word, x) * inverses[r] * vload4(word, norm_weight);
}

// The squares of a lane's elements, as lane_dot adds them. Few items of a group do this while the others wait, so many
// elements are on their way at a time.
inline float sum_squares(__global const float* row, int width, int lane) {
  float sum = 0;
  int i = lane;
  for (; i + 31 * SUM_LANES < width; i += 32 * SUM_LANES) {
    float x[32];
#pragma unroll
    for (int k = 0; k < 32; ++k) x[k] = row[i + k * SUM_LANES];
#pragma unroll
    for (int k = 0; k < 32; ++k) sum = fma(x[k], x[k], sum);
  }
  for (; i < width; i += SUM_LANES) sum = fma(row[i], row[i], sum);
  return sum;
}

// Normalises and quantises the rows into `shared`, which receives values [ROWS][row words] and scales [ROWS][blocks];
// behind them come what scales divide by [ROWS][blocks], lane sums [ROWS][SUM_LANES], and 1 / rms [ROWS].
inline Input prepare_rows(X_PARAMETERS, int blocks, Place place, __local int* shared) {
  const int row_words = blocks * BLOCK_WORDS;
  const int width = blocks * BLOCK;
  __local int* const values = shared;
  __local float* const scales = (__local float*)(values + ROWS * row_words);
  __local float* const inverse_scales = scales + ROWS * blocks;
  __local float* const lanes = inverse_scales + ROWS * blocks;
  __local float* const inverses = lanes + ROWS * SUM_LANES;

  for (int i = place.item; i < place.rows * SUM_LANES; i += place.items) {
    lanes[i] = sum_squares(x + (place.row + i / SUM_LANES) * width, width, i % SUM_LANES);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = place.item; r < place.rows; r += place.items) {
    inverses[r] = inverse_rms(sum_of_lanes(lanes + r * SUM_LANES), width, eps);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = place.item; i < place.rows * row_words; i += place.items) {
    values[i] = largest_bits(normed_word(X_ARGUMENTS, row_words, place.row, inverses, i));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = place.item; i < place.rows * blocks; i += place.items) {
    int largest = 0;
    for (int k = 0; k < BLOCK_WORDS; ++k) largest = max(largest, values[i * BLOCK_WORDS + k]);
    float inverse;
    scales[i] = activation_scale(as_float(largest), &inverse);
    inverse_scales[i] = inverse;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = place.item; i < place.rows * row_words; i += place.items) {
    const float4 y =
        normed_word(X_ARGUMENTS, row_words, place.row, inverses, i) * inverse_scales[i / BLOCK_WORDS];
    values[i] = pack4(quantise(y.x), quantise(y.y), quantise(y.z), quantise(y.w));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const Input rows = {values, scales};
  return rows;
}

#else

inline Input prepare_rows(X_PARAMETERS, int blocks, Place place, __local int* shared) {
  const Input rows = {x + place.row * blocks * BLOCK_WORDS, x_scales + place.row * blocks};
  return rows;
}

#endif
