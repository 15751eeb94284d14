// Sizes and element access of the key and value arrays that kv_format.h lays out.
#ifndef FERRO_ENGINE_KERNELS_OPS_KV_LAYOUT_H_
#define FERRO_ENGINE_KERNELS_OPS_KV_LAYOUT_H_

#include <cstdint>

#include "engine/kernels/ops/kv_format.h"

namespace ferro {

// Bytes of one stored row (a key or a value) of `head_dim` components, a multiple of 32.
int64_t KvRowBytes(KvFormat format, int head_dim);

// Bytes of the key array, and of the value array, of one KV head with room for `positions`: a multiple of 64, so that
// heads may lie one behind the other.
int64_t KvHeadBytes(KvFormat format, int head_dim, int positions);

// out[head_dim] = the stored row at `position`, as attention sees it.
void ReadKeyRow(KvFormat format, const void* keys, int head_dim, int position, float* out);
void ReadValueRow(KvFormat format, const void* values, int head_dim, int position, float* out);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_KV_LAYOUT_H_
