// Row operations of a pass: embedding, RMS norm, gated activation, gathering, all but the last into int8 rows.
//
// f32 rows are [row][width], int8 rows as types.h says; widths are multiples of 32. A work-item takes a word (four
// values) at a time, so neighbours read and write neighbouring 16 and 4 bytes. ITEMS work-items a group: any multiple
// of 32, it shapes the launch and never the bits.
#include "quantise.cl"

#define ITEMS_GROUP __attribute__((reqd_work_group_size(ITEMS, 1, 1)))

// x[row] = scale * q of output `token` of a matrix [block][k][output]. Groups [words of a row][row].
ITEMS_GROUP __kernel void embed(__global const int* table, __global const half* table_scales, int padded, int words,
                                __global const int4* pass, __global const int* chosen, int begin, __global float* x) {
  const int word = get_global_id(0);
  const int row = begin + get_group_id(1);
  if (word >= words) return;
  const int4 entry = pass[row];
  const int token = entry.x >= 0 ? entry.x : chosen[entry.z];
  const float4 q = convert_float4(as_char4(table[word * padded + token]));
  const float scale = vload_half(word / BLOCK_WORDS * padded + token, table_scales);
  vstore4(scale * q, row * words + word, x);
}

// y = x * r * weight with r = 1 / sqrt(mean(x^2) + eps), quantised as rows from out_begin on; y itself to `normed` if
// `keep`. A group a row: its first 16 work-items fold the sum, one lane each, and all of them share the rest.
ITEMS_GROUP __kernel void norm_quantise(__global const float* x, int width, int begin, __global const float* weight,
                                        float eps, __global int* values, __global float* scales, int out_begin,
                                        int keep, __global float* normed) {
  __local float lanes[SUM_LANES];
  __local uint shared[ITEMS];
  const int item = get_local_id(0);
  const int row = begin + get_group_id(0);
  const int words = width / 4;
  __global const float* const from = x + row * width;
  if (item < SUM_LANES) lanes[item] = lane_dot(from, from, width, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float r = inverse_rms(sum_of_lanes(lanes), width, eps);
  for (int base = 0; base < words; base += ITEMS) {
    const int word = base + item;
    const int present = word < words;
    float4 y = 0.0f;
    if (present) {
      y = vload4(word, from) * r * vload4(word, weight);
      if (keep) vstore4(y, row * words + word, normed);
    }
    quantise_word(y, present, (out_begin + (int)get_group_id(0)) * words + word, shared, values, scales);
  }
}

// Groups [words of a row][row].
ITEMS_GROUP __kernel void quantise_rows(__global const float* x, int words, int begin, __global int* values,
                                        __global float* scales) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int row = begin + get_group_id(1);
  const int present = word < words;
  const float4 y = present ? vload4(row * words + word, x) : (float4)(0.0f);
  quantise_word(y, present, row * words + word, shared, values, scales);
}

// y = gate / (1 + e^-gate) * up, quantised; row = [gate words][up words], rows `pitch` words apart. Groups [words of a
// gate][row].
ITEMS_GROUP __kernel void swiglu_quantise(__global const float* gate_up, int pitch, int words, int begin,
                                          __global int* values, __global float* scales) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int row = begin + get_group_id(1);
  const int present = word < words;
  float4 y = 0.0f;
  if (present) {
    const float4 gate = vload4(row * pitch + word, gate_up);
    const float4 up = vload4(row * pitch + words + word, gate_up);
    y = (float4)(swiglu(gate.x, up.x), swiglu(gate.y, up.y), swiglu(gate.z, up.z), swiglu(gate.w, up.w));
  }
  quantise_word(y, present, row * words + word, shared, values, scales);
}

// Rows logit_row[0..count) of x and of an input move to the front, in place. A work-item owns a column, of x, of values
// or of scales, and moves it row by row; since logit_row ascends, no row is overwritten before it has been read. Few
// rows have logits, so the loop is short.
ITEMS_GROUP __kernel void gather_rows(__global const int4* pass, int max_rows, int count, __global float* x, int width,
                                      __global int* values, __global float* scales, int inputs) {
  const int column = get_global_id(0);
  const int words = inputs / 4;
  const int blocks = inputs / BLOCK;
  for (int i = 0; i < count; ++i) {
    const int from = pass[2 * max_rows + i].x;
    if (column < width) {
      x[i * width + column] = x[from * width + column];
    } else if (column < width + words) {
      const int c = column - width;
      values[i * words + c] = values[from * words + c];
    } else if (column < width + words + blocks) {
      const int c = column - width - words;
      scales[i * blocks + c] = scales[from * blocks + c];
    }
  }
}
