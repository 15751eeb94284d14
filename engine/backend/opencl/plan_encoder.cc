// The planner's half for what only encoder passes do: one kernel an operation, attention cut into bounded launches.
#include <algorithm>
#include <bit>

#include "base/status_macros.h"
#include "engine/backend/opencl/planner.h"

namespace ferro::opencl {
namespace {

// Rotations are tabled for at least so many positions, and for twice as many whenever they do not suffice.
constexpr unsigned kLeastPositions = 1024;

}  // namespace

absl::Status Planner::PlanEncoder(const Op& op, const State& state, LaunchList& out) {
  if (op.kind == OpKind::kNormRope) return PlanNormRope(op, state, out);
  if (op.kind == OpKind::kSymmetricAttention) return PlanSymmetricAttention(op, state, out);
  if (op.kind >= OpKind::kEmbedScaled) return PlanResidual(op, state, out);
  FERRO_ASSIGN_OR_RETURN(const EncoderRowKernels* kernels, kernels_.Encoder());
  const int first = state.window();
  const RowRange rows = state.prefill;
  switch (op.kind) {
    case OpKind::kNormRows:
      return kernels->Norm(op.from->view(first), rows, op.weight->buffer.get(), op.eps, op.to->view(first), out);
    case OpKind::kLayerNorm:
      return kernels->LayerNormQuantise(op.from->view(first), rows,
                                        {op.weight->buffer.get(), op.bias->buffer.get(), op.eps},
                                        op.output->view(first), out);
    case OpKind::kCentredConv:
      return kernels->CentredConvQuantise(op.from->view(first), state.rows(), op.weight->buffer.get(),
                                          op.output->view(first), out);
    case OpKind::kAddRunRow:
      return kernels->AddRunRow(op.to->view(first), state.rows(), op.weight->buffer.get(), out);
    case OpKind::kRelu:
      return kernels->ReluQuantise(op.from->view(first), rows, op.output->view(first), out);
    case OpKind::kGeluDot:
      return kernels->GeluDot(op.from->view(first), rows, op.weight->buffer.get(), op.bias->buffer.get(),
                              op.to->view(first), out);
    default:
      return absl::InternalError("an operation without a kernel");
  }
}

absl::Status Planner::PlanResidual(const Op& op, const State& state, LaunchList& out) {
  FERRO_ASSIGN_OR_RETURN(const ResidualRowKernels* kernels, kernels_.Residual());
  const int first = state.window();
  const RowRange rows = state.prefill;
  switch (op.kind) {
    case OpKind::kEmbedScaled:
      return kernels->EmbedScaled(op.matrix->buffers.view(), rows, state.pass, op.scale, op.to->view(first), out);
    case OpKind::kToInput:
      return kernels->Quantise(op.from->view(first), rows, op.output->view(first), out);
    case OpKind::kAddNorm: {
      const JoinView join = {op.weight->buffer.get(), op.eps, op.scale};
      if (op.output == nullptr) return kernels->AddNorm(op.from->view(first), rows, join, op.to->view(first), out);
      return kernels->AddNormQuantise(op.from->view(first), rows, join, op.to->view(first),
                                      op.next_weight == nullptr ? nullptr : op.next_weight->buffer.get(),
                                      op.output->view(first), out);
    }
    case OpKind::kGeluGate:
      return kernels->GeluGateQuantise(op.from->view(first), rows, op.output->view(first), out);
    case OpKind::kGeluGateNormed:
      return kernels->GeluGateNormedQuantise(op.from->view(first), op.keys->view(first), rows, op.weight->buffer.get(),
                                             op.eps, op.output->view(first), out);
    default:
      return absl::InternalError("an operation without a kernel");
  }
}

absl::Status Planner::PlanNormRope(const Op& op, const State& state, LaunchList& out) {
  FERRO_ASSIGN_OR_RETURN(const NormRopeKernels* kernels, kernels_.NormRope(op.heads));
  const unsigned positions = state.shape->prefill_key_blocks * kKeyBlock;
  FERRO_ASSIGN_OR_RETURN(cl_mem turns,
                         workspace_.Rope(op.rope_base, op.rope_dims,
                                         static_cast<int>(std::bit_ceil(std::max(kLeastPositions, positions)))));
  return kernels->Apply(
      state.rows(), {op.weight->buffer.get(), op.key_weight->buffer.get(), op.eps, turns, op.rope_dims / 2},
      op.value_weight == nullptr ? nullptr : op.value_weight->buffer.get(), op.to->view(state.window()), out);
}

absl::Status Planner::PlanSymmetricAttention(const Op& op, const State& state, LaunchList& out) {
  FERRO_ASSIGN_OR_RETURN(const SymmetricAttentionKernels* kernels, kernels_.SymmetricAttention(op.heads));
  const int most = state.shape->prefill_key_blocks * kKeyBlock;
  const int keys = op.radius < most / 2 ? 2 * op.radius + 1 : most;
  // Two float multiply-adds for each component of each key; the rows of a tile read keys together.
  const double row_ms = CostMs({.float_ops = 4.0 * keys * op.heads.heads * op.heads.head_dim}, rates_);
  const int tile = kernels->tile_rows();
  const int step = std::max(1, RowsPerLaunch(row_ms) / tile) * tile;
  for (int done = 0; done < state.prefill.count; done += step) {
    EncoderRows part = state.rows();
    part.range = {state.prefill.begin + done, std::min(step, state.prefill.count - done)};
    FERRO_RETURN_IF_ERROR(kernels->Attend(part,
                                          {.q = op.from->view(state.window()),
                                           .kv = op.keys->view(),
                                           .key_column = op.key_column,
                                           .scale = op.scale,
                                           .radius = op.radius,
                                           .most_keys = keys,
                                           .out = op.output->view(state.window())},
                                          out));
  }
  return absl::OkStatus();
}

}  // namespace ferro::opencl
