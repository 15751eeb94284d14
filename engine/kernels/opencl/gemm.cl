// Products of many rows with an int8 matrix (types.h has the layouts). The host chooses the shape of a tile:
//   OUTPUTS    adjacent outputs of one work-item, a vector: 1, 2, 4, 8 or 16
//   ROWS       rows of one work-item, even
//   LANES      work-items side by side: a group has LANES * OUTPUTS outputs, which divide the padding of a matrix
//   ROW_LANES  work-items one above the other: a group has ROW_LANES * ROWS rows
//   STAGE      blocks of the rows that lie in local memory at a time
//   AHEAD      blocks of weights that a work-item loads before it uses the first, a divisor of STAGE: where few groups
//              run, memory is far away, and nothing else covers the wait
// A work-item reads a weight once, into a register, and uses it for all its rows. The rows' values come out of local
// memory, where all lanes read the same words at the same time, two rows (64 bytes) by one read.
//
// Fold order, whatever the shape: acc = fma(float(dot), w_scale * x_scale, acc) over blocks 0, 1, ... from acc = 0; one
// chain for each row and output (int8_kernels.h).

#define TILE_ROWS (ROWS * ROW_LANES)
#define TILE_OUTPUTS (OUTPUTS * LANES)
#define ITEMS (LANES * ROW_LANES)
#define WORDS (BLOCK / 4)

#define WIDTH OUTPUTS
#include "vectors.cl"
#include "ahead.cl"

// With one row lane the compiler sees that all work-items of a hardware thread read the same rows: Xe-LP then reads
// local memory once for the thread, not once a lane.
inline int row_lane(void) { return ROW_LANES == 1 ? 0 : (int)get_local_id(1); }
inline int item_in_group(void) { return row_lane() * LANES + (int)get_local_id(0); }

// Copies `staged` blocks from block `first` on of the tile's rows: x_tile [block][row / 2], scale_tile [block][row].
inline void stage_rows(__global const int4* x, __global const float* x_scales, int blocks, int first, int staged,
                       __local const int* sources, __local int16* x_tile, __local float* scale_tile) {
  __local int4* const half_blocks = (__local int4*)x_tile;
  for (int i = item_in_group(); i < TILE_ROWS * STAGE * 2; i += ITEMS) {
    const int row = i / (STAGE * 2), block = i / 2 % STAGE, half_block = i % 2;
    if (block < staged) {
      half_blocks[(block * TILE_ROWS + row) * 2 + half_block] =
          x[(uint)(sources[row] * blocks + first + block) * 2 + half_block];
    }
  }
  for (int i = item_in_group(); i < TILE_ROWS * STAGE; i += ITEMS) {
    const int row = i / STAGE, block = i % STAGE;
    if (block < staged) scale_tile[block * TILE_ROWS + row] = x_scales[(uint)(sources[row] * blocks + first + block)];
  }
}

// The next link of a chain: one block of one row. zero: 0.
inline floats fold_row(floats acc, const ints w[WORDS], floats w_scale, int8 x, float x_scale, ints zero) {
  ints dot = dot4(zero, w[0], x.s0);
  dot = dot4(dot, w[1], x.s1);
  dot = dot4(dot, w[2], x.s2);
  dot = dot4(dot, w[3], x.s3);
  dot = dot4(dot, w[4], x.s4);
  dot = dot4(dot, w[5], x.s5);
  dot = dot4(dot, w[6], x.s6);
  dot = dot4(dot, w[7], x.s7);
  return fma(TO_FLOATS(dot), w_scale * x_scale, acc);
}

