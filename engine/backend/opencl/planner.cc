#include "engine/backend/opencl/planner.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro::opencl {
namespace {

// The most keys that each row of such a pass may read, for the costs of launches that outlive the pass.
std::vector<RowKeys> MostKeys(const PassShape& shape) {
  std::vector<RowKeys> rows(shape.rows);
  for (int i = 0; i < shape.rows; ++i) {
    rows[i] = i < shape.prefill_rows ? RowKeys{0, shape.prefill_key_blocks * kKeyBlock}
                                     : RowKeys{1 + i, shape.decode_key_blocks * kKeyBlock};
  }
  return rows;
}

}  // namespace

Planner::Planner(KernelSet& kernels, Workspace& workspace, const Device& device, const PlannerOptions& options)
    : kernels_(kernels), workspace_(workspace), options_(options), rates_(CautiousRates(device)) {}

absl::StatusOr<LaunchList> Planner::Plan(absl::Span<const Op> ops, const PassShape& shape, const PassView& pass) {
  LaunchList list;
  State state = {{0, shape.prefill_rows}, {shape.prefill_rows, shape.rows - shape.prefill_rows}, &shape, pass};
  for (size_t at = 0; at < ops.size();) {
    const Op& op = ops[at];
    if (op.kind == OpKind::kWindow) {
      state.prefill = op.window;
      ++at;
    } else if (op.kind == OpKind::kKeepRows) {
      FERRO_ASSIGN_OR_RETURN(const EncoderRowKernels* kernels, kernels_.Encoder());
      FERRO_RETURN_IF_ERROR(kernels->KeepRows(pass, shape.logit_rows, op.to->view(), list));
      state.prefill = {0, shape.logit_rows};
      state.kept = true;
      ++at;
    } else if (op.kind == OpKind::kMeanOfRuns) {
      FERRO_ASSIGN_OR_RETURN(const ResidualRowKernels* kernels, kernels_.Residual());
      FERRO_RETURN_IF_ERROR(
          kernels->MeanOfRuns(op.from->view(), pass, shape.prefill_runs, shape.rows, op.to->view(), list));
      state.prefill = {0, shape.prefill_runs};
      ++at;
    } else if (op.kind == OpKind::kKeepLogitRows) {
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
      // Decode rows may take several operations at once; prefill rows then take the same ones in their own steps.
      size_t covered = 1;
      if (state.decode.count > 0) {
        FERRO_ASSIGN_OR_RETURN(covered, PlanDecode(ops.subspan(at), state, list));
      }
      if (state.prefill.count > 0) {
        const absl::Span<const Op> open = state.decode.count > 0 ? ops.subspan(at, covered) : ops.subspan(at);
        size_t done = 0;
        do {
          FERRO_ASSIGN_OR_RETURN(const size_t taken, PlanPrefill(open.subspan(done), state, list));
          done += taken;
        } while (done < covered);
        covered = done;
      }
      at += covered;
    }
  }
  const std::vector<RowKeys> rows = MostKeys(shape);
  for (Launch& launch : list) launch.cost_ms = CostMs(TotalWork(launch.work, rows), rates_);
  return list;
}

int Planner::RowsPerLaunch(double row_ms) const {
  return static_cast<int>(std::clamp(options_.launch_ms / row_ms, 1.0, 1e6));
}

double Planner::AttentionRowMs(const Op& op, int key_blocks, double rows_together) const {
  const HeadShape& shape = op.cache->shape;
  const double keys = double{1} * key_blocks * kKeyBlock;
  // Two float multiply-adds for each component of each key.
  return CostMs({.bytes = 2 * keys * shape.kv_heads *
                          static_cast<double>(KvRowBytes(op.cache->format, shape.head_dim)) / rows_together,
                 .float_ops = 4 * keys * shape.heads * shape.head_dim},
                rates_);
}

absl::Status Planner::PlanRows(const Op& op, RowRange rows, const State& state, LaunchList& out) {
  const RowKernels& kernels = kernels_.rows();
  const int first = state.window();  // of causal passes, none of whose arrays holds a window, any number
  switch (op.kind) {
    case OpKind::kEmbed:
      return kernels.Embed(op.matrix->buffers.view(), rows, state.pass, workspace_.chosen().get(), op.to->view(), out);
    case OpKind::kNorm: {
      const RowsView normed = op.to == nullptr ? RowsView{} : op.to->view();
      return kernels.NormQuantise(op.from->view(first), rows, op.weight->buffer.get(), op.eps, op.output->view(first),
                                  op.to == nullptr ? nullptr : &normed, out);
    }
    case OpKind::kSwiGlu:
      return kernels.SwiGluQuantise(op.from->view(first), rows, op.output->view(first), out);
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
