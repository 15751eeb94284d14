// Row operations of encoder passes, with the bits of scalar_encoder.cc and scalar_rows.cc.
//
// f32 rows are [row][width], int8 rows as types.h says. An array may begin at another row than the pass (a window), so
// every array comes with the place of the first row that is worked on, `.._begin`; group 0 along the rows is that one.
// A work-item takes a word (four values) at a time. ITEMS work-items a group: any multiple of 32, it shapes the launch
// and never the bits.
#include "pass.cl"
#include "quantise.cl"

#define ITEMS_GROUP __attribute__((reqd_work_group_size(ITEMS, 1, 1)))

// The lane sums of x, and of the squares of x - mean. One chain each.
inline float lane_sum(__global const float* x, int n, int lane) {
  float sum = 0.0f;
  int i = lane;
  for (; i + 7 * SUM_LANES < n; i += 8 * SUM_LANES) {
    const float8 v = strided8(x, i);
    sum = (((((((sum + v.s0) + v.s1) + v.s2) + v.s3) + v.s4) + v.s5) + v.s6) + v.s7;
  }
  for (; i < n; i += SUM_LANES) sum += x[i];
  return sum;
}

inline float lane_squares(__global const float* x, float mean, int n, int lane) {
  float sum = 0.0f;
  int i = lane;
  for (; i + 7 * SUM_LANES < n; i += 8 * SUM_LANES) {
    const float8 d = strided8(x, i) - mean;
    sum = fma(d.s0, d.s0, sum);
    sum = fma(d.s1, d.s1, sum);
    sum = fma(d.s2, d.s2, sum);
    sum = fma(d.s3, d.s3, sum);
    sum = fma(d.s4, d.s4, sum);
    sum = fma(d.s5, d.s5, sum);
    sum = fma(d.s6, d.s6, sum);
    sum = fma(d.s7, d.s7, sum);
  }
  for (; i < n; i += SUM_LANES) {
    const float d = x[i] - mean;
    sum = fma(d, d, sum);
  }
  return sum;
}