// Folds the next `count` blocks, at most AHEAD, into the sums of the work-item's rows and outputs. `pitch`: vectors of
// outputs in a row of weights; `padded`: scales in one of scales. `blocks`: of the whole product.
inline void fold_blocks(__global const ints* weights, __global const half* weight_scales, uint pitch, uint padded,
                        int count, int blocks, __local const int16* x_tile, __local const float* scale_tile,
                        floats acc[ROWS]) {
  ints w[AHEAD][WORDS];
  floats w_scale[AHEAD];
#pragma unroll
  for (int a = 0; a < AHEAD; ++a) {
    const uint block = AHEAD == 1 ? 0 : min(a, count - 1);
#pragma unroll
    for (int k = 0; k < WORDS; ++k) w[a][k] = weights[(block * WORDS + k) * pitch];
    w_scale[a] = LOAD_HALVES(weight_scales + block * padded);
  }
  const ints zero = zero_after(w, w_scale, blocks);
#pragma unroll
  for (int a = 0; a < AHEAD; ++a) {
    if (AHEAD > 1 && a >= count) break;
#pragma unroll
    for (int r = 0; r < ROWS; r += 2) {
      const int16 x = x_tile[(a * TILE_ROWS + r) / 2];
      acc[r] = fold_row(acc[r], w[a], w_scale[a], x.lo, scale_tile[a * TILE_ROWS + r], zero);
      acc[r + 1] = fold_row(acc[r + 1], w[a], w_scale[a], x.hi, scale_tile[a * TILE_ROWS + r + 1], zero);
    }
  }
}

// The whole fold of the rows `sources` and the outputs from `output` on, the work-item's first.
inline void multiply_tile(__global const ints* weights, __global const half* weight_scales, uint padded, uint output,
                          __global const int4* x, __global const float* x_scales, int blocks,
                          __local const int* sources, __local int16* x_tile, __local float* scale_tile,
                          floats acc[ROWS]) {
  const uint pitch = padded / OUTPUTS;
  const int lane_row = row_lane() * ROWS;
#pragma unroll
  for (int r = 0; r < ROWS; ++r) acc[r] = 0.0f;
  for (int first = 0; first < blocks; first += STAGE) {
    const int staged = min(STAGE, blocks - first);
    barrier(CLK_LOCAL_MEM_FENCE);  // `sources` is there; nobody reads the blocks before any more
    stage_rows(x, x_scales, blocks, first, staged, sources, x_tile, scale_tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 0; s < staged; s += AHEAD) {
      const uint block = first + s;
      const int row = s * TILE_ROWS + lane_row;
      fold_blocks(weights + block * WORDS * pitch + output / OUTPUTS, weight_scales + block * padded + output, pitch,
                  padded, staged - s, blocks, x_tile + row / 2, scale_tile + row, acc);
    }
  }
}

// Adds the bias of each output to the finished sums.
inline void add_bias(__global const float* bias, uint output, uint end_output, floats acc[ROWS]) {
  floats all = 0.0f;
  if (output + OUTPUTS <= end_output) {
    all = LOAD_FLOATS(bias + output);
  } else {
    float each[OUTPUTS];
    for (uint o = 0; o < OUTPUTS; ++o) each[o] = output + o < end_output ? bias[output + o] : 0.0f;
    all = LOAD_FLOATS(each);
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r) acc[r] += all;
}

// Writes what lies within the `rows` rows of the tile and before `end_output`. y: the first row of the tile.
inline void store_tile(const floats acc[ROWS], int rows, uint output, uint end_output, __global float* y, uint width,
                       int accumulate) {
  const int lane_row = row_lane() * ROWS;
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    if (lane_row + r >= rows || output >= end_output) continue;
    __global float* const to = y + (uint)(lane_row + r) * width + output;
    if (output + OUTPUTS <= end_output) {
      STORE_FLOATS(accumulate ? LOAD_FLOATS(to) + acc[r] : acc[r], to);
    } else {
      float each[OUTPUTS];
      STORE_FLOATS(acc[r], each);
      for (uint o = 0; output + o < end_output; ++o) to[o] = accumulate ? to[o] + each[o] : each[o];
    }
  }
}

