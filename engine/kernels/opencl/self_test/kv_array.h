// A key/value cache on the host in the device's layout (kv.cl), beside the scalar kernels' own: what the self-test and
// kernel tests fill, upload and compare.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_KV_ARRAY_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_KV_ARRAY_H_

#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/gguf/half.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/ops/float_kernels.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro {

// The keys, or the values, of all slots. Every byte that was not put is 0xff, a NaN.
class KvArray {
 public:
  enum class Kind { kKeys, kValues };
  KvArray(Kind kind, KvFormat format, const opencl::HeadShape& shape, int slots, int positions)
      : kind_(kind),
        format_(format),
        shape_(shape),
        positions_((positions + kKeyBlock - 1) / kKeyBlock * kKeyBlock),
        head_bytes_(KvHeadBytes(format, shape.head_dim, positions)),
        scalar_(slots * shape.kv_heads * head_bytes_, 0xff) {
    const int64_t rows = int64_t{slots} * shape.kv_heads * positions_;
    packs.assign(rows * shape.head_dim * PackBytes() / 4, 0xff);
    scales.assign(format == KvFormat::kInt8 ? rows * shape.head_dim / kKvScaleRow * sizeof(float) : 16, 0xff);
  }

  // Stores a row as the scalar kernels do, in both layouts.
  void Put(int slot, int head, int position, const float* row) {
    const FloatKernels& kernels = FloatKernelsFor(Isa::kScalar);
    const auto store = kind_ == Kind::kKeys ? kernels.store_key : kernels.store_value;
    store(format_, row, shape_.head_dim, position, scalar(slot, head));
    // A value row of kv_format.h is plain, and keys round like values.
    std::vector<uint8_t> stored(KvHeadBytes(format_, shape_.head_dim, 1));
    kernels.store_value(format_, row, shape_.head_dim, 0, stored.data());
    const int pack_bytes = PackBytes();
    for (int pack = 0; pack < shape_.head_dim / 4; ++pack) {
      std::memcpy(&packs[PackIndex(slot, head, position, pack) * pack_bytes], &stored[pack * pack_bytes], pack_bytes);
    }
    if (format_ != KvFormat::kInt8) return;
    for (int s = 0; s < shape_.head_dim / kKvScaleRow; ++s) {
      std::memcpy(&scales[ScaleIndex(slot, head, position, s) * sizeof(float)],
                  &stored[shape_.head_dim + s * sizeof(float)], sizeof(float));
    }
  }

  // The array of kv_format.h.
  uint8_t* scalar(int slot, int head) { return &scalar_[(slot * shape_.kv_heads + head) * head_bytes_]; }
  const uint8_t* scalar(int slot, int head) const { return &scalar_[(slot * shape_.kv_heads + head) * head_bytes_]; }

  int positions() const { return positions_; }

  std::vector<uint8_t> packs, scales;  // as on the device

 private:
  int PackBytes() const { return format_ == KvFormat::kF32 ? 16 : format_ == KvFormat::kF16 ? 8 : 4; }
  int64_t Index(int slot, int head, int position, int item, int items) const {
    const int64_t row = (int64_t{slot} * shape_.kv_heads + head) * positions_ + position;
    if (kind_ == Kind::kValues) return row * items + item;
    return (row / kKeyBlock * items + item) * kKeyBlock + row % kKeyBlock;
  }
  int64_t PackIndex(int slot, int head, int position, int pack) const {
    return Index(slot, head, position, pack, shape_.head_dim / 4);
  }
  int64_t ScaleIndex(int slot, int head, int position, int scale) const {
    return Index(slot, head, position, scale, shape_.head_dim / kKvScaleRow);
  }

  Kind kind_;
  KvFormat format_;
  opencl::HeadShape shape_;
  int positions_;
  int64_t head_bytes_;
  std::vector<uint8_t> scalar_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SELF_TEST_KV_ARRAY_H_
