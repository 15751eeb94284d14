// The planner's part for a mixture of experts: prefill rows are sorted by expert for the grouped GEMM, decode rows take
// a GEMV for each pair of a row and an expert.
#include "base/status_macros.h"
#include "engine/backend/opencl/planner.h"

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
  const TileRange tiles = {0, MaxTiles(pairs, moe.router.experts, moe.groups.tile_pairs)};
  const MoeKernels& kernels = kernels_.moe();
  FERRO_RETURN_IF_ERROR(kernels.Route(moe.router, op.from->view(), state.prefill, moe.choice, out));
  FERRO_RETURN_IF_ERROR(kernels.GroupByExpert(moe.router, state.prefill, moe.choice, moe.groups, out));
  FERRO_RETURN_IF_ERROR(kernels_.gemm().GroupedGemm(moe.gate_up_weights, op.input->view(),
                                                    {moe.groups.tiles, moe.groups.source, pairs}, tiles,
                                                    {0, moe.gate_up_weights.outputs}, moe.gate_up, out));
  FERRO_RETURN_IF_ERROR(kernels_.rows().SwiGluQuantise(moe.gate_up, {0, pairs}, moe.hidden, out));
  FERRO_RETURN_IF_ERROR(kernels_.gemm().GroupedGemm(moe.down_weights, moe.hidden, {moe.groups.tiles, nullptr, pairs},
                                                    tiles, {0, moe.down_weights.outputs}, moe.down, out));
  return kernels.Combine(moe.down, state.prefill, moe.router.used, moe.choice, moe.groups.pair_of, op.to->view(), out);
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
  FERRO_RETURN_IF_ERROR(kernels_.gemv().ExpertGemv(gate_up, out));
  ExpertGemvArgs down = gate_up;
  down.weights = moe.down_weights;
  down.input = moe.hidden;
  down.input_per_pair = true;
  down.output = StoreTo{moe.down};
  FERRO_RETURN_IF_ERROR(kernels_.gemv().ExpertGemv(down, out));
  return kernels_.moe().Combine(moe.down, state.decode, moe.router.used, moe.choice, nullptr, op.to->view(), out);
}

}  // namespace ferro::opencl
