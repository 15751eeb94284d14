// Row operations of encoders whose branches are normalised before they join the residual (EmbeddingGemma): scaled
// embedding, joining, gates by GELU, the mean of a run. The bits are those of scalar_encoder.cc and scalar_rows.cc.
//
// f32 rows are [row][width], int8 rows as types.h says. An array may begin at another row than the pass (a window), so
// every array comes with the place of the first row that is worked on, `.._begin`; group 0 along the rows is that one.
// A work-item takes a word (four values) at a time. ITEMS work-items a group: any multiple of 32, it shapes the launch
// and never the bits.
#include "pass.cl"
#include "quantise.cl"

#define ITEMS_GROUP __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
#define ADDED_AHEAD 8  // rows of a mean that are asked for before the first is used

// x[row] = (scale * q of output `token` of a matrix [block][k][output]) * factor. Groups [words of a row][row].
ITEMS_GROUP __kernel void embed_scaled(__global const int* table, __global const half* table_scales, int padded,
                                       int words, __global const int4* pass, int begin, float factor, __global float* x,
                                       int x_begin) {
  const int word = get_global_id(0);
  const int i = get_group_id(1);
  if (word >= words) return;
  const int token = pass[begin + i].x;
  const float4 q = convert_float4(as_char4(table[word * padded + token]));
  const float scale = vload_half(word / BLOCK_WORDS * padded + token, table_scales);
  vstore4(scale * q * factor, (x_begin + i) * words + word, x);
}

// y = x, quantised; rows of x are `pitch` words apart. Groups [words of a row][row].
ITEMS_GROUP __kernel void quantise_window(__global const float* x, int pitch, int x_begin, int words,
                                          __global int* values, __global float* scales, int out_begin) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int i = get_group_id(1);
  const int present = word < words;
  const float4 y = present ? vload4((x_begin + i) * pitch + word, x) : (float4)(0.0f);
  quantise_word(y, present, (out_begin + i) * words + word, shared, values, scales);
}

