// Normalises and rotates the query and key heads of rows in place. rows float4 [row][pitch]: query heads, key heads,
// and whatever follows. A work-group holds ROW_HEADS whole heads of a row, local size {PACKS, ROW_HEADS}.
#include "head_norm.cl"
#include "pass.cl"

// turns float [position][2][pairs]. Groups {heads of a row, row}.
__kernel void norm_rope(__global float4* restrict rows, int pitch, int rows_begin, __global const float* restrict q_weight,
                        __global const float* restrict k_weight, float eps, __global const float* restrict turns,
                        int pairs, __global const int4* restrict pass, int max_rows, int kept, int begin) {
  __local float4 heads[ROW_HEADS][PACKS];
  const int pack = get_local_id(0);
  const int place = get_local_id(1);
  const int head = get_group_id(0) * ROW_HEADS + place;
  const int i = get_group_id(1);
  const bool present = head < HEADS + KV_HEADS;
  const int index = (rows_begin + i) * pitch + head * PACKS + pack;
  heads[place][pack] = present ? rows[index] : (float4)(0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!present) return;
  const int position = pass[pass_row(pass, max_rows, kept, begin + i)].y;
  rows[index] = normed_and_rotated(heads[place], head < HEADS ? q_weight : k_weight, eps, turns + position * 2 * pairs,
                                   pairs, pack);
}
