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

  void Begin(const Pass& pass) override {
    pass_ = &pass;
    rows_ = pass.rows();
  }
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
  absl::Status Finish() override { return absl::OkStatus(); }

 private:
  const Pass* pass_ = nullptr;
  int rows_ = 0;  // of the pass; fewer after KeepLogitRows
  HostChoice choice_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_REFERENCE_REFERENCE_BACKEND_H_
