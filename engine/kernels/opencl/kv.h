// Keys and values of one attention layer in device memory: sizes, buffers, and what programs that touch them are built
// with. kv.cl says how they lie; their values are those of engine/kernels/ops/kv_format.h, bit for bit.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_KV_H_
#define FERRO_ENGINE_KERNELS_OPENCL_KV_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/ops/float_kernel_table.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

struct HeadShape {
  int heads = 0;
  int kv_heads =
      0;  // divides heads into groups of at most kMaxGroup; query head h reads KV head h / (heads / kv_heads)
  int head_dim = 0;  // a multiple of 32, at most kMaxHeadDim

  auto operator<=>(const HeadShape&) const = default;
};

constexpr int kMaxGroup = 16;

// kInvalidArgument: not a shape as above.
absl::Status CheckHeadShape(const HeadShape& shape);
// The same for encoders, whose heads may also be of kMaxSymmetricHeadDim components.
absl::Status CheckEncoderHeadShape(const HeadShape& shape);

// How many queries a tile of attention has where nothing was measured.
int DefaultTileQueries(const Device& device, const HeadShape& shape);

// -D options for kv.cl, and for heads.cl alone.
std::string KvDefines(KvFormat format, const HeadShape& shape);
std::string HeadDefines(const HeadShape& shape);

// The arrays, for binding. Where the format has no scales, key_scales and value_scales are some valid buffer.
struct KvView {
  cl_mem keys = nullptr;
  cl_mem values = nullptr;
  cl_mem key_scales = nullptr;
  cl_mem value_scales = nullptr;
  int positions = 0;  // of a slot, a multiple of kKeyBlock
};

// The arrays, owned. What is not yet stored is undefined and never read into a result.
class KvBuffers {
 public:
  KvBuffers() = default;
  // Room for `slots` sequences of `positions`. kInvalidArgument: a bad shape, or more than 2^31 packs of four
  // components, which kernels could not index. kResourceExhausted: does not fit the device.
  static absl::StatusOr<KvBuffers> Create(Context& context, KvFormat format, const HeadShape& shape, int slots,
                                          int positions);

  KvView view() const;
  int64_t bytes() const { return 2 * (keys_.bytes() + key_scales_.bytes()); }

 private:
  Buffer keys_, values_, key_scales_, value_scales_;
  int positions_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_KV_H_
