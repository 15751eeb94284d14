#include "engine/kernels/opencl/norm_rope.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/grid.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kPack = 4;
constexpr int kGroupItems = 64;  // work-items that a work-group holds at least, where heads are narrow

int HeadsOfGroup(const HeadShape& shape) { return std::max(1, kGroupItems / (shape.head_dim / kPack)); }

}  // namespace

absl::StatusOr<NormRopeKernels> NormRopeKernels::Build(const Builder& builder, const HeadShape& shape) {
  FERRO_RETURN_IF_ERROR(CheckEncoderHeadShape(shape));
  NormRopeKernels kernels;
  kernels.shape_ = shape;
  FERRO_ASSIGN_OR_RETURN(
      kernels.program_,
      builder.Build("norm_rope.cl", absl::StrCat(HeadDefines(shape), " -DROW_HEADS=", HeadsOfGroup(shape))));
  return kernels;
}

absl::Status NormRopeKernels::Apply(const EncoderRows& rows, const QkNormRope& norm_rope, cl_mem v_weight,
                                    const RowsView& x, LaunchList& out) const {
  const int heads = shape_.heads + (v_weight == nullptr ? 1 : 2) * shape_.kv_heads, together = HeadsOfGroup(shape_);
  if (x.width < heads * shape_.head_dim || x.width % kPack != 0) {
    return absl::InvalidArgumentError(absl::StrCat("rotating ", heads, " heads of ", shape_.head_dim, " in rows of ",
                                                   x.width, " values; they must hold them, and be a multiple of ",
                                                   kPack));
  }
  const Extent groups = {static_cast<size_t>((heads + together - 1) / together), static_cast<size_t>(rows.range.count),
                         1};
  const Extent local = {static_cast<size_t>(shape_.head_dim / kPack), static_cast<size_t>(together), 1};
  // Each head in and out, and the row's turns; the weights of the norms.
  const double floats = 2.0 * heads * shape_.head_dim + 2 * norm_rope.pairs;
  return Append(program_.Bind("norm_rope", groups, local, x.data, cl_int{x.width / kPack},
                              cl_int{rows.range.begin - x.first}, cl_int{heads}, norm_rope.q_weight, norm_rope.k_weight,
                              v_weight == nullptr ? norm_rope.k_weight : v_weight, cl_float{norm_rope.eps},
                              norm_rope.turns, cl_int{norm_rope.pairs}, rows.pass.data, cl_int{rows.pass.max_rows},
                              cl_int{rows.kept}, cl_int{rows.range.begin}),
                {.bytes = FloatBytes(rows.range.count * floats + (v_weight == nullptr ? 2 : 3) * shape_.head_dim)},
                out);
}

}  // namespace ferro::opencl
