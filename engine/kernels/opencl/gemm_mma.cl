// Products of many rows with an int8 matrix on the tensor cores of NVIDIA GPUs: what gemm.cl computes, bit for bit.
// mma_tile.cl says how, and what the host chooses.
#define HALVES 1
#include "mma_tile.cl"

// y = or += the sums of two outputs of a row, of which the matrix has `count`. `whole`: y is aligned to both.
inline void store_sums(float2 sums, __global float* y, int count, int whole, int accumulate) {
  if (whole) {
    __global float2* const both = (__global float2*)y;
    *both = accumulate ? *both + sums : sums;
  } else if (count > 0) {
    y[0] = accumulate ? y[0] + sums.x : sums.x;
    if (count > 1) y[1] = accumulate ? y[1] + sums.y : sums.y;
  }
}

// As the kernel gemm: y[row][output] = or += the product, + bias[output] if `biased`, for rows [first_row, first_row +
// rows) of x and as many of y from y_row on. A group for each tile. Those of the same outputs follow each other, so that
// a slice of the weights serves all rows while it is cached.
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void gemm_mma(
    __global const int2* weights, __global const half* weight_scales, int padded, __global const int4* x,
    __global const float* x_scales, int blocks, int first_row, int rows, int outputs, int row_tiles, int fetching,
    __global float* y, int width, int y_row, int accumulate, __global const float* bias, int biased) {
  __local int4 x_tile[2 * STAGE * VALUES_PITCH];
  __local float2 scale_tile[STAGE * SCALES_PITCH];
  DECLARE_EXCHANGE;
  fetch_weights(weights, weight_scales, padded, blocks, fetching);
  const int tile_row = (int)get_group_id(0) % row_tiles * TILE_ROWS;
  const int warp_row = warp() / WARPS * WARP_ROWS;
  const int warp_output = (int)get_group_id(0) / row_tiles * TILE_COLUMNS + warp() % WARPS * WARP_COLUMNS;
  // A warp that lies behind the matrix reads its last outputs, and stores nothing.
  const int column = min(warp_output, padded - WARP_COLUMNS) + 2 * quad();
  float4 acc[ROW_PARTS][OUTPUT_PARTS];
  multiply_tile(weights, weight_scales, padded, column, 0, x, x_scales, blocks, first_row + tile_row, rows - tile_row,
                warp_row, x_tile, (__local float*)scale_tile, acc EXCHANGE_ARG);

#pragma unroll
  for (int part = 0; part < OUTPUT_PARTS; ++part) {
    const int output = warp_output + part * 16 + 2 * quad(), count = outputs - output;
    const float2 add =
        (float2)(biased && count > 0 ? bias[output] : 0.0f, biased && count > 1 ? bias[output + 1] : 0.0f);
    const int whole = count > 1 && width % 2 == 0;
#pragma unroll
    for (int i = 0; i < ROW_PARTS; ++i) {
      const int row = tile_row + warp_row + i * 8 + 2 * place_in_quad();
      const float4 sums = acc[i][part];
      const float2 even = biased ? sums.even + add : sums.even, odd = biased ? sums.odd + add : sums.odd;
      __global float* const to = y + (uint)(y_row + row) * (uint)width + output;
      if (row < rows) store_sums(even, to, count, whole, accumulate);
      if (row + 1 < rows) store_sums(odd, to + width, count, whole, accumulate);
    }
  }
}
