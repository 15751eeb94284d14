// The planner's part for a mixture of experts: prefill rows are sorted by expert for the grouped GEMM, decode rows take
// a GEMV for each pair of a row and an expert.
#include <algorithm>

#include "base/status_macros.h"
#include "engine/backend/opencl/planner.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {

absl::StatusOr<MoeScratch> Planner::ScratchOf(const Op& op, const PassShape& shape) {
  const MoeLayer& layer = *op.moe;
  const auto& gate_up = As<DeviceMatrixStack>(*layer.gate_up)->buffers;
  const auto& down = As<DeviceMatrixStack>(*layer.down)->buffers;
  const int experts = gate_up.count, ff = down.inputs;
  const int64_t pairs = int64_t{shape.rows} * layer.used;
  MoeScratch scratch;
  scratch.gate_up_weights = gate_up.view();
  scratch.down_weights = down.view();
  scratch.router = {As<DeviceVector>(*layer.router)->buffer.get(),
                    layer.router_bias == nullptr ? nullptr : As<DeviceVector>(*layer.router_bias)->buffer.get(),
                    experts,
                    layer.used,
                    layer.softmax_gate,
                    layer.scale};
  const auto memory = [&](const char* name, int64_t bytes, cl_mem& out) -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(out, workspace_.Scratch(name, bytes));
    return absl::OkStatus();
  };
  FERRO_RETURN_IF_ERROR(memory("moe chosen", pairs * 4, scratch.choice.chosen));
  FERRO_RETURN_IF_ERROR(memory("moe weights", pairs * 4, scratch.choice.weights));
  FERRO_RETURN_IF_ERROR(memory("moe places", pairs * 4, scratch.groups.pair_of));
  FERRO_RETURN_IF_ERROR(memory("moe sources", pairs * 4, scratch.groups.source));
  scratch.groups.tile_pairs = kernels_.gemm().tile_rows();
  const int tiles = MaxTiles(static_cast<int>(pairs), experts, scratch.groups.tile_pairs);
  FERRO_RETURN_IF_ERROR(memory("moe tiles", int64_t{tiles} * 16, scratch.groups.tiles));
  scratch.gate_up.width = 2 * ff;
  scratch.hidden.inputs = ff;
  scratch.down.width = op.to->width();
  FERRO_RETURN_IF_ERROR(memory("moe gate up", pairs * 2 * ff * 4, scratch.gate_up.data));
  FERRO_RETURN_IF_ERROR(memory("moe hidden", pairs * ff, scratch.hidden.values));
  FERRO_RETURN_IF_ERROR(memory("moe hidden scales", pairs * (ff / kBlock) * 4, scratch.hidden.scales));
  FERRO_RETURN_IF_ERROR(memory("moe down", pairs * op.to->width() * 4, scratch.down.data));
  return scratch;
}

absl::Status Planner::PlanPrefillMoe(const Op& op, const State& state, LaunchList& out) {
  FERRO_ASSIGN_OR_RETURN(const MoeScratch moe, ScratchOf(op, *state.shape));
  const int pairs = state.prefill.count * moe.router.used;
  const MoeKernels& kernels = kernels_.moe();
  FERRO_RETURN_IF_ERROR(kernels.Route(moe.router, op.from->view(), state.prefill, moe.choice, out));
  FERRO_RETURN_IF_ERROR(kernels.GroupByExpert(moe.router, state.prefill, moe.choice, moe.groups, out));
  FERRO_RETURN_IF_ERROR(PlanGroupedGemm(moe.gate_up_weights, op.input->view(),
                                        {moe.groups.tiles, moe.groups.source, pairs}, moe.gate_up, out));
  FERRO_RETURN_IF_ERROR(kernels_.rows().SwiGluQuantise(moe.gate_up, {0, pairs}, moe.hidden, out));
  FERRO_RETURN_IF_ERROR(
      PlanGroupedGemm(moe.down_weights, moe.hidden, {moe.groups.tiles, nullptr, pairs}, moe.down, out));
  return kernels.Combine(moe.down, state.prefill, moe.router.used, moe.choice, moe.groups.pair_of, op.to->view(), out);
}

absl::Status Planner::PlanGroupedGemm(const MatrixView& stack, const InputView& x, const PairsView& sorted, RowsView y,
                                      LaunchList& out) {
  const int tile = kernels_.gemm().tile_rows();
  const int tiles = MaxTiles(sorted.count, stack.count, tile);
  const int step = RowsPerLaunch(CostMs({.int8_ops = ProductOps(tile, stack.outputs, stack.inputs)}, rates_));
  for (int done = 0; done < tiles; done += step) {
    const int count = std::min(step, tiles - done);
    PairsView part = sorted;
    part.count = std::max(1, static_cast<int>(int64_t{sorted.count} * count / tiles));
    FERRO_RETURN_IF_ERROR(kernels_.gemm().GroupedGemm(stack, x, part, {done, count}, {0, stack.outputs}, y, out));
  }
  return absl::OkStatus();
}

absl::Status Planner::PlanExpertGemv(ExpertGemvArgs args, LaunchList& out) {
  const RowRange rows = args.rows;
  // As if no two rows chose the same expert.
  const double row_ms = args.used * CostMs({.bytes = MatrixBytes(args.weights.outputs, args.weights.inputs)}, rates_);
  const int step = RowsPerLaunch(row_ms);
  for (int done = 0; done < rows.count; done += step) {
    args.rows = {rows.begin + done, std::min(step, rows.count - done)};
    FERRO_RETURN_IF_ERROR(kernels_.gemv().ExpertGemv(args, out));
  }
  return absl::OkStatus();
}

absl::Status Planner::PlanDecodeMoe(const Op& op, const State& state, LaunchList& out) {
  FERRO_ASSIGN_OR_RETURN(const MoeScratch moe, ScratchOf(op, *state.shape));
  FERRO_RETURN_IF_ERROR(kernels_.moe().Route(moe.router, op.from->view(), state.decode, moe.choice, out));
  ExpertGemvArgs gate_up = {.weights = moe.gate_up_weights,
                            .chosen = moe.choice.chosen,
                            .used = moe.router.used,
                            .rows = state.decode,
                            .input = op.input->view(),
                            .input_per_pair = false,
                            .output = SwigluTo{moe.hidden}};
  const bool fused = Fuses(FusedForm::kExpertsSwiglu);
  if (!fused) gate_up.output = StoreTo{moe.gate_up};
  FERRO_RETURN_IF_ERROR(PlanExpertGemv(gate_up, out));
  if (!fused) {
    const RowRange pairs = {state.decode.begin * moe.router.used, state.decode.count * moe.router.used};
    FERRO_RETURN_IF_ERROR(kernels_.rows().SwiGluQuantise(moe.gate_up, pairs, moe.hidden, out));
  }
  ExpertGemvArgs down = gate_up;
  down.weights = moe.down_weights;
  down.input = moe.hidden;
  down.input_per_pair = true;
  down.output = StoreTo{moe.down};
  FERRO_RETURN_IF_ERROR(PlanExpertGemv(down, out));
  return kernels_.moe().Combine(moe.down, state.decode, moe.router.used, moe.choice, nullptr, op.to->view(), out);
}

}  // namespace ferro::opencl
