// What a model asks of a device: buffers, weights, and fused operations over the rows of a pass.
//
// A model is written once against this interface; a device is a folder beside this file. Operations are enqueued in
// order and may run later; nothing between two of them is read by the host. Only ReadRows, Finish and
// ChosenTokens::Wait wait. An operation that fails makes every later one a no-op, and the next of these calls returns
// the error.
//
// Ownership: objects made by a backend belong to the caller and must be destroyed before it; they are only valid with
// the backend that made them. Threads: one thread at a time, the one that owns the device.
//
// Shapes are outermost first. `row` counts the rows of the current pass.
#ifndef FERRO_ENGINE_BACKEND_BACKEND_H_
#define FERRO_ENGINE_BACKEND_BACKEND_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/chosen_tokens.h"
#include "engine/backend/encoder_ops.h"
#include "engine/backend/handles.h"
#include "engine/backend/pass.h"

namespace ferro {

// The operations of encoders stand in encoder_ops.h; those of causal models, and what both need, here.
class Backend : public EncoderOps {
 public:
  // Kind and kernel set for people and fingerprints, for instance `cpu avx-vnni`.
  virtual std::string name() const = 0;

  // Whether operations run after the call that enqueues them, so that enqueueing the next pass before the results of
  // this one are read keeps the device busy.
  virtual bool runs_ahead() const = 0;

  // --- Loading. kInvalidArgument: a type this backend cannot read, or a shape it cannot multiply (the message names
  // the tensor). kResourceExhausted: does not fit. Stacks `parts` (same row length) to one matrix, outputs in the order
  // given.
  virtual absl::StatusOr<std::unique_ptr<Matrix>> LoadMatrix(absl::Span<const MatrixPart> parts) = 0;
  // One matrix of each element of `experts`, all of one shape.
  virtual absl::StatusOr<std::unique_ptr<MatrixStack>> LoadMatrixStack(
      absl::Span<const std::vector<MatrixPart>> experts) = 0;
  virtual absl::StatusOr<std::unique_ptr<Vector>> LoadVector(absl::Span<const float> values) = 0;
  virtual absl::StatusOr<std::unique_ptr<Rows>> NewRows(int max_rows, int width) = 0;
  virtual absl::StatusOr<std::unique_ptr<MatrixInput>> NewMatrixInput(int max_rows, int width) = 0;
  virtual absl::StatusOr<std::unique_ptr<KvCache>> NewKvCache(int slots, int positions, const AttentionShape& shape,
                                                              KvType type) = 0;
  virtual absl::StatusOr<std::unique_ptr<ConvState>> NewConvState(int slots, int taps, int channels) = 0;

  // --- A pass. Everything until the next Begin works on the rows of `pass`. The calls read it, the device never does:
  // it may change once the last call before the next Begin has returned.
  virtual void Begin(const Pass& pass) = 0;

  // x[row] = table[tokens[row]], exact. See kChosenToken.
  virtual void Embed(const Matrix& table, Rows& x) = 0;

  // RMSNorm: y = x / sqrt(mean(x^2) + eps) * weight; `out` = y as a matrix input, `normed` = y itself unless null.
  virtual void Norm(const Rows& x, const Vector& weight, float eps, MatrixInput& out, Rows* normed = nullptr) = 0;

  // out[row] = w in[row].
  virtual void MatMul(const Matrix& w, const MatrixInput& in, Rows& out) = 0;
  // x[row] += w in[row].
  virtual void MatMulAdd(const Matrix& w, const MatrixInput& in, Rows& x) = 0;
  // qkv[row] = [query heads][key heads][value heads], head_dim each. RMS-normalises every query and key head (weight
  // [head_dim]), rotates both, and stores keys and values at the row's position. The queries stay in `qkv`.
  virtual void StoreQkv(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm, const Vector& k_norm,
                        float eps, Rows& qkv, KvCache& cache) = 0;

  // Causal attention of each row's queries over the stored positions 0..its own, scale 1/sqrt(head_dim).
  virtual void Attention(const AttentionShape& shape, const Rows& qkv, const KvCache& cache, MatrixInput& out) = 0;

  // bcx[row] = [B][C][X], each `channels` wide. u = B*X; v = sum_k taps[channel][k] * u_{t-(taps-1)+k}, oldest first,
  // reaching into the slot's state; out = C*v. The state moves on by the run's rows.
  virtual void ShortConv(const Rows& bcx, const Vector& taps, ConvState& state, MatrixInput& out) = 0;

  // gate_up[row] = [gate][up]; out = silu(gate) * up.
  virtual void SwiGlu(const Rows& gate_up, MatrixInput& out) = 0;

  // x[row] += sum over the `used` best experts of weight_e * down_e(swiglu(gate_up_e in[row])). The choice is by
  // gate(router normed) + bias, lower expert first on ties; weights are the plain gates divided by max(their sum,
  // 2^-14).
  virtual void Moe(const MoeLayer& layer, const Rows& normed, const MatrixInput& in, Rows& x) = 0;

  // From here to the next Begin the pass consists of its logit rows alone, as decode rows: x[i] = x[logit_rows[i]], and
  // `in` likewise. For the last layer, once it has stored what later tokens need: nobody asks for the rest of the
  // other rows. (Still chosen by role: of a prompt only the last row is ever a logit row.)
  virtual void KeepLogitRows(Rows& x, MatrixInput& in) = 0;

  // The index of the largest logit of each of the pass's logit rows, lowest index on ties, NaN as -infinity, in the
  // order of the rows, which lie in front of `logits`. Remembered for the row's slot (see kChosenToken; where the
  // result is kNoToken that may be any token) and copied to the host without waiting; everything enqueued so far is
  // handed to the device. With no logit row the result only tells that the pass is done. At most two results may be
  // outstanding, neither waited for nor destroyed. Never null.
  virtual std::unique_ptr<ChosenTokens> Argmax(const Rows& logits) = 0;

  // --- State.
  // Forgets the slot: the convolution starts from zeros. (Key and value rows need no clearing: only positions written
  // by the sequence itself are read.)
  virtual void ResetSlot(ConvState& state, int slot) = 0;

  // --- Results. Waits for everything enqueued, then copies out.size() / width leading rows.
  virtual absl::Status ReadRows(const Rows& rows, absl::Span<float> out) = 0;
  virtual absl::Status Finish() = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_BACKEND_H_