// The tile of this group: {row tile, output tile}. Groups start in the order of their numbers, so neighbours in time
// share what is in the cache: `band` row tiles take one slice of the weights, then the next slice, and so on to the
// last output; then comes the next band. band = 1 goes through all the weights for each row tile.
inline int2 tile_of_group(int group, int row_tiles, int output_tiles, int band) {
  const int first = group / (band * output_tiles) * band;
  const int in_band = group - first * output_tiles;
  const int rows = min(band, row_tiles - first);
  return (int2)(first + in_band % rows, in_band / rows);
}

// y[row][output] = or += the product, + bias[output] if `biased`, for rows [first_row, first_row + rows) of x and as many
// of y from y_row on, and outputs [first_output, end_output). A group for each of row_tiles * output_tiles.
__kernel __attribute__((reqd_work_group_size(LANES, ROW_LANES, 1))) void gemm(
    __global const ints* weights, __global const half* weight_scales, int padded, __global const int4* x,
    __global const float* x_scales, int blocks, int first_row, int rows, int first_output, int end_output,
    int row_tiles, int output_tiles, int band, __global float* y, int width, int y_row, int accumulate,
    __global const float* bias, int biased) {
  __local int16 x_tile[STAGE * TILE_ROWS / 2];
  __local float scale_tile[STAGE * TILE_ROWS];
  __local int sources[TILE_ROWS];
  const int2 tile = tile_of_group(get_group_id(0), row_tiles, output_tiles, band);
  const int tile_row = tile.x * TILE_ROWS;
  const int count = min(TILE_ROWS, rows - tile_row);
  const uint output = first_output + tile.y * TILE_OUTPUTS + (int)get_local_id(0) * OUTPUTS;
  // Rows beyond the last one repeat it; they are not stored.
  for (int r = item_in_group(); r < TILE_ROWS; r += ITEMS) sources[r] = first_row + tile_row + min(r, count - 1);
  floats acc[ROWS];
  multiply_tile(weights, weight_scales, padded, output, x, x_scales, blocks, sources, x_tile, scale_tile, acc);
  if (biased) add_bias(bias, output, end_output, acc);
  store_tile(acc, count, output, end_output, y + (uint)(y_row + tile_row) * (uint)width, width, accumulate);
}

// The same for a stack of matrices and pairs of a row and a matrix, in order of the matrices: y[pair][output].
// tiles [i] = {matrix, or -1 for nothing to do; first pair; pairs, at most TILE_ROWS; 0}. A pair's row is
// sources_of_pairs[pair] if `gather`, else the pair's own number.
__kernel __attribute__((reqd_work_group_size(LANES, ROW_LANES, 1))) void gemm_grouped(
    __global const ints* weights, __global const half* weight_scales, int padded, __global const int4* x,
    __global const float* x_scales, int blocks, __global const int4* tiles, int first_tile,
    __global const int* sources_of_pairs, int gather, int first_output, int end_output, int row_tiles,
    int output_tiles, int band, __global float* y, int width) {
  __local int16 x_tile[STAGE * TILE_ROWS / 2];
  __local float scale_tile[STAGE * TILE_ROWS];
  __local int sources[TILE_ROWS];
  const int2 tile = tile_of_group(get_group_id(0), row_tiles, output_tiles, band);
  const int4 work = tiles[first_tile + tile.x];
  const int matrix = work.x, first_pair = work.y, count = work.z;
  if (matrix < 0) return;
  const uint output = first_output + tile.y * TILE_OUTPUTS + (int)get_local_id(0) * OUTPUTS;
  for (int r = item_in_group(); r < TILE_ROWS; r += ITEMS) {
    const int pair = first_pair + min(r, count - 1);
    sources[r] = gather ? sources_of_pairs[pair] : pair;
  }
  const uint scales = (uint)blocks * (uint)padded;  // of one matrix
  floats acc[ROWS];
  multiply_tile(weights + (uint)matrix * scales * WORDS / OUTPUTS, weight_scales + (uint)matrix * scales, padded,
                output, x, x_scales, blocks, sources, x_tile, scale_tile, acc);
  store_tile(acc, count, output, end_output, y + (uint)first_pair * (uint)width, width, 0);
}
