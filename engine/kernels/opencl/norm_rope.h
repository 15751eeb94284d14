// RMS norm and rotation of the query and key heads of encoder rows, in place, with the bits of
// FloatKernels::norm_rope; and the RMS norm of value heads.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_NORM_ROPE_H_
#define FERRO_ENGINE_KERNELS_OPENCL_NORM_ROPE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/opencl/kv_store.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Thread-compatible; the builder's context must outlive it.
class NormRopeKernels {
 public:
  NormRopeKernels() = default;
  // kInvalidArgument: CheckEncoderHeadShape.
  static absl::StatusOr<NormRopeKernels> Build(const Builder& builder, const HeadShape& shape);

  // Appends one launch: x[row] = [query heads][key heads][value heads][whatever], at the row's position. Value heads
  // are normalised with `v_weight`, float [head_dim]; if that is null they stay as they are, or need not be there.
  // kInvalidArgument: rows that are too narrow, or no multiple of 4 wide.
  absl::Status Apply(const EncoderRows& rows, const QkNormRope& norm_rope, cl_mem v_weight, const RowsView& x,
                     LaunchList& out) const;

 private:
  HeadShape shape_;
  Program program_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_NORM_ROPE_H_
