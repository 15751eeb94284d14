#include <cmath>
#include <cstring>

#include "engine/gguf/half.h"
#include "engine/kernels/ops/scalar_ops.h"

namespace ferro::scalar {
namespace {

// Round half away from zero into [-127, 127]. The first comparison sends NaN to -127, as the vector instruction does.
int8_t QuantizeOne(float scaled) {
  float clamped = scaled > -127.0f ? scaled : -127.0f;
  clamped = clamped < 127.0f ? clamped : 127.0f;
  return static_cast<int8_t>(std::round(clamped));
}

// q[i * stride] for the kKvScaleRow components of one scale.
float QuantizeBlock(const float* x, int stride, int8_t* q) {
  float largest = 0.0f;
  for (int i = 0; i < kKvScaleRow; ++i) {
    const float magnitude = std::fabs(x[i]);
    largest = magnitude > largest ? magnitude : largest;
  }
  const bool zeros = largest < kKvInt8Smallest;
  const float scale = zeros ? 0.0f : largest / 127.0f;
  const float inverse = 1.0f / scale;
  for (int i = 0; i < kKvScaleRow; ++i) q[i * stride] = zeros ? int8_t{0} : QuantizeOne(x[i] * inverse);
  return scale;
}

template <class T>
void Put(void* base, int64_t element, T value) {
  std::memcpy(static_cast<char*>(base) + element * sizeof(T), &value, sizeof(T));
}

}  // namespace

void StoreKey(KvFormat format, const float* row, int head_dim, int position, void* keys) {
  const int64_t group = position / kKeyGroup;
  const int lane = position % kKeyGroup;
  if (format == KvFormat::kInt8) {
    const int blocks = head_dim / kKvScaleRow;
    for (int b = 0; b < blocks; ++b) {
      char* block = static_cast<char*>(keys) + (group * blocks + b) * kKeyScaleBlockBytes;
      int8_t* q = reinterpret_cast<int8_t*>(block + 4 * kKeyGroup + lane);
      Put(block, lane, QuantizeBlock(row + b * kKvScaleRow, kKeyGroup, q));
    }
    return;
  }
  for (int d = 0; d < head_dim; ++d) {
    const int64_t element = (group * head_dim + d) * kKeyGroup + lane;
    if (format == KvFormat::kF32) {
      Put(keys, element, row[d]);
    } else {
      Put(keys, element, FloatToHalf(row[d]));
    }
  }
}

void StoreValue(KvFormat format, const float* row, int head_dim, int position, void* values) {
  if (format == KvFormat::kInt8) {
    const int blocks = head_dim / kKvScaleRow;
    char* stored = static_cast<char*>(values) + int64_t{position} * (head_dim + 4 * blocks);
    for (int b = 0; b < blocks; ++b) {
      int8_t* q = reinterpret_cast<int8_t*>(stored + b * kKvScaleRow);
      Put(stored + head_dim, b, QuantizeBlock(row + b * kKvScaleRow, 1, q));
    }
    return;
  }
  for (int d = 0; d < head_dim; ++d) {
    const int64_t element = int64_t{position} * head_dim + d;
    if (format == KvFormat::kF32) {
      Put(values, element, row[d]);
    } else {
      Put(values, element, FloatToHalf(row[d]));
    }
  }
}

}  // namespace ferro::scalar
