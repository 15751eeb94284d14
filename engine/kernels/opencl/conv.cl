// The short convolution of LFM2, with the bits of scalar_conv.cc: u = B * X; v_t = taps[0] * u_{t-L+1}, then fused on
// taps[k] * u_{t-L+1+k} for k = 1 .. L-1; out_t = C * v_t, quantised.
//
// bcx [row][B, C, X: channels each], taps [channel][L], state [slot][L-1][channel]: the last u before a run, oldest
// first. TAPS is L. A work-item takes four neighbouring channels of a row; u of an earlier row is multiplied anew,
// since that costs less than to store it. Nothing reads the state while it moves on: the rows of a pass are convolved
// by any number of launches first, then one launch moves the states of all its runs.
#include "quantise.cl"

#define KEPT (TAPS - 1)
#define ITEMS_GROUP __attribute__((reqd_work_group_size(ITEMS, 1, 1)))

// u of four channels in a row of the pass.
inline float4 gated_input(__global const float* bcx, int row, int words, int word) {
  return vload4(row * 3 * words + word, bcx) * vload4((row * 3 + 2) * words + word, bcx);
}

// u of four channels at `back` rows (1 .. KEPT) before the start of a run.
inline float4 kept_input(__global const float* state, int slot, int back, int words, int word) {
  return vload4((slot * KEPT + KEPT - back) * words + word, state);
}

// u of the row at index `t` of a run, which may lie before its start.
inline float4 input_at(__global const float* bcx, __global const float* state, int first_row, int slot, int t,
                       int words, int word) {
  return t >= 0 ? gated_input(bcx, first_row + t, words, word) : kept_input(state, slot, -t, words, word);
}

// Tap `k` of four neighbouring channels.
inline float4 tap(__global const float* taps, int word, int k) {
  __global const float* const first = taps + word * 4 * TAPS + k;
  return (float4)(first[0], first[TAPS], first[2 * TAPS], first[3 * TAPS]);
}

inline float4 output_gate(__global const float* bcx, int row, int words, int word) {
  return vload4((row * 3 + 1) * words + word, bcx);
}

// Rows of any runs. Groups [words of a row][row].
ITEMS_GROUP __kernel void short_conv_rows(__global const float* bcx, int words, int begin, __global const float* taps,
                                          __global const float* state, __global const int4* pass, int max_rows,
                                          __global int* values, __global float* scales) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int row = begin + get_group_id(1);
  const int present = word < words;
  float4 y = 0.0f;
  if (present) {
    const int4 run = pass[max_rows + pass[row].w];
    const int oldest = row - run.x - KEPT;
    float4 v = tap(taps, word, 0) * input_at(bcx, state, run.x, run.w, oldest, words, word);
    for (int k = 1; k <= KEPT; ++k) {
      v = fma(tap(taps, word, k), input_at(bcx, state, run.x, run.w, oldest + k, words, word), v);
    }
    y = output_gate(bcx, row, words, word) * v;
  }
  quantise_word(y, present, row * words + word, shared, values, scales);
}

// Moves the state of each run on by its rows. Groups [words of a row][run].
ITEMS_GROUP __kernel void short_conv_state(__global const float* bcx, int words, int begin, __global float* state,
                                           __global const int4* pass, int max_rows) {
  const int word = get_global_id(0);
  if (word >= words) return;
  const int4 run = pass[max_rows + begin + (int)get_group_id(1)];
  for (int k = 0; k < KEPT; ++k) {  // ascending: a short run moves what it keeps down, and has read it by then
    const float4 u = input_at(bcx, state, run.x, run.w, run.y - KEPT + k, words, word);
    vstore4(u, (run.w * KEPT + k) * words + word, state);
  }
}

// Both at once for runs of one row. Groups [words of a row][row].
ITEMS_GROUP __kernel void short_conv_step(__global const float* bcx, int words, int begin, __global const float* taps,
                                          __global float* state, __global const int4* pass, __global int* values,
                                          __global float* scales) {
  __local uint shared[ITEMS];
  const int word = get_global_id(0);
  const int row = begin + get_group_id(1);
  const int present = word < words;
  float4 y = 0.0f;
  if (present) {
    const int slot = pass[row].z;
    __global float* const kept = state + slot * KEPT * words * 4;
    float4 u = vload4(word, kept);
    float4 v = tap(taps, word, 0) * u;
    for (int k = 1; k <= KEPT; ++k) {
      u = k < KEPT ? vload4(k * words + word, kept) : gated_input(bcx, row, words, word);
      v = fma(tap(taps, word, k), u, v);
      vstore4(u, (k - 1) * words + word, kept);
    }
    y = output_gate(bcx, row, words, word) * v;
  }
  quantise_word(y, present, row * words + word, shared, values, scales);
}
