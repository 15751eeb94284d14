// From the operations of a pass to kernel launches: which kernels, in what order, fused how.
//
// Prefill rows take the tile GEMM and one kernel an operation; on tensor cores a product of gate and up rows does the
// SwiGLU behind it as well. Decode rows take the split-K GEMV, and where a device
// pays dearly for a launch, a norm before it and a gate or convolution behind it run inside it:
//   norm + in projection + short convolution;  norm + gate and up projections + SwiGLU;  norm + any projection.
// A fused kernel computes the same bits as the kernels it stands for, so fusion is free to depend on shapes, and on
// what the device's driver gets right (KernelSet::SelfTest).
#ifndef FERRO_ENGINE_BACKEND_OPENCL_PLANNER_H_
#define FERRO_ENGINE_BACKEND_OPENCL_PLANNER_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/opencl/kernel_set.h"
#include "engine/backend/opencl/launch_cost.h"
#include "engine/backend/opencl/op.h"
#include "engine/backend/opencl/workspace.h"

namespace ferro::opencl {

// What decides on the launches of a pass beside its operations. Everything else about it (tokens, positions, slots) is
// data that kernels read from the pass buffer, so that equal shapes share their launches.
struct PassShape {
  int rows = 0;
  int prefill_rows = 0;
  int prefill_runs = 0;
  int logit_rows = 0;
  bool keeps_all = false;      // every row is a decode row whose logits are wanted
  int decode_key_blocks = 0;   // at least the key blocks of every decode row
  int prefill_key_blocks = 0;  // at least the key blocks of every prefill row

  bool operator==(const PassShape&) const = default;
};

struct PlannerOptions {
  double launch_ms = 50;  // no launch is meant to take longer; rows are split to that end
  bool fuse = true;       // false: one kernel an operation
};

// Memory of one mixture-of-experts operation, for every pair of a row and an expert that it uses.
struct MoeScratch {
  RouterView router;
  ChoiceView choice;
  GroupView groups;
  RowsView gate_up;  // [pair][2 * ff]
  InputView hidden;  // [pair][ff]
  RowsView down;     // [pair][width]
  MatrixView gate_up_weights, down_weights;
};

class Planner {
 public:
  // All must outlive it.
  Planner(KernelSet& kernels, Workspace& workspace, const Device& device, const PlannerOptions& options);

  // The launches of `ops` for a pass of that shape, with their costs. kResourceExhausted: no memory for scratch.
  // kInternal: a kernel refuses its arguments.
  absl::StatusOr<LaunchList> Plan(absl::Span<const Op> ops, const PassShape& shape, const PassView& pass);

 private:
  // The pass as the operations so far have left it: KeepLogitRows, Window and KeepRows change its rows.
  struct State {
    RowRange prefill, decode;
    const PassShape* shape;
    PassView pass;
    bool kept = false;  // after KeepRows: rows are logit rows

    EncoderRows rows() const { return {pass, prefill, kept}; }
    // The first row of the arrays that hold a window.
    int window() const { return prefill.begin; }
  };

  // Plans ops[0] and returns how many operations its launches cover.
  absl::StatusOr<size_t> PlanPrefill(absl::Span<const Op> ops, const State& state, LaunchList& out);
  absl::Status PlanPrefillOp(const Op& op, const State& state, LaunchList& out);
  // Rows of a launch of such a product: whole tiles, so that a cut wastes nothing.
  int GemmStep(const MatrixView& weights, int tile_rows) const;
  absl::Status PlanGemmSwiglu(const MmaGemmKernels& mma, const Op& product, const Op& gate, const State& state,
                              LaunchList& out);
  absl::Status PlanGemm(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanPrefillAttention(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanPrefillMoe(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanEncoder(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanResidual(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanNormRope(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanSymmetricAttention(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanGroupedGemm(const MatrixView& stack, const InputView& x, const PairsView& sorted, RowsView y,
                               LaunchList& out);

  // Plans ops[0] and returns how many operations its launches cover.
  absl::StatusOr<size_t> PlanDecode(absl::Span<const Op> ops, const State& state, LaunchList& out);
  bool Fuses(FusedForm form) const { return options_.fuse && kernels_.Fuses(form); }
  absl::StatusOr<size_t> PlanFused(absl::Span<const Op> ops, const State& state, LaunchList& out);
  absl::Status PlanDecodeAttention(const Op& op, const State& state, LaunchList& out);
  absl::Status PlanDecodeMoe(const Op& op, const State& state, LaunchList& out);

  // What prefill and decode rows have in common.
  absl::Status PlanRows(const Op& op, RowRange rows, const State& state, LaunchList& out);
  AttentionViews ViewsOf(const Op& op, const PassView& pass) const;
  absl::StatusOr<MoeScratch> ScratchOf(const Op& op, const PassShape& shape);

  // Appends the product in launches of bounded time.
  absl::Status PlanGemv(GemvArgs args, LaunchList& out);
  absl::Status PlanExpertGemv(ExpertGemvArgs args, LaunchList& out);

  // Rows of a launch whose rows cost `row_ms` each.
  int RowsPerLaunch(double row_ms) const;
  // Of a row that reads so many blocks of keys, for which as many rows share the reading.
  double AttentionRowMs(const Op& op, int key_blocks, double rows_together) const;

  KernelSet& kernels_;
  Workspace& workspace_;
  const PlannerOptions options_;
  const DeviceRates rates_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_PLANNER_H_
