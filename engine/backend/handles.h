// What a backend hands out and what describes its operations: opaque handles to weights, activations and sequence
// state, and the shapes of attention and mixtures of experts.
//
// Handles made by a backend belong to the caller, must be destroyed before it, and are only valid with the backend that
// made them. Shapes are outermost first.
#ifndef FERRO_ENGINE_BACKEND_HANDLES_H_
#define FERRO_ENGINE_BACKEND_HANDLES_H_

#include <cstdint>

#include "engine/gguf/file.h"
#include "engine/kernels/ops/kv_format.h"

namespace ferro {

// A weight matrix in the backend's own layout: `outputs` rows of `inputs` values.
class Matrix {
 public:
  Matrix(int64_t outputs, int64_t inputs) : outputs_(outputs), inputs_(inputs) {}
  virtual ~Matrix() = default;
  int64_t outputs() const { return outputs_; }
  int64_t inputs() const { return inputs_; }
  // Bytes that one use of the whole matrix reads.
  virtual int64_t bytes() const = 0;

 private:
  int64_t outputs_, inputs_;
};

// `count` matrices of one shape (the experts of a layer), `outputs` rows of `inputs` values each.
class MatrixStack {
 public:
  MatrixStack(int count, int64_t outputs, int64_t inputs) : count_(count), outputs_(outputs), inputs_(inputs) {}
  virtual ~MatrixStack() = default;
  int count() const { return count_; }
  int64_t outputs() const { return outputs_; }
  int64_t inputs() const { return inputs_; }
  // Of all of them together.
  virtual int64_t bytes() const = 0;

 private:
  int count_;
  int64_t outputs_, inputs_;
};

// A small float tensor (norm weights, convolution taps, biases), flat.
class Vector {
 public:
  virtual ~Vector() = default;
};

// Which row of a pass row 0 of an array is: the pass's first, or the first of the window that an encoder pass currently
// works on (encoder_ops.h), so that the array need only be as long as a window.
enum class RowScope { kPass, kWindow };

// Float activations [row][width].
class Rows {
 public:
  Rows(int max_rows, int width) : max_rows_(max_rows), width_(width) {}
  virtual ~Rows() = default;
  int max_rows() const { return max_rows_; }
  int width() const { return width_; }
  RowScope scope() const { return scope_; }
  // Before the first use.
  void set_scope(RowScope scope) { scope_ = scope; }

 private:
  int max_rows_, width_;
  RowScope scope_ = RowScope::kPass;
};

// The input of a matrix product [row][width], in whatever form the backend multiplies (int8 blocks of 32 with a scale,
// floats on the reference).
class MatrixInput {
 public:
  MatrixInput(int max_rows, int width) : max_rows_(max_rows), width_(width) {}
  virtual ~MatrixInput() = default;
  int max_rows() const { return max_rows_; }
  int width() const { return width_; }
  RowScope scope() const { return scope_; }
  // Before the first use.
  void set_scope(RowScope scope) { scope_ = scope; }

 private:
  int max_rows_, width_;
  RowScope scope_ = RowScope::kPass;
};

using KvType = KvFormat;  // f32, f16, or int8 with one f32 scale per 32 values

// Key and value rows of one attention layer [slot][position][kv_head][head_dim], stored rounded to the KV type.
class KvCache {
 public:
  virtual ~KvCache() = default;
  virtual int64_t bytes() const = 0;
};

// The last taps-1 inputs of one short convolution [slot][tap][channel], oldest first, f32.
class ConvState {
 public:
  virtual ~ConvState() = default;
};

// Part of a stacked weight matrix: `rows` rows of `tensor` from `first_row` on (rows counted over all outer
// dimensions).
struct MatrixPart {
  const TensorInfo* tensor;
  int64_t first_row;
  int64_t rows;
};

struct AttentionShape {
  int heads;
  int kv_heads;  // divides heads; query head h reads key/value head h / (heads / kv_heads)
  int head_dim;  // a multiple of 32
};

// Attention of a pass without causality or cache, see EncoderOps::SymmetricAttention.
struct SymmetricAttentionShape {
  static constexpr int kMostHeadDim = 512;
  AttentionShape heads;    // head_dim at most kMostHeadDim
  float scale;             // multiplies q . k
  int radius = kWholeRun;  // a row sees the keys of its run that are at most this many positions away
  static constexpr int kWholeRun = 1 << 30;
};

struct RopeParams {
  float base;  // angle of pair i at position p is p * base^(-2i / dims)
  int dims;    // leading components that rotate, pairs (i, i + dims/2); even, at most head_dim
};

// One mixture-of-experts feed-forward layer. Pointers outlive the call.
struct MoeLayer {
  const Vector* router = nullptr;        // [expert][width] f32
  const Vector* router_bias = nullptr;   // [expert], or null: added for the choice only, never to the weights
  const MatrixStack* gate_up = nullptr;  // of each expert: gate rows, then up rows
  const MatrixStack* down = nullptr;
  int used = 0;               // experts per row
  bool softmax_gate = false;  // softmax over all experts instead of sigmoid
  float scale = 1;            // multiplies the normalised weights; 1 = none
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_HANDLES_H_
