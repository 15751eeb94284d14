// The float operations of the cpu backend as tables of functions, one table per instruction set. No code: files
// compiled for one instruction set include this.
//
// Every table gives the same bits: scalar_*.cc states each operation in plain loops and is its definition; the vector
// files keep that order of operations, element by element. What the definitions share:
//   - A sum over n elements runs over 16 lanes: lane j folds elements j, j+16, ... with fused multiply-adds from +0,
//     elements past n count as +0; then lanes 8..15 are added to 0..7, 4..7 to 0..3, 2..3 to 0..1, and 1 to 0.
//   - Fused arithmetic is written as such (std::fma); nothing else is contracted.
//   - Nothing depends on the split of rows, channels or key blocks between calls.
// The bits of a NaN are not defined, that it is one is. Denormals are flushed or kept as the calling thread's mode
// says; use one mode for all threads (pool/flush_denormals.h).
//
// Functions are thread-safe: they touch only what their arguments name. Pointers need no alignment except those of
// key and value arrays (64 bytes). Outputs must not overlap inputs unless a comment allows it.
#ifndef FERRO_ENGINE_KERNELS_OPS_FLOAT_KERNEL_TABLE_H_
#define FERRO_ENGINE_KERNELS_OPS_FLOAT_KERNEL_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "engine/kernels/ops/kv_format.h"

namespace ferro {

// The query rows of one run, and one KV head of its sequence: query row r stands at first_position + r and sees the
// keys 0 .. first_position + r, all stored before the call. The `group` query heads that read this KV head lie side by
// side: query head g of row r is queries[r * query_stride + g * head_dim ...]. group * rows may be any count.
struct AttentionTask {
  const float* queries;
  ptrdiff_t query_stride;  // floats from one row to the next
  int rows;
  int first_position;
  int group;
  int head_dim;  // a multiple of 32, at most kMaxHeadDim
  float scale;   // multiplies q . k
  KvFormat format;
  const void* keys;
  const void* values;
};

constexpr int kMaxHeadDim = 256;
constexpr int kMaxSymmetricHeadDim = 512;

// One short convolution over the rows of one run, see scalar_conv.cc.
struct ShortConvTask {
  const float* bcx;      // [row][3 * channels]: B, C, X
  ptrdiff_t bcx_stride;  // floats from one row to the next
  int rows;
  int channels;
  const float* taps;  // [channel][taps_count], oldest first
  int taps_count;     // 2 .. kMaxConvTaps
  float* state;       // [taps_count - 1][channels], oldest first: read, then moved on by `rows`
  float* out;         // [row][channels]
  ptrdiff_t out_stride;
};

constexpr int kMaxConvTaps = 16;

// Query rows of one run of an encoder pass, and one KV head of that run, whose keys and values are float rows: query
// row r stands at position positions[r] of the run and sees the keys within `radius` positions of it. Heads lie as in
// AttentionTask.
struct SymmetricAttentionTask {
  const float* queries;
  ptrdiff_t query_stride;  // floats from one row to the next
  const int32_t* positions;
  int rows;
  int group;
  int head_dim;  // a multiple of 32, at most kMaxSymmetricHeadDim
  float scale;   // multiplies q . k
  int radius;
  const float* keys;  // [key][head_dim], key 0 at position 0
  const float* values;
  ptrdiff_t key_stride;  // floats from one key to the next, and from one value to the next
  int key_count;         // of the run
};

// Rows of one run of an encoder pass, neighbours of each other, for a convolution over the row before, the row and the
// row behind.
struct CentredConvTask {
  const float* bcx;      // [row][3 * channels]: B, C, X
  ptrdiff_t bcx_stride;  // floats from one row to the next
  int rows;
  bool has_before;  // the run goes on before the first row, at bcx - bcx_stride
  bool has_behind;  // the run goes on behind the last row
  int channels;
  const float* taps;  // [channel][3]
  float* out;         // [row][channels]
  ptrdiff_t out_stride;
};

struct FloatKernels {
  const char* name;

  // y = (x * r) * weight with r = 1 / sqrt(sum(x^2) / n + eps). y may be x.
  void (*rms_norm)(const float* x, const float* weight, float eps, int n, float* y);

  // x = (x + (in * r) * weight) * scale with r = 1 / sqrt(sum(in^2) / n + eps).
  void (*add_rms_norm)(const float* in, const float* weight, float eps, float scale, int n, float* x);

  // d = x - mean, mean = sum(x) / n; r = 1 / sqrt(sum(d^2) / n + eps); y = fma(d * r, weight, bias). y may be x.
  void (*layer_norm)(const float* x, const float* weight, const float* bias, float eps, int n, float* y);

