// swiglu of a product of many rows with an int8 matrix of gate rows and, behind them, as many "up" rows, quantised, on
// the tensor cores of NVIDIA GPUs: the bits of gemm.cl and swiglu_quantise (rows.cl). mma_tile.cl says how.
//
// A warp has 32 gate outputs, a block of the result, and the 32 that belong to them, so OUTPUT_PARTS is 4.
#define HALVES 2
#include "mma_tile.cl"
#include "quantise.cl"

// The largest magnitude of a row among the eight work-items that have values of it (largest_bits).
inline uint largest_of_row(float4 values EXCHANGE) {
  uint largest = largest_bits(values);
#pragma unroll
  for (int bit = 4; bit < WARP; bit *= 2) largest = max(largest, of_other_lane(largest, bit EXCHANGE_ARG));
  return largest;
}

// Quantises a work-item's four values of a row and stores them: two at `to`, two in the next part.
inline void store_row(float4 values, uint largest, __global char* to, __global float* scale) {
  float inverse;
  const float row_scale = activation_scale(as_float(largest), &inverse);
  const float4 y = values * inverse;
  vstore2((char2)(quantise(y.x), quantise(y.y)), 0, to);
  vstore2((char2)(quantise(y.z), quantise(y.w)), 0, to + 16);
  if (quad() == 0) *scale = row_scale;
}

// values int8 [row][columns] and scales float [row][columns / 32] for rows [first_row, first_row + rows) of x and as
// many of the result from out_row on. `columns`: half of the matrix's outputs, a multiple of 32. A group for each tile;
// those of the same outputs follow each other.
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void gemm_mma_swiglu(
    __global const int2* weights, __global const half* weight_scales, int padded, __global const int4* x,
    __global const float* x_scales, int blocks, int first_row, int rows, int columns, int row_tiles, int fetching,
    __global char* values, __global float* scales, int out_row) {
  __local int4 x_tile[2 * STAGE * VALUES_PITCH];
  __local float2 scale_tile[STAGE * SCALES_PITCH];
  DECLARE_EXCHANGE;
  fetch_weights(weights, weight_scales, padded, blocks, fetching);
  const int tile_row = (int)get_group_id(0) % row_tiles * TILE_ROWS;
  const int warp_row = warp() / WARPS * WARP_ROWS;
  const int warp_column = (int)get_group_id(0) / row_tiles * TILE_COLUMNS + warp() % WARPS * WARP_COLUMNS;
  // A warp that lies behind the last columns reads those, and stores nothing.
  const int column = min(warp_column, columns - WARP_COLUMNS) + 2 * quad();
  float4 acc[ROW_PARTS][OUTPUT_PARTS];
  multiply_tile(weights, weight_scales, padded, column, columns, x, x_scales, blocks, first_row + tile_row,
                rows - tile_row, warp_row, x_tile, (__local float*)scale_tile, acc EXCHANGE_ARG);

#pragma unroll
  for (int i = 0; i < ROW_PARTS; ++i) {
    const float4 low_gate = acc[i][0], high_gate = acc[i][1], low_up = acc[i][2], high_up = acc[i][3];
    const float4 even = (float4)(swiglu(low_gate.x, low_up.x), swiglu(low_gate.z, low_up.z),
                                 swiglu(high_gate.x, high_up.x), swiglu(high_gate.z, high_up.z));
    const float4 odd = (float4)(swiglu(low_gate.y, low_up.y), swiglu(low_gate.w, low_up.w),
                                swiglu(high_gate.y, high_up.y), swiglu(high_gate.w, high_up.w));
    const uint even_largest = largest_of_row(even EXCHANGE_ARG), odd_largest = largest_of_row(odd EXCHANGE_ARG);
    if (warp_column >= columns) continue;
    const int row = tile_row + warp_row + i * 8 + 2 * place_in_quad();
    __global char* const to = values + (uint)(out_row + row) * (uint)columns + column;
    __global float* const scale = scales + (uint)(out_row + row) * (uint)(columns / BLOCK) + warp_column / BLOCK;
    if (row < rows) store_row(even, even_largest, to, scale);
    if (row + 1 < rows) store_row(odd, odd_largest, to + columns, scale + columns / BLOCK);
  }
}
