// What a layer does with the product of its query, key and value matrices before attention: normalise, rotate, store.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_KV_STORE_H_
#define FERRO_ENGINE_KERNELS_OPENCL_KV_STORE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// One layer's weights of the two norms, float [head_dim], and the rotation that all layers share.
struct QkNormRope {
  cl_mem q_weight = nullptr;
  cl_mem k_weight = nullptr;
  float eps = 0;
  cl_mem turns = nullptr;  // float [position][2][pairs]: cosines, then sines (RopeTable)
  int pairs = 0;           // 2 * pairs <= head_dim
};

// Bits: FloatKernels norm_rope, store_key and store_value. Thread-compatible; the builder's context must outlive it.
class KvStoreKernels {
 public:
  KvStoreKernels() = default;
  // kInvalidArgument: CheckHeadShape.
  static absl::StatusOr<KvStoreKernels> Build(const Builder& builder, KvFormat format, const HeadShape& shape);

  // qkv [row][heads queries, kv_heads keys, kv_heads values][head_dim], by row of the pass. Appends one launch that
  // replaces the queries of `rows` and stores their keys and values at their positions.
  absl::Status StoreQkv(RowRange rows, const PassView& pass, const QkNormRope& norm_rope, const RowsView& qkv,
                        const KvView& kv, LaunchList& out) const;

 private:
  HeadShape shape_;
  int64_t kv_row_bytes_ = 0;
  Program program_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_KV_STORE_H_