  // In place for one head: x = rms_norm(x, weight), then for i < pairs the pair (a, b) = (x[i], x[i + pairs]) becomes
  // (fma(-b, sin[i], a * cos[i]), fma(b, cos[i], a * sin[i])). head_dim a multiple of 16; 2 * pairs <= head_dim.
  void (*norm_rope)(float* x, const float* weight, float eps, int head_dim, const float* cos, const float* sin,
                    int pairs);

  // Stores one row at `position` of a key or value array (kv_format.h).
  void (*store_key)(KvFormat format, const float* row, int head_dim, int position, void* keys);
  void (*store_value)(KvFormat format, const float* row, int head_dim, int position, void* values);

  // Causal attention, out[r * out_stride + g * head_dim ...]. Keys are folded in blocks of kKeyBlock, each on its own:
  // m = max score, p = exp(score - m), l = sum p, acc = sum p * value; blocks then join in ascending order. So the
  // result of a row does not depend on the other rows of the task, nor on which of the two ways below computed it.
  // With fewer threads than (run, KV head) pairs, and for prefill: all at once.
  void (*attention_rows)(const AttentionTask& task, float* out, ptrdiff_t out_stride);
  // With more threads than pairs (decode at depth): any threads fill any block ranges, then one merges. Each call does
  // blocks [block_begin, block_end) of AttentionBlocks(task) for all queries; `partials` is one array of
  // AttentionPartialFloats(task) floats for all calls, and calls write disjoint parts of it.
  void (*attention_partial)(const AttentionTask& task, int block_begin, int block_end, float* partials);
  void (*attention_merge)(const AttentionTask& task, const float* partials, float* out, ptrdiff_t out_stride);

  // Attention within a run, out[r * out_stride + g * head_dim ...]. Keys are folded in blocks of kKeyBlock counted from
  // key 0, each on its own: m = max score seen, p = exp(score - m), l = sum of p over ascending keys, acc = sum p *
  // value likewise; blocks then join in ascending order. So the result of a row does not depend on the other rows of
  // the task (but for the sign of a zero; and a NaN among the values may show in rows that do not see it).
  void (*symmetric_attention)(const SymmetricAttentionTask& task, float* out, ptrdiff_t out_stride);

  // All channels of the task: z = B * X, v = taps[1] * z_t, then fused on: taps[0] * z_{t-1}, taps[2] * z_{t+1}; out =
  // C * v. z is 0 outside the run.
  void (*centred_conv)(const CentredConvTask& task);

  // Channels [channel_begin, channel_end) of the task, out and state. The backend may split channels, not rows.
  void (*short_conv)(const ShortConvTask& task, int channel_begin, int channel_end);

  // out = gate / (1 + exp(-gate)) * up. out may be gate or up.
  void (*swiglu)(const float* gate, const float* up, int n, float* out);

  // out = gelu(gate) * up, gelu(x) = x / (1 + exp(-(x * fma(x * x, kCubic, kLinear)))), see gelu_constants.h. out may
  // be gate or up.
  void (*geglu)(const float* gate, const float* up, int n, float* out);

  void (*relu)(const float* x, int n, float* y);  // y = max(x, 0), NaN stays NaN. y may be x.
  // Sum of gelu(x[i]) * weight[i]. gelu(x) = x / 2 * (1 + erf(x / sqrt 2)), erf to 2e-7 absolutely.
  float (*gelu_dot)(const float* x, const float* weight, int n);

  // mean[i] = sum over rows of x[row * stride + i], / rows. Rows are summed in order in blocks of kKeyBlock, the
  // blocks' sums likewise. rows >= 1.
  void (*mean_rows)(const float* x, ptrdiff_t stride, int rows, int n, float* mean);

  float (*dot)(const float* a, const float* b, int n);
  void (*add)(const float* x, int n, float* y);                      // y += x
  void (*add_scaled)(const float* x, float scale, int n, float* y);  // y = fma(x, scale, y)
  // e^x to 1.5 units in the last place. 0 below -87.336544 (results that would be denormal), infinity above 88.722832.
  // y may be x.
  void (*exp)(const float* x, int n, float* y);
  void (*to_half)(const float* x, int n, uint16_t* y);  // nearest, ties to even
  void (*from_half)(const uint16_t* x, int n, float* y);
  // Index of the largest value, the lowest one on ties; NaN counts as -infinity. n >= 1.
  int (*argmax)(const float* x, int n);
};

// Key blocks that the last row of the task reads.
int AttentionBlocks(const AttentionTask& task);
// Size of the array for attention_partial: [block][query] of { acc[head_dim]; m; l; pad to 16 }.
int64_t AttentionPartialFloats(const AttentionTask& task);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_FLOAT_KERNEL_TABLE_H_
