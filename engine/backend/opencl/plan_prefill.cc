// The planner's half for prefill rows: tile GEMMs and one kernel an operation, cut into bounded launches.
#include <algorithm>

#include "base/status_macros.h"
#include "engine/backend/opencl/planner.h"

namespace ferro::opencl {

absl::Status Planner::PlanPrefill(const Op& op, const State& state, LaunchList& out) {
  switch (op.kind) {
    case OpKind::kMatMul:
    case OpKind::kMatMulAdd:
      return PlanGemm(op, state, out);
    case OpKind::kAttention:
      return PlanPrefillAttention(op, state, out);
    case OpKind::kShortConv: {
      FERRO_ASSIGN_OR_RETURN(const ConvKernels* conv, kernels_.Conv(op.state->taps));
      const ShortConvView view = {op.weight->buffer.get(), op.state->buffer.get(), op.state->channels};
      FERRO_RETURN_IF_ERROR(conv->Rows(view, op.from->view(), state.prefill, state.pass, op.output->view(), out));
      return conv->State(view, op.from->view(), {0, state.shape->prefill_runs}, state.pass, out);
    }
    case OpKind::kMoe:
      return PlanPrefillMoe(op, state, out);
    case OpKind::kEmbed:
    case OpKind::kNorm:
    case OpKind::kSwiGlu:
    case OpKind::kStoreQkv:
      return PlanRows(op, state.prefill, state, out);
    default:
      return PlanEncoder(op, state, out);
  }
}

absl::Status Planner::PlanGemm(const Op& op, const State& state, LaunchList& out) {
  const RowRange rows = state.prefill;
  const MatrixView weights = op.matrix->buffers.view();
  const MmaGemmKernels* const mma =
      kernels_.mma() != nullptr && kernels_.mma()->Takes(weights) ? kernels_.mma() : nullptr;
  const double row_ms = 2.0 * weights.outputs * weights.inputs / rates_.int8_ops;
  // Whole tiles, so that a cut wastes nothing.
  const int tile = mma != nullptr ? mma->tile_rows() : kernels_.gemm().tile_rows();
  const int step = std::max(1, RowsPerLaunch(row_ms) / tile) * tile;
  for (int done = 0; done < rows.count; done += step) {
    const RowRange part = {rows.begin + done, std::min(step, rows.count - done)};
    const bool adds = op.kind == OpKind::kMatMulAdd;
    const InputView x = op.input->view(state.window());
    const RowsView y = op.to->view(state.window());
    const cl_mem bias = op.bias == nullptr ? nullptr : op.bias->buffer.get();
    if (mma != nullptr) {
      FERRO_RETURN_IF_ERROR(mma->Gemm(weights, bias, x, part, y, adds, out));
    } else if (bias != nullptr) {
      FERRO_RETURN_IF_ERROR(kernels_.gemm().GemmBias(weights, bias, x, part, y, adds, out));
    } else {
      FERRO_RETURN_IF_ERROR(kernels_.gemm().Gemm(weights, x, part, y, adds, out));
    }
  }
  return absl::OkStatus();
}

absl::Status Planner::PlanPrefillAttention(const Op& op, const State& state, LaunchList& out) {
  FERRO_ASSIGN_OR_RETURN(const AttentionSet* set, kernels_.Attention(op.cache->format, op.cache->shape));
  // The rows of a tile read keys together, which leaves arithmetic as what a row costs.
  const int step = RowsPerLaunch(AttentionRowMs(op, state.shape->prefill_key_blocks, state.prefill.count));
  for (int done = 0; done < state.prefill.count; done += step) {
    const RowRange part = {state.prefill.begin + done, std::min(step, state.prefill.count - done)};
    FERRO_RETURN_IF_ERROR(set->attention.Prefill(part, ViewsOf(op, state.pass), out));
  }
  return absl::OkStatus();
}

}  // namespace ferro::opencl
