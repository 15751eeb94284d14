#include "engine/kernels/ops/kv_layout.h"

#include <cstring>

#include "engine/gguf/half.h"

namespace ferro {
namespace {

template <class T>
T Load(const void* base, int64_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(base) + offset, sizeof(T));
  return value;
}

}  // namespace

int64_t KvRowBytes(KvFormat format, int head_dim) {
  switch (format) {
    case KvFormat::kF32:
      return int64_t{4} * head_dim;
    case KvFormat::kF16:
      return int64_t{2} * head_dim;
    case KvFormat::kInt8:
      break;
  }
  return int64_t{head_dim} + int64_t{4} * (head_dim / kKvScaleRow);
}

int64_t KvHeadBytes(KvFormat format, int head_dim, int positions) {
  const int64_t padded = (int64_t{positions} + kKeyBlock - 1) / kKeyBlock * kKeyBlock;
  return padded * KvRowBytes(format, head_dim);
}

void ReadKeyRow(KvFormat format, const void* keys, int head_dim, int position, float* out) {
  const int64_t group = position / kKeyGroup * (kKeyGroup * KvRowBytes(format, head_dim));
  const int lane = position % kKeyGroup;
  for (int d = 0; d < head_dim; ++d) {
    const int64_t element = int64_t{d} * kKeyGroup + lane;
    if (format == KvFormat::kF32) {
      out[d] = Load<float>(keys, group + 4 * element);
    } else if (format == KvFormat::kF16) {
      out[d] = HalfToFloat(Load<uint16_t>(keys, group + 2 * element));
    } else {
      const int64_t block = group + int64_t{d / kKvScaleRow} * kKeyScaleBlockBytes;
      const float scale = Load<float>(keys, block + 4 * lane);
      const int64_t q = block + 4 * kKeyGroup + int64_t{d % kKvScaleRow} * kKeyGroup + lane;
      out[d] = scale * static_cast<float>(Load<int8_t>(keys, q));
    }
  }
}

void ReadValueRow(KvFormat format, const void* values, int head_dim, int position, float* out) {
  const int64_t row = position * KvRowBytes(format, head_dim);
  for (int d = 0; d < head_dim; ++d) {
    if (format == KvFormat::kF32) {
      out[d] = Load<float>(values, row + 4 * d);
    } else if (format == KvFormat::kF16) {
      out[d] = HalfToFloat(Load<uint16_t>(values, row + 2 * d));
    } else {
      out[d] = Load<float>(values, row + head_dim + 4 * (d / kKvScaleRow)) *
               static_cast<float>(Load<int8_t>(values, row + d));
    }
  }
}

}  // namespace ferro