// y = (x - mean) * r * weight + bias with r = 1 / sqrt(mean((x - mean)^2) + eps), quantised. A group a row: its first
// 16 work-items fold the sums, one lane each, and all of them share the rest.
ITEMS_GROUP __kernel void layer_norm_quantise(__global const float* x, int width, int x_begin,
                                              __global const float* weight, __global const float* bias, float eps,
                                              __global int* values, __global float* scales, int out_begin) {
  __local float lanes[2 * SUM_LANES];
  __local uint shared[ITEMS];
  const int item = get_local_id(0);
  const int words = width / 4;
  __global const float* const from = x + (x_begin + (int)get_group_id(0)) * width;
  if (item < SUM_LANES) lanes[item] = lane_sum(from, width, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float mean = div_rn(sum_of_lanes(lanes), (float)width);
  if (item < SUM_LANES) lanes[SUM_LANES + item] = lane_squares(from, mean, width, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float r = inverse_rms(sum_of_lanes(lanes + SUM_LANES), width, eps);
  for (int base = 0; base < words; base += ITEMS) {
    const int word = base + item;
    const int present = word < words;
    float4 y = 0.0f;
    if (present) y = fma((vload4(word, from) - mean) * r, vload4(word, weight), vload4(word, bias));
    quantise_word(y, present, (out_begin + (int)get_group_id(0)) * words + word, shared, values, scales);
  }
}

// y = x * r * weight with r = 1 / sqrt(mean(x^2) + eps). A group a row, which may stay in its place.
ITEMS_GROUP __kernel void norm_rows(__global const float* x, int width, int x_begin, __global const float* weight,
                                    float eps, __global float* y, int y_begin) {
  __local float lanes[SUM_LANES];
  const int item = get_local_id(0);
  __global const float* const from = x + (x_begin + (int)get_group_id(0)) * width;
  __global float* const to = y + (y_begin + (int)get_group_id(0)) * width;
  if (item < SUM_LANES) lanes[item] = lane_dot(from, from, width, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float r = inverse_rms(sum_of_lanes(lanes), width, eps);
  for (int word = item; word < width / 4; word += ITEMS)
    vstore4(vload4(word, from) * r * vload4(word, weight), word, to);
}

// x += row `table_row` of the row's run of a table [table_row][word]. Groups [words of a row][row].
ITEMS_GROUP __kernel void add_run_row(__global float* x, int words, int x_begin, __global const float* table,
                                      __global const int4* pass, int max_rows, int kept, int begin) {
  const int word = get_global_id(0);
  const int i = get_group_id(1);
  if (word >= words) return;
  const int table_row = run_of(pass, max_rows, pass_row(pass, max_rows, kept, begin + i)).z;
  const int at = (x_begin + i) * words + word;
  vstore4(vload4(at, x) + vload4(table_row * words + word, table), at, x);
}

// y = x below 0 ? 0 : x, quantised; rows of x are `pitch` words apart. Groups [words of a row][row].
ITEMS_GROUP __kernel void relu_quantise(__global const float* x, int pitch, int x_begin, int words,
                                        __global int* values, __global float* scales, int out_begin) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int i = get_group_id(1);
  const int present = word < words;
  float4 y = 0.0f;
  if (present) {
    y = vload4((x_begin + i) * pitch + word, x);
    y = select(y, (float4)(0.0f), y < 0.0f);
  }
  quantise_word(y, present, (out_begin + i) * words + word, shared, values, scales);
}

// x / 2 * (1 + erf(x / sqrt 2)), see erf_constants.h.
inline float gelu(float x) {
  const float u = x * 0.70710678f;
  const float a = fabs(u);
  const float t = div_rn(1.0f, fma(a, 0.3275911f, 1.0f));
  float p = 1.061405429f;
  p = fma(p, t, -1.453152027f);
  p = fma(p, t, 1.421413741f);
  p = fma(p, t, -0.284496736f);
  p = fma(p, t, 0.254829592f);
  const float e = fma(-(p * t), exp_f(-(a * a)), 1.0f);
  return x * 0.5f * (1.0f + (u < 0.0f ? -e : e));
}

// out[row * out_width] = sum of gelu(x) * weight, + bias. A group has ITEMS / 16 rows, each of 16 work-items, one lane.
ITEMS_GROUP __kernel void gelu_dot(__global const float* x, int width, int x_begin, int rows,
                                   __global const float* weight, __global const float* bias, __global float* out,
                                   int out_width, int out_begin) {
  __local float lanes[ITEMS];
  const int item = get_local_id(0);
  const int lane = item % SUM_LANES;
  const int i = get_group_id(0) * (ITEMS / SUM_LANES) + item / SUM_LANES;
  __global const float* const from = x + (x_begin + min(i, rows - 1)) * width;
  float sum = 0.0f;
  for (int c = lane; c < width; c += SUM_LANES) sum = fma(gelu(from[c]), weight[c], sum);
  lanes[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0 && i < rows) out[(out_begin + i) * out_width] = sum_of_lanes(lanes + item) + bias[0];
}

// Rows logit_row[0..count) of x move to the front, in place. A work-item owns a word of all rows. Logit rows ascend, so
// none is overwritten before it has been read, also when several are read before the first is written.
ITEMS_GROUP __kernel void keep_rows(__global const int4* pass, int max_rows, int count, __global float* x, int words) {
  const int word = get_global_id(0);
  if (word >= words) return;
  __global const int4* const logit_rows = pass + 2 * max_rows;
  for (int i = 0; i < count; i += 4) {
    float4 row[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) row[j] = vload4(logit_rows[min(i + j, count - 1)].x * words + word, x);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      if (i + j < count) vstore4(row[j], (i + j) * words + word, x);
    }
  }
}

// B * X of four channels in a row of the pass, zeros where the row is not of the run.
inline float4 centred_input(__global const float* bcx, int pitch, int4 run, int row, int words, int word) {
  if (row < run.x || row >= run.x + run.y) return 0.0f;
  return vload4(row * pitch + word, bcx) * vload4(row * pitch + 2 * words + word, bcx);
}

// y = C * v, quantised; v = taps[1] * z, then fused on taps[0] * z of the row before and taps[2] * z of the row behind,
// z = B * X. bcx float [row of the pass][B, C, X: words words each], rows `pitch` words apart; taps [channel][3].
// Groups [words of a row][row].
ITEMS_GROUP __kernel void centred_conv_quantise(__global const float* bcx, int pitch, int words,
                                                __global const float* taps, __global const int4* pass, int max_rows,
                                                int kept, int begin, __global int* values, __global float* scales,
                                                int out_begin) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int i = get_group_id(1);
  const int present = word < words;
  float4 y = 0.0f;
  if (present) {
    const int row = pass_row(pass, max_rows, kept, begin + i);
    const int4 run = run_of(pass, max_rows, row);
    __global const float* const t = taps + word * 12;
    float4 v = (float4)(t[1], t[4], t[7], t[10]) * centred_input(bcx, pitch, run, row, words, word);
    v = fma((float4)(t[0], t[3], t[6], t[9]), centred_input(bcx, pitch, run, row - 1, words, word), v);
    v = fma((float4)(t[2], t[5], t[8], t[11]), centred_input(bcx, pitch, run, row + 1, words, word), v);
    y = vload4(row * pitch + words + word, bcx) * v;
  }
  quantise_word(y, present, (out_begin + i) * words + word, shared, values, scales);
}