// 1 / sqrt(mean(x^2) + eps) of a row, by its whole group: the first 16 work-items fold a lane each.
inline float group_inverse_rms(__global const float* x, int width, float eps, __local float* lanes) {
  const int item = get_local_id(0);
  if (item < SUM_LANES) lanes[item] = lane_dot(x, x, width, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  return inverse_rms(sum_of_lanes(lanes), width, eps);
}

// x = (x + in * r * weight) * factor with r = 1 / sqrt(mean(in^2) + eps). A group a row.
ITEMS_GROUP __kernel void add_norm(__global const float* in, int width, int in_begin, __global const float* weight,
                                   float eps, float factor, __global float* x, int x_begin) {
  __local float lanes[SUM_LANES];
  __global const float* const from = in + (in_begin + (int)get_group_id(0)) * width;
  __global float* const to = x + (x_begin + (int)get_group_id(0)) * width;
  const float r = group_inverse_rms(from, width, eps, lanes);
  for (int word = get_local_id(0); word < width / 4; word += ITEMS) {
    vstore4((vload4(word, to) + vload4(word, from) * r * vload4(word, weight)) * factor, word, to);
  }
}

// The same, and x quantised.
ITEMS_GROUP __kernel void add_norm_quantise(__global const float* in, int width, int in_begin,
                                            __global const float* weight, float eps, float factor, __global float* x,
                                            int x_begin, __global int* values, __global float* scales, int out_begin) {
  __local float lanes[SUM_LANES];
  __local uint shared[ITEMS];
  const int row = get_group_id(0);
  const int words = width / 4;
  __global const float* const from = in + (in_begin + row) * width;
  __global float* const to = x + (x_begin + row) * width;
  const float r = group_inverse_rms(from, width, eps, lanes);
  for (int base = 0; base < words; base += ITEMS) {
    const int word = base + (int)get_local_id(0);
    const int present = word < words;
    float4 y = 0.0f;
    if (present) {
      y = (vload4(word, to) + vload4(word, from) * r * vload4(word, weight)) * factor;
      vstore4(y, word, to);
    }
    quantise_word(y, present, (out_begin + row) * words + word, shared, values, scales);
  }
}

// The same, and x normalised with `next` and quantised.
ITEMS_GROUP __kernel void add_norm_norm_quantise(__global const float* in, int width, int in_begin,
                                                 __global const float* weight, float eps, float factor,
                                                 __global float* x, int x_begin, __global const float* next,
                                                 __global int* values, __global float* scales, int out_begin) {
  __local float lanes[2 * SUM_LANES];
  __local uint shared[ITEMS];
  const int row = get_group_id(0);
  const int words = width / 4;
  __global const float* const from = in + (in_begin + row) * width;
  __global float* const to = x + (x_begin + row) * width;
  const float r = group_inverse_rms(from, width, eps, lanes);
  for (int word = get_local_id(0); word < words; word += ITEMS) {
    vstore4((vload4(word, to) + vload4(word, from) * r * vload4(word, weight)) * factor, word, to);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  const float next_r = group_inverse_rms(to, width, eps, lanes + SUM_LANES);
  for (int base = 0; base < words; base += ITEMS) {
    const int word = base + (int)get_local_id(0);
    const int present = word < words;
    const float4 y = present ? vload4(word, to) * next_r * vload4(word, next) : (float4)(0.0f);
    quantise_word(y, present, (out_begin + row) * words + word, shared, values, scales);
  }
}

// x / 2 * (1 + tanh(..)), see gelu_constants.h.
inline float gelu_tanh(float x) {
  return div_rn(x, 1.0f + exp_f(-(x * fma(x * x, 0.07135481627260025f, 1.5957691216057308f))));
}

inline float4 gelu_tanh4(float4 x) {
  return (float4)(gelu_tanh(x.x), gelu_tanh(x.y), gelu_tanh(x.z), gelu_tanh(x.w));
}

// y = gelu(gate) * up, quantised; row = [gate words][up words], rows `pitch` words apart. Groups [words of a gate][row].
ITEMS_GROUP __kernel void gelu_gate_quantise(__global const float* gate_up, int pitch, int x_begin, int words,
                                             __global int* values, __global float* scales, int out_begin) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int i = get_group_id(1);
  const int present = word < words;
  const int at = (x_begin + i) * pitch + word;
  float4 y = 0.0f;
  if (present) y = gelu_tanh4(vload4(at, gate_up)) * vload4(at + words, gate_up);
  quantise_word(y, present, (out_begin + i) * words + word, shared, values, scales);
}

// y = gelu(gate) * (x * r * weight) with r = 1 / sqrt(mean(x^2) + eps), quantised. A group a row.
ITEMS_GROUP __kernel void gelu_gate_normed_quantise(__global const float* gate, int gate_begin, __global const float* x,
                                                    int width, int x_begin, __global const float* weight, float eps,
                                                    __global int* values, __global float* scales, int out_begin) {
  __local float lanes[SUM_LANES];
  __local uint shared[ITEMS];
  const int row = get_group_id(0);
  const int words = width / 4;
  __global const float* const gates = gate + (gate_begin + row) * width;
  __global const float* const from = x + (x_begin + row) * width;
  const float r = group_inverse_rms(from, width, eps, lanes);
  for (int base = 0; base < words; base += ITEMS) {
    const int word = base + (int)get_local_id(0);
    const int present = word < words;
    float4 y = 0.0f;
    if (present) y = gelu_tanh4(vload4(word, gates)) * (vload4(word, from) * r * vload4(word, weight));
    quantise_word(y, present, (out_begin + row) * words + word, shared, values, scales);
  }
}

// mean[run] = the sum over the run's rows of x, / their number: in order within blocks of MEAN_BLOCK rows from the run's
// first on, then over the blocks. Groups [words of a row][run].
ITEMS_GROUP __kernel void mean_of_runs(__global const float* x, int words, __global const int4* pass, int max_rows,
                                       __global float* mean) {
  const int word = get_global_id(0);
  const int run = get_group_id(1);
  if (word >= words) return;
  const int4 bounds = pass[max_rows + run];  // {first_row, rows, ..}
  __global const float* const from = x + bounds.x * words * 4;
  float4 sum = 0.0f;
  for (int block = 0; block < bounds.y; block += MEAN_BLOCK) {
    const int end = min(bounds.y, block + MEAN_BLOCK);
    float4 block_sum = 0.0f;
    int row = block;
    for (; row + ADDED_AHEAD <= end; row += ADDED_AHEAD) {
      float4 value[ADDED_AHEAD];
#pragma unroll
      for (int i = 0; i < ADDED_AHEAD; ++i) value[i] = vload4((row + i) * words + word, from);
#pragma unroll
      for (int i = 0; i < ADDED_AHEAD; ++i) block_sum += value[i];
    }
    for (; row < end; ++row) block_sum += vload4(row * words + word, from);
    sum += block_sum;
  }
  const float rows = bounds.y;
  vstore4((float4)(div_rn(sum.x, rows), div_rn(sum.y, rows), div_rn(sum.z, rows), div_rn(sum.w, rows)),
          run * words + word, mean);
}
