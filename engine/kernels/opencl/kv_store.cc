#include "engine/kernels/opencl/kv_store.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/work.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro::opencl {
namespace {

constexpr int kGroupItems = 64;  // work-items that a work-group holds at least, where heads are narrow

int HeadsOfGroup(const HeadShape& shape) { return std::max(1, kGroupItems / (shape.head_dim / 4)); }

}  // namespace

absl::StatusOr<KvStoreKernels> KvStoreKernels::Build(const Builder& builder, KvFormat format, const HeadShape& shape) {
  FERRO_RETURN_IF_ERROR(CheckHeadShape(shape));
  KvStoreKernels kernels;
  kernels.shape_ = shape;
  kernels.kv_row_bytes_ = KvRowBytes(format, shape.head_dim);
  const std::string defines = absl::StrCat(KvDefines(format, shape), " -DSTORE_HEADS=", HeadsOfGroup(shape));
  FERRO_ASSIGN_OR_RETURN(kernels.program_, builder.Build("kv_store.cl", defines));
  return kernels;
}

absl::Status KvStoreKernels::StoreQkv(RowRange rows, const PassView& pass, const QkNormRope& norm_rope,
                                      const RowsView& qkv, const KvView& kv, LaunchList& out) const {
  const int heads = shape_.heads + 2 * shape_.kv_heads;
  const int together = HeadsOfGroup(shape_);
  const Extent groups = {static_cast<size_t>((heads + together - 1) / together), static_cast<size_t>(rows.count), 1};
  const Extent local = {static_cast<size_t>(shape_.head_dim / 4), static_cast<size_t>(together), 1};
  FERRO_ASSIGN_OR_RETURN(
      Launch launch,
      program_.Bind("store_qkv", groups, local, qkv.data, norm_rope.q_weight, norm_rope.k_weight,
                    cl_float{norm_rope.eps}, norm_rope.turns, cl_int{norm_rope.pairs}, kv.keys, kv.values,
                    kv.key_scales, kv.value_scales, cl_int{kv.positions}, pass.data, cl_int{rows.begin}));
  // All heads in, with the row's turns; the queries and a stored row for each key and value head out.
  const double floats = double{1} * (heads + shape_.heads) * shape_.head_dim + 2 * norm_rope.pairs;
  const double stored = 2.0 * shape_.kv_heads * static_cast<double>(kv_row_bytes_);
  launch.work.fixed.bytes = rows.count * (FloatBytes(floats) + stored) + FloatBytes(2 * shape_.head_dim);
  out.push_back(std::move(launch));
  return absl::OkStatus();
}

}  // namespace ferro::opencl
