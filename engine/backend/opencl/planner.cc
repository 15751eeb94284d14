#include "engine/backend/opencl/planner.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"

namespace ferro::opencl {
namespace {

// 64 a clock and unit: an Xe-LP unit at its best; other units do more, and their launches are then shorter than meant.
double OperationsPerMs(const Device& device) {
  return std::max(1e7, 64e3 * std::max(1, device.compute_units) * std::max(1, device.clock_mhz));
}

}  // namespace

Planner::Planner(KernelSet& kernels, Workspace& workspace, const Device& device, const PlannerOptions& options)
    : kernels_(kernels), workspace_(workspace), options_(options), operations_per_ms_(OperationsPerMs(device)) {}

absl::StatusOr<LaunchList> Planner::Plan(absl::Span<const Op> ops, const PassShape& shape, const PassView& pass) {
  LaunchList list;
  State state = {{0, shape.prefill_rows}, {shape.prefill_rows, shape.rows - shape.prefill_rows}, &shape, pass};
  for (size_t at = 0; at < ops.size();) {
    const Op& op = ops[at];
    if (op.kind == OpKind::kKeepLogitRows) {
      if (!shape.keeps_all) {
        FERRO_RETURN_IF_ERROR(
            kernels_.rows().GatherRows(pass, shape.logit_rows, op.to->view(), op.output->view(), list));
        state.prefill = {0, 0};
        state.decode = {0, shape.logit_rows};
      }
      ++at;
    } else if (op.kind == OpKind::kArgmax) {
      FERRO_ASSIGN_OR_RETURN(cl_mem partial,
                             workspace_.Scratch("argmax", ArgmaxKernels::PartialBytes(std::max(1, shape.logit_rows))));
      FERRO_RETURN_IF_ERROR(
          kernels_.argmax().Argmax(op.from->view(), shape.logit_rows, pass,
                                   {partial, workspace_.chosen().get(), workspace_.argmax_out().get()}, list));
      ++at;
    } else {
      // Decode rows may take several operations at once; prefill rows then take the same ones, one by one.
      size_t covered = 1;
      if (state.decode.count > 0) {
        FERRO_ASSIGN_OR_RETURN(covered, PlanDecode(ops.subspan(at), state, list));
      }
      if (state.prefill.count > 0) {
        for (size_t i = 0; i < covered; ++i) FERRO_RETURN_IF_ERROR(PlanPrefill(ops[at + i], state, list));
      }
      at += covered;
    }
  }
  return list;
}

int Planner::RowsPerLaunch(double row_ms) const {
  return static_cast<int>(std::clamp(options_.launch_ms / row_ms, 1.0, 1e6));
}

absl::Status Planner::PlanRows(const Op& op, RowRange rows, const State& state, LaunchList& out) {
  const RowKernels& kernels = kernels_.rows();
  switch (op.kind) {
    case OpKind::kEmbed:
      return kernels.Embed(op.matrix->buffers.view(), rows, state.pass, workspace_.chosen().get(), op.to->view(), out);
    case OpKind::kNorm: {
      const RowsView normed = op.to == nullptr ? RowsView{} : op.to->view();
      return kernels.NormQuantise(op.from->view(), rows, op.weight->buffer.get(), op.eps, op.output->view(),
                                  op.to == nullptr ? nullptr : &normed, out);
    }
    case OpKind::kSwiGlu:
      return kernels.SwiGluQuantise(op.from->view(), rows, op.output->view(), out);
    case OpKind::kStoreQkv: {
      const HeadShape& shape = op.cache->shape;
      FERRO_ASSIGN_OR_RETURN(const AttentionSet* set, kernels_.Attention(op.cache->format, shape));
      const KvView kv = op.cache->buffers.view();
      FERRO_ASSIGN_OR_RETURN(cl_mem turns, workspace_.Rope(op.rope_base, op.rope_dims, kv.positions));
      return set->store.StoreQkv(
          rows, state.pass, {op.weight->buffer.get(), op.key_weight->buffer.get(), op.eps, turns, op.rope_dims / 2},
          op.to->view(), kv, out);
    }
    default:
      return absl::InternalError("an operation without a kernel");
  }
}

AttentionViews Planner::ViewsOf(const Op& op, const PassView& pass) const {
  return {pass, op.from->view(), op.cache->buffers.view(), op.output->view()};
}

}  // namespace ferro::opencl
