// The planner's half for decode rows: split-K GEMVs with what surrounds them fused in.
#include "base/status_macros.h"
#include "engine/backend/opencl/planner.h"

namespace ferro::opencl {
namespace {

// Whether `next` gates or convolves exactly what `product` wrote.
bool Feeds(const Op& product, const Op& next) {
  return (next.kind == OpKind::kSwiGlu || next.kind == OpKind::kShortConv) && next.from == product.to;
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
      FERRO_RETURN_IF_ERROR(kernels_.gemv().Gemv(args, out));
      return 1;
    }
    case OpKind::kAttention: {
      FERRO_ASSIGN_OR_RETURN(const AttentionSet* set, kernels_.Attention(op.cache->format, op.cache->shape));
      const int blocks = state.shape->decode_key_blocks;
      FERRO_ASSIGN_OR_RETURN(cl_mem partials,
                             workspace_.Scratch("attention", set->attention.PartialBytes(state.decode.count, blocks)));
      FERRO_RETURN_IF_ERROR(set->attention.Decode(state.decode, blocks, ViewsOf(op, state.pass), partials, out));
      return 1;
    }
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
  GemvArgs args;
  args.rows = state.decode;
  size_t at = 0;
  const Op* norm = nullptr;
  if (ops[0].kind == OpKind::kNorm) {
    norm = &ops[0];
    const bool product_follows = ops.size() > 1 && ops[1].kind == OpKind::kMatMul && ops[1].input == norm->output;
    if (!options_.fuse || !product_follows || norm->to != nullptr ||
        !kernels_.gemv().FusesNorm(norm->from->width(), state.decode.count)) {
      FERRO_RETURN_IF_ERROR(PlanRows(*norm, state.decode, state, out));
      return 1;
    }
    args.input = NormedRows{norm->from->view(), norm->weight->buffer.get(), norm->eps};
    ++at;
  }
  const Op& product = ops[at++];
  args.weights = product.matrix->buffers.view();
  if (norm == nullptr) args.input = product.input->view();
  args.output = StoreTo{product.to->view()};
  if (options_.fuse && at < ops.size() && Feeds(product, ops[at])) {
    const Op& next = ops[at];
    // Without the norm inside, groups still read the input that others would be overwriting.
    if (norm != nullptr || next.output != product.input) {
      if (next.kind == OpKind::kSwiGlu) {
        args.output = SwigluTo{next.output->view()};
      } else {
        args.output = ConvolveTo{next.output->view(), next.weight->buffer.get(), next.state->buffer.get(),
                                 next.state->taps, state.pass};
      }
      ++at;
    }
  }
  FERRO_RETURN_IF_ERROR(kernels_.gemv().Gemv(args, out));
  return at;
}

}  // namespace ferro::opencl
