// Normalises and rotates the query and key heads of rows in place, and normalises value heads where they have a weight.
// rows float4 [row][pitch]: query heads, key heads, value heads, and whatever follows. A work-group holds ROW_HEADS
// whole heads of a row, local size {PACKS, ROW_HEADS}; heads may be wide, so that four work-items of each share its
// sum.
#include "head_norm.cl"
#include "pass.cl"

// The first `heads` heads of a row: query and key heads, and value heads if there are more. turns float
// [position][2][pairs]. Groups {heads of a row, row}.
__kernel void norm_rope(__global float4* restrict rows, int pitch, int rows_begin, int heads,
                        __global const float* q_weight, __global const float* k_weight, __global const float* v_weight,
                        float eps, __global const float* restrict turns, int pairs, __global const int4* restrict pass,
                        int max_rows, int kept, int begin) {
  __local float4 x[ROW_HEADS][PACKS];
  __local float4 squares[ROW_HEADS][4];
  const int pack = get_local_id(0);
  const int place = get_local_id(1);
  const int head = get_group_id(0) * ROW_HEADS + place;
  const int i = get_group_id(1);
  const bool present = head < heads;
  const int index = (rows_begin + i) * pitch + head * PACKS + pack;
  x[place][pack] = present ? rows[index] : (float4)(0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (pack < 4) squares[place][pack] = lanes_of_squares(x[place], pack);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!present) return;
  const float sum = sum_of_quarters(squares[place][0], squares[place][1], squares[place][2], squares[place][3]);
  const float r = inverse_rms(sum, HEAD_DIM, eps);
  const int position = pass[pass_row(pass, max_rows, kept, begin + i)].y;
  const bool value = head >= HEADS + KV_HEADS;
  __global const float* const weight = head < HEADS ? q_weight : value ? v_weight : k_weight;
  rows[index] = rotated_pack(x[place], weight, r, turns + position * 2 * pairs, value ? 0 : pairs, pack);
}
