// The model oracle: every operation in the plainest loops, f32 activations, f64 sums, weights read unrounded from the
// file.
//
// Slow by intent; other backends are compared with it. Operations run at once, so an error shows where it happens.
#ifndef FERRO_ENGINE_BACKEND_REFERENCE_REFERENCE_BACKEND_H_
#define FERRO_ENGINE_BACKEND_REFERENCE_REFERENCE_BACKEND_H_

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/host_choice.h"

namespace ferro {

// Matrices keep pointing into the GgufFile they were loaded from, which must outlive them.
class ReferenceBackend : public Backend {
 public:
  std::string name() const override { return "reference"; }
  bool runs_ahead() const override { return false; }

  absl::StatusOr<std::unique_ptr<Matrix>> LoadMatrix(absl::Span<const MatrixPart> parts) override;
  absl::StatusOr<std::unique_ptr<MatrixStack>> LoadMatrixStack(
      absl::Span<const std::vector<MatrixPart>> experts) override;
  absl::StatusOr<std::unique_ptr<Vector>> LoadVector(absl::Span<const float> values) override;
  absl::StatusOr<std::unique_ptr<Rows>> NewRows(int max_rows, int width) override;
  absl::StatusOr<std::unique_ptr<MatrixInput>> NewMatrixInput(int max_rows, int width) override;
  absl::StatusOr<std::unique_ptr<KvCache>> NewKvCache(int slots, int positions, const AttentionShape& shape,
                                                      KvType type) override;
  absl::StatusOr<std::unique_ptr<ConvState>> NewConvState(int slots, int taps, int channels) override;

  void Begin(const Pass& pass) override;
  void Embed(const Matrix& table, Rows& x) override;
  void Norm(const Rows& x, const Vector& weight, float eps, MatrixInput& out, Rows* normed) override;
  void MatMul(const Matrix& w, const MatrixInput& in, Rows& out) override;
  void MatMulAdd(const Matrix& w, const MatrixInput& in, Rows& x) override;
  void StoreQkv(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm, const Vector& k_norm,
                float eps, Rows& qkv, KvCache& cache) override;
  void Attention(const AttentionShape& shape, const Rows& qkv, const KvCache& cache, MatrixInput& out) override;
  void ShortConv(const Rows& bcx, const Vector& taps, ConvState& state, MatrixInput& out) override;
  void SwiGlu(const Rows& gate_up, MatrixInput& out) override;
  void Moe(const MoeLayer& layer, const Rows& normed, const MatrixInput& in, Rows& x) override;
  void KeepLogitRows(Rows& x, MatrixInput& in) override;
  std::unique_ptr<ChosenTokens> Argmax(const Rows& logits) override;
  void ResetSlot(ConvState& state, int slot) override;
  absl::Status ReadRows(const Rows& rows, absl::Span<float> out) override;
  absl::Status Finish() override { return status_; }

  // Encoder passes (encoder_ops.cc).
  void SetSegmentHook(SegmentHook hook) override;
  void Window(int first, int rows) override;
  void KeepRows(Rows& x) override;
  void NormRows(const Rows& x, const Vector& weight, float eps, Rows& y) override;
  void LayerNorm(const Rows& x, const Vector& weight, const Vector& bias, float eps, MatrixInput& out) override;
  void MatMulBias(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& out) override;
  void MatMulBiasAdd(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& x) override;
  void NormRope(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm, const Vector& k_norm,
                const Vector* v_norm, float eps, Rows& qkv) override;
  void SymmetricAttention(const SymmetricAttentionShape& shape, const Rows& q, const Rows& kv, int key_column,
                          MatrixInput& out) override;
  void CentredConv(const Rows& bcx, const Vector& taps, MatrixInput& out) override;
  void AddRunRow(const Vector& table, Rows& x) override;
  void Relu(const Rows& in, MatrixInput& out) override;
  void GeluDot(const Rows& in, const Vector& weight, const Vector& bias, Rows& out) override;
  void EmbedScaled(const Matrix& table, float scale, Rows& x) override;
  void ToInput(const Rows& x, MatrixInput& out) override;
  void AddNorm(const Rows& in, const Vector& weight, float eps, float scale, Rows& x, const Vector* next,
               MatrixInput* out) override;
  void MeanOfRuns(const Rows& x, Rows& mean) override;
  void GeluGate(const Rows& gate_up, MatrixInput& out) override;
  void GeluGateNormed(const Rows& gate, const Rows& in, const Vector& weight, float eps, MatrixInput& out) override;

 private:
  void SetWindow(int first, int rows) {
    first_ = first;
    rows_ = rows;
  }
  // Row `r` of the window.
  float* Row(Rows& rows, int r) const;
  const float* Row(const Rows& rows, int r) const;
  float* Row(MatrixInput& input, int r) const;
  const float* Row(const MatrixInput& input, int r) const;
  // Row of the pass that row `r` of the window was before any KeepRows.
  int PassRow(int r) const { return kept_ ? pass_->logit_rows[first_ + r] : first_ + r; }
  // Lets the hook in; false when it, now or earlier, has ended the pass.
  bool EndSegment();

  const Pass* pass_ = nullptr;
  int first_ = 0, rows_ = 0;  // the window; without one all rows of the pass, fewer after KeepLogitRows and KeepRows
  bool kept_ = false;
  SegmentHook hook_;
  absl::Status status_;  // what the hook said in this pass
  HostChoice choice_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_REFERENCE_REFERENCE_BACKEND_H_
