// The planner's half for prefill rows: tile GEMMs and one kernel an operation, cut into bounded launches.
#include <algorithm>

#include "base/status_macros.h"
#include "engine/backend/opencl/planner.h"

namespace ferro::opencl {

absl::StatusOr<size_t> Planner::PlanPrefill(absl::Span<const Op> ops, const State& state, LaunchList& out) {
  const Op& op = ops[0];
  if (options_.fuse && ops.size() > 1 && op.kind == OpKind::kMatMul && op.bias == nullptr &&
      ops[1].kind == OpKind::kSwiGlu && ops[1].from == op.to) {
    const MatrixView weights = op.matrix->buffers.view();
    const MmaGemmKernels* const mma = kernels_.MmaSwiglu(weights);
    if (mma != nullptr && mma->TakesSwiglu(weights, ops[1].output->view())) {
      FERRO_RETURN_IF_ERROR(PlanGemmSwiglu(*mma, op, ops[1], state, out));
      return 2;
    }
  }
  FERRO_RETURN_IF_ERROR(PlanPrefillOp(op, state, out));
  return 1;
}

absl::Status Planner::PlanPrefillOp(const Op& op, const State& state, LaunchList& out) {
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

absl::Status Planner::PlanGemmSwiglu(const MmaGemmKernels& mma, const Op& product, const Op& gate, const State& state,
                                     LaunchList& out) {
  const RowRange rows = state.prefill;
  const MatrixView weights = product.matrix->buffers.view();
  const int step = GemmStep(weights, mma.tile_rows());
  for (int done = 0; done < rows.count; done += step) {
    FERRO_RETURN_IF_ERROR(mma.GemmSwiglu(weights, product.input->view(state.window()),
                                         {rows.begin + done, std::min(step, rows.count - done)},
                                         gate.output->view(state.window()), out));
  }
  return absl::OkStatus();
}

int Planner::GemmStep(const MatrixView& weights, int tile_rows) const {
  const double row_ms = 2.0 * weights.outputs * weights.inputs / rates_.int8_ops;
  return std::max(1, RowsPerLaunch(row_ms) / tile_rows) * tile_rows;
}

absl::Status Planner::PlanGemm(const Op& op, const State& state, LaunchList& out) {
  const RowRange rows = state.prefill;
  const MatrixView weights = op.matrix->buffers.view();
  const MmaGemmKernels* const mma = kernels_.Mma(weights, rows.count);
  const int step = GemmStep(weights, mma != nullptr ? mma->tile_rows() : kernels_.gemm().tile_rows());
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
