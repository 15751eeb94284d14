// The operations of encoders: passes over whole sequences that see both ways, with no cache and no state.
//
// An encoder pass. Each run of the pass is one whole sequence, packed behind the one before; its rows are prefill rows,
// its start_position is 0 and its slot means nothing. Operations never mix runs: the value of a row depends on the rows
// of its own run alone, bit for bit, whatever else is in the pass, wherever the run lies in it and however the pass is
// cut into windows. So every operation has one fold order per row: products as in Backend, attention over key blocks of
// kKeyBlock positions counted from the run's own first row, joined in ascending order.
//
// Windows. A long pass need not hold its widest activations for all rows at once: Window names the rows that the
// operations work on from then on, and an array whose scope is RowScope::kWindow holds only those. Unless a comment
// says otherwise an operation reads and writes the rows of the window, at row - first in arrays of window scope and at
// row in those of pass scope. Without a call of Window it is the whole pass. Float rows may be wider than what an
// operation reads or writes of them, which then is their first columns.
//
// Of Backend's operations, Begin, Embed, Norm, MatMul, MatMulAdd, SwiGlu, ReadRows and Finish serve here too and keep
// to the window (ReadRows does not). The rest belongs to causal passes.
#ifndef FERRO_ENGINE_BACKEND_ENCODER_OPS_H_
#define FERRO_ENGINE_BACKEND_ENCODER_OPS_H_

#include <functional>

#include "absl/status/status.h"
#include "engine/backend/handles.h"

namespace ferro {

class EncoderOps {
 public:
  virtual ~EncoderOps() = default;

  // --- Segments. Called on the device's thread between the segments of a pass, each of which is meant to take no
  // longer than the backend's launch_ms: there the device may be lent to others, and cancellation is seen. A status
  // other than OK ends the pass: the operations left do nothing, ReadRows and Finish return it, and the next Begin
  // starts afresh. Null: none. Results do not depend on where segments end.
  using SegmentHook = std::function<absl::Status()>;
  virtual void SetSegmentHook(SegmentHook hook) = 0;

  // --- Which rows. Rows [first, first + rows) of the pass (of the kept ones, after KeepRows) until the next Window,
  // KeepRows or Begin. `first` is a multiple of 64, so that a device may address the rows as a buffer of their own.
  virtual void Window(int first, int rows) = 0;

  // From here to the next Begin the pass consists of its logit rows alone, still as prefill rows: x[i] =
  // x[logit_rows[i]], and the window is all of them. `x` has pass scope. Keys and values of other arrays stay where
  // they are: a kept row attends to its own run as before. For a last layer whose other rows nobody asks for.
  virtual void KeepRows(Rows& x) = 0;

  // --- Inputs.
  // x[row] = table[tokens[row]] * scale.
  virtual void EmbedScaled(const Matrix& table, float scale, Rows& x) = 0;
  // `out` = the first out.width() columns of x, as a matrix input.
  virtual void ToInput(const Rows& x, MatrixInput& out) = 0;

  // --- Norms.
  // RMSNorm as Backend::Norm, to floats: y = x / sqrt(mean(x^2) + eps) * weight. `y` may be `x`.
  virtual void NormRows(const Rows& x, const Vector& weight, float eps, Rows& y) = 0;
  // y = (x - mean(x)) / sqrt(mean((x - mean(x))^2) + eps) * weight + bias; `out` = y as a matrix input. weight, bias
  // [width].
  virtual void LayerNorm(const Rows& x, const Vector& weight, const Vector& bias, float eps, MatrixInput& out) = 0;

  // The end of a branch that is normalised before it joins the residual: x[row] = (x[row] + norm(in[row])) * scale,
  // norm as above with `weight`. If `out` is not null it becomes x as a matrix input, normalised with `next` unless
  // that is null.
  virtual void AddNorm(const Rows& in, const Vector& weight, float eps, float scale, Rows& x, const Vector* next,
                       MatrixInput* out) = 0;

  // --- Products with a bias [outputs], which is added to the finished sum.
  // out[row] = w in[row] + bias.
  virtual void MatMulBias(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& out) = 0;
  // x[row] += (w in[row] + bias).
  virtual void MatMulBiasAdd(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& x) = 0;

  // --- Mixing rows of a run. `kv` and `bcx` have pass scope, since rows of other windows are read too.
  // qkv[row] = [query heads][key heads][value heads], head_dim each. RMS-normalises every query and key head (weights
  // [head_dim]) and rotates both for the row's position, in place. Value heads are normalised too if `v_norm` is not
  // null.
  virtual void NormRope(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm, const Vector& k_norm,
                        const Vector* v_norm, float eps, Rows& qkv) = 0;

  // out[row] = softmax(scale * q . k) v over the keys of the row's run within the radius, per query head. q[row] =
  // [query heads] from its first column on, at the row's index (after KeepRows: among the kept ones). kv[row] = [key
  // heads][value heads] from `key_column` on, at the row's index in the whole pass. `q` and `kv` may be one array.
  virtual void SymmetricAttention(const SymmetricAttentionShape& shape, const Rows& q, const Rows& kv, int key_column,
                                  MatrixInput& out) = 0;

  // bcx[row] = [B][C][X], each `channels` = out.width() wide; z = B*X; out[t] = C * (taps[1] z[t] + taps[0] z[t-1] +
  // taps[2] z[t+1]), summed in that order, z = 0 outside the run. taps [channel][3].
  virtual void CentredConv(const Rows& bcx, const Vector& taps, MatrixInput& out) = 0;

  // mean[run] = the mean of the run's rows of x, summed in blocks of kKeyBlock rows from its first one on, then over
  // the blocks. From here to the next Begin the pass consists of one row for each run, in their order, and the window
  // is all of them. Both have pass scope.
  virtual void MeanOfRuns(const Rows& x, Rows& mean) = 0;

  // --- Elementwise.
  // gate_up[row] = [gate][up]; out = gelu(gate) * up, gelu(x) = x/2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))).
  virtual void GeluGate(const Rows& gate_up, MatrixInput& out) = 0;
  // out = gelu(gate) * norm(in), with the same gelu and the norm of NormRows. All are out.width() wide.
  virtual void GeluGateNormed(const Rows& gate, const Rows& in, const Vector& weight, float eps, MatrixInput& out) = 0;
  // x[row] += table[table_row of the row's run]. table [rows][x.width()].
  virtual void AddRunRow(const Vector& table, Rows& x) = 0;
  // out = max(in, 0), NaN stays NaN.
  virtual void Relu(const Rows& in, MatrixInput& out) = 0;
  // out[row][0] = sum over i of weight[i] * gelu(in[row][i]) + bias[0], gelu(x) = x/2 (1 + erf(x / sqrt 2)). weight
  // [in.width()], bias [1]; `out` is one wide. The end of a scorer: one value a row is all that is read back.
  virtual void GeluDot(const Rows& in, const Vector& weight, const Vector& bias, Rows& out) = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_ENCODER_OPS_H_
