// The planner's half for decode rows: split-K GEMVs with what surrounds them fused in.
#include <algorithm>

#include "base/status_macros.h"
#include "engine/backend/opencl/planner.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

// Whether `next` gates or convolves exactly what `product` wrote.
bool Feeds(const Op& product, const Op& next) {
  return (next.kind == OpKind::kSwiGlu || next.kind == OpKind::kShortConv) && next.from == product.to;
}

// What a product is with a norm inside, with `next` (unless null) behind it, or with both.
FusedForm FormOf(bool normed, const Op* next) {
  if (next == nullptr) return FusedForm::kNorm;
  if (next->kind == OpKind::kSwiGlu) return normed ? FusedForm::kNormSwiglu : FusedForm::kSwiglu;
  return normed ? FusedForm::kNormConvolve : FusedForm::kConvolve;
}

}  // namespace

absl::StatusOr<size_t> Planner::PlanDecode(absl::Span<const Op> ops, const State& state, LaunchList& out) {
  const Op& op = ops[0];
  switch (op.kind) {
    case OpKind::kNorm:
    case OpKind::kMatMul:
      return PlanFused(ops, state, out);
    case OpKind::kMatMulAdd: {
      const GemvArgs args = {op.matrix->buffers.view(), state.decode, op.input->view(), AddTo{op.to->view()}};
      FERRO_RETURN_IF_ERROR(PlanGemv(args, out));
      return 1;
    }
    case OpKind::kAttention:
      FERRO_RETURN_IF_ERROR(PlanDecodeAttention(op, state, out));
      return 1;
    case OpKind::kShortConv: {
      FERRO_ASSIGN_OR_RETURN(const ConvKernels* conv, kernels_.Conv(op.state->taps));
      FERRO_RETURN_IF_ERROR(conv->Step({op.weight->buffer.get(), op.state->buffer.get(), op.state->channels},
                                       op.from->view(), state.decode, state.pass, op.output->view(), out));
      return 1;
    }
    case OpKind::kMoe:
      FERRO_RETURN_IF_ERROR(PlanDecodeMoe(op, state, out));
      return 1;
    default:
      FERRO_RETURN_IF_ERROR(PlanRows(op, state.decode, state, out));
      return 1;
  }
}

absl::StatusOr<size_t> Planner::PlanFused(absl::Span<const Op> ops, const State& state, LaunchList& out) {
  const bool starts_with_norm = ops[0].kind == OpKind::kNorm;
  const auto norm_alone = [&]() -> absl::StatusOr<size_t> {
    FERRO_RETURN_IF_ERROR(PlanRows(ops[0], state.decode, state, out));
    return 1;
  };
  if (starts_with_norm) {
    const Op& norm = ops[0];
    const bool product_follows = ops.size() > 1 && ops[1].kind == OpKind::kMatMul && ops[1].input == norm.output;
    if (!product_follows || norm.to != nullptr || !kernels_.gemv().FusesNorm(norm.from->width(), state.decode.count)) {
      return norm_alone();
    }
  }
  size_t at = starts_with_norm ? 1 : 0;
  const Op& product = ops[at++];
  const Op* next = at < ops.size() && Feeds(product, ops[at]) ? &ops[at] : nullptr;
  // Without the norm inside, groups still read the input that others would be overwriting.
  if (next != nullptr && !starts_with_norm && next->output == product.input) next = nullptr;
  if (next != nullptr && !Fuses(FormOf(starts_with_norm, next))) next = nullptr;
  if (starts_with_norm && !Fuses(FormOf(starts_with_norm, next))) return norm_alone();

  GemvArgs args;
  args.rows = state.decode;
  args.weights = product.matrix->buffers.view();
  args.output = StoreTo{product.to->view()};
  if (starts_with_norm) {
    args.input = NormedRows{ops[0].from->view(), ops[0].weight->buffer.get(), ops[0].eps};
  } else {
    args.input = product.input->view();
  }
  if (next != nullptr) {
    if (next->kind == OpKind::kSwiGlu) {
      args.output = SwigluTo{next->output->view()};
    } else {
      args.output = ConvolveTo{next->output->view(), next->weight->buffer.get(), next->state->buffer.get(),
                               next->state->taps, state.pass};
    }
    ++at;
  }
  FERRO_RETURN_IF_ERROR(PlanGemv(args, out));
  return at;
}

absl::Status Planner::PlanGemv(GemvArgs args, LaunchList& out) {
  const double pass_ms = CostMs({.bytes = MatrixBytes(args.weights.outputs, args.weights.inputs)}, rates_);
  const RowRange rows = args.rows;
  // Whole passes over the matrix, so that a cut wastes nothing.
  const int step = std::max(1, RowsPerLaunch(pass_ms / kGemvPassRows) / kGemvPassRows) * kGemvPassRows;
  for (int done = 0; done < rows.count; done += step) {
    args.rows = {rows.begin + done, std::min(step, rows.count - done)};
    FERRO_RETURN_IF_ERROR(kernels_.gemv().Gemv(args, out));
  }
  return absl::OkStatus();
}

absl::Status Planner::PlanDecodeAttention(const Op& op, const State& state, LaunchList& out) {
  FERRO_ASSIGN_OR_RETURN(const AttentionSet* set, kernels_.Attention(op.cache->format, op.cache->shape));
  const int blocks = state.shape->decode_key_blocks;
  const int step = std::min(state.decode.count, RowsPerLaunch(AttentionRowMs(op, blocks, /*rows_together=*/1)));
  FERRO_ASSIGN_OR_RETURN(cl_mem partials, workspace_.Scratch("attention", set->attention.PartialBytes(step, blocks)));
  for (int done = 0; done < state.decode.count; done += step) {
    const RowRange part = {state.decode.begin + done, std::min(step, state.decode.count - done)};
    FERRO_RETURN_IF_ERROR(set->attention.Decode(part, blocks, ViewsOf(op, state.pass), partials, out));
  }
  return absl::OkStatus();
}

}  // namespace ferro::opencl
