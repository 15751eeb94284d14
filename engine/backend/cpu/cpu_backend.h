// The processor as a device: int8 matrix products and float kernels of one instruction set, spread over a thread pool.
//
// Weights are packed to Q8_0 panels at load, whatever the file's type. Operations run at once. Results do not depend on
// the number of threads, on the instruction set, or on the other rows of a pass: every kernel keeps one fold order.
#ifndef FERRO_ENGINE_BACKEND_CPU_CPU_BACKEND_H_
#define FERRO_ENGINE_BACKEND_CPU_CPU_BACKEND_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/backend/cpu/moe.h"
#include "engine/backend/cpu/objects.h"
#include "engine/backend/cpu/segments.h"
#include "engine/backend/host_choice.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/ops/rope_table.h"
#include "engine/kernels/pool/flush_denormals.h"
#include "engine/kernels/pool/thread_pool.h"

namespace ferro {

struct CpuBackendOptions {
  Isa isa = BestIsa();
  int threads = 2;  // the calling thread included
  int pool_spin_us = 200;
  double launch_ms = 50;  // how long a segment of a pass is meant to take, where a segment hook is set
};

// See Backend for ownership and threads.
class CpuBackend : public Backend {
 public:
  // kFailedPrecondition: this machine lacks the instruction set. kInvalidArgument: threads below 1.
  static absl::StatusOr<std::unique_ptr<CpuBackend>> Create(const CpuBackendOptions& options);

  std::string name() const override;
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
  absl::Status Finish() override { return segments_.status(); }

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
  explicit CpuBackend(const CpuBackendOptions& options);

  // y[row] (+)= w x[row] (+ bias): prefill rows by the prefill kernel, decode rows by the decode kernel.
  void Multiply(const Matrix& w, const MatrixInput& in, Rows& y, bool accumulate, const Vector* bias = nullptr);
  // The angles of every position of the pass.
  const RopeTable& Rope(const RopeParams& rope);
  // Calls row(r) for every row of the window; `row_work` is what one costs, in floats touched.
  template <class RowFn>
  void ForEachRow(int64_t row_work, const RowFn& row);
  // Calls row(y, r) to compute row `r` of the window of a matrix input as floats at `y`, then quantises it.
  template <class RowFn>
  void MakeInput(MatrixInput& out, const RowFn& row);

  // Where row `r` of the window stands in an array of that scope, and in the pass as it was before KeepRows.
  int Index(RowScope scope, int r) const { return scope == RowScope::kPass ? first_ + r : r; }
  int PassRow(int r) const { return kept_ ? pass_->logit_rows[first_ + r] : first_ + r; }
  float* Row(const Rows& rows, int r) const;

  // A tile of attention: rows of the window that belong to one run, for one KV head.
  struct AttentionTile {
    const Run* run;
    int first;  // row of the window
    int rows;
    int kv_head;
  };
  std::vector<AttentionTile> SymmetricTiles(const AttentionShape& shape) const;
  // Calls fn(begin, end) for slices of [0, count) on the pool, each a multiple of `grain` long but the last; several
  // slices a thread, so that a thread that lost its core delays nobody. At once when there is only one.
  template <class F>
  void ForSlices(int64_t count, int64_t grain, const F& fn);

  const CpuBackendOptions options_;
  const Int8Kernels& int8_;
  const FloatKernels& float_;
  ThreadPool pool_;
  const Pass* pass_ = nullptr;
  int first_ = 0;         // of the window
  int rows_ = 0;          // of the window; without one all of the pass, fewer after KeepLogitRows and KeepRows
  int prefill_rows_ = 0;  // the first of them; none after KeepLogitRows
  bool kept_ = false;     // KeepRows has left the logit rows alone
  std::vector<int32_t> kept_positions_;
  std::map<std::pair<float, int>, RopeTable> rope_;  // by base and dims: layers of a model may differ
  std::vector<float> attention_partials_;
  cpu::MoeWorkspace moe_;
  cpu::Segments segments_;
  HostChoice choice_;
};

template <class F>
void CpuBackend::ForSlices(int64_t count, int64_t grain, const F& fn) {
  constexpr int64_t kSlicesPerThread = 4;
  const int64_t grains = (count + grain - 1) / grain;
  const int64_t slices = pool_.threads() == 1 ? 1 : std::min(grains, pool_.threads() * kSlicesPerThread);
  if (slices <= 1) {
    fn(int64_t{0}, count);
    return;
  }
  pool_.Run(static_cast<int>(slices), [&](int slice) {
    const int64_t begin = slice * grains / slices * grain, end = (slice + 1) * grains / slices * grain;
    fn(begin, std::min(count, end));
  });
}

template <class RowFn>
void CpuBackend::MakeInput(MatrixInput& out, const RowFn& row) {
  const ScopedFlushDenormals flush;
  const cpu::QuantizedInput& in = cpu::As<cpu::QuantizedInput>(out);
  segments_.Run(cpu::Segments::kRows, rows_, 64, out.width(), [&](int64_t first, int64_t last) {
    ForSlices(last - first, 4, [&](int64_t begin, int64_t end) {
      // Nobody reads the floats again, so that one row of them serves the slice and stays in the cache.
      float* floats = in.float_row(Index(out.scope(), static_cast<int>(first + begin)));
      for (int64_t r = first + begin; r < first + end; ++r) {
        row(floats, static_cast<int>(r));
        int8_.quantize_row(floats, in.rows, Index(out.scope(), static_cast<int>(r)));
      }
    });
  });
}

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_CPU_CPU_BACKEND_H_
