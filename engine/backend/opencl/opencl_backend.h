// A GPU (or any OpenCL device) as a backend: weights stay on the device, a pass is one upload, a queue of launches and
// one small readback.
//
// Operations are remembered until somebody asks for a result; then the planner turns them into launches, or finds that
// the last pass of this shape consisted of the same operations and takes its launches again.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_OPENCL_BACKEND_H_
#define FERRO_ENGINE_BACKEND_OPENCL_OPENCL_BACKEND_H_

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/backend/opencl/kernel_set.h"
#include "engine/backend/opencl/op.h"
#include "engine/backend/opencl/pass_upload.h"
#include "engine/backend/opencl/planner.h"
#include "engine/backend/opencl/workspace.h"
#include "engine/kernels/pool/thread_pool.h"
#include "engine/opencl/context.h"

namespace ferro {

struct OpenClBackendOptions {
  DotPath dot = DotPath::kPlain;
  opencl::PlannerOptions planner;
  opencl::KernelTuning tuning;
  int pack_threads = 2;  // that rearrange weights while loading
  // Off only where nothing is computed, or a kernel that is known to be wrong is looked at.
  bool self_test = true;
  opencl::DisabledForms disabled;  // that are not even to be tested
};

// See Backend for ownership and threads.
class OpenClBackend : public Backend {
 public:
  // Builds and tests every kernel that does not depend on a model (KernelSet::SelfTest); those that do are tested by
  // NewKvCache, NewConvState and the first encoder pass, which also builds what it needs. kUnavailable, kInternal: the
  // device cannot be used; the message says why.
  static absl::StatusOr<std::unique_ptr<OpenClBackend>> Create(std::unique_ptr<opencl::Context> context,
                                                               const OpenClBackendOptions& options);
  ~OpenClBackend() override;

  std::string name() const override;
  bool runs_ahead() const override { return true; }

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
  void ResetSlot(ConvState& state, int slot) override;
  std::unique_ptr<ChosenTokens> Argmax(const Rows& logits) override;
  absl::Status ReadRows(const Rows& rows, absl::Span<float> out) override;
  absl::Status Finish() override;

  opencl::Context& context() { return *context_; }
  DotPath dot() const { return options_.dot; }

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
  // Launches that served a pass, most recently used first.
  struct CachedPlan {
    opencl::PassShape shape;
    cl_mem pass;  // the pass buffer that they read
    std::vector<opencl::Op> ops;
    opencl::LaunchList launches;
  };

  OpenClBackend(std::unique_ptr<opencl::Context> context, const OpenClBackendOptions& options);

  // Enqueues what has been remembered since Begin. An error of the device sticks: every later call fails with it. What
  // the hook says ends this pass alone.
  void Submit();
  absl::Status Enqueue();
  // With a hook: waits for the device and calls it wherever launches that will take launch_ms have been enqueued, by
  // their estimates and by how long those of the last segments took.
  absl::Status EnqueueInSegments(const opencl::LaunchList& launches);
  absl::StatusOr<const opencl::LaunchList*> LaunchesOf(const opencl::PassShape& shape, const opencl::PassView& view);

  const OpenClBackendOptions options_;
  std::unique_ptr<opencl::Context> context_;  // first: everything below lives on it
  ThreadPool pool_;
  std::unique_ptr<opencl::KernelSet> kernels_;
  std::unique_ptr<opencl::Workspace> workspace_;
  std::unique_ptr<opencl::PassUpload> small_pass_, large_pass_;
  std::unique_ptr<opencl::Planner> planner_;

  absl::Status status_;
  absl::Status pass_status_;  // what the hook ended this pass with
  SegmentHook hook_;
  double pace_ = 1;  // milliseconds that the device takes for one of the estimate
  const Pass* pass_ = nullptr;
  std::vector<opencl::Op> ops_;
  std::list<CachedPlan> plans_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_OPENCL_OPENCL_BACKEND_H_
