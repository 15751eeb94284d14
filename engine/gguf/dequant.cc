#include "engine/gguf/dequant.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ferro {
namespace {

uint16_t LoadU16(const uint8_t* p) { return static_cast<uint16_t>(p[0] | p[1] << 8); }
float LoadHalf(const uint8_t* p) { return HalfToFloat(LoadU16(p)); }

// half d; i8 q[32]
void Q8_0Block(const uint8_t* src, float* dst) {
  const float d = LoadHalf(src);
  for (int j = 0; j < 32; ++j) dst[j] = d * static_cast<int8_t>(src[2 + j]);
}

// half d; u8 q[16]: low nibbles are values 0..15, high nibbles 16..31
void Q4_0Block(const uint8_t* src, float* dst) {
  const float d = LoadHalf(src);
  const uint8_t* q = src + 2;
  for (int j = 0; j < 16; ++j) {
    dst[j] = d * ((q[j] & 15) - 8);
    dst[j + 16] = d * ((q[j] >> 4) - 8);
  }
}

// Scale and min of group `g` of 8, six bits each, packed into 12 bytes (Q4_K and Q5_K).
struct ScaleMin {
  int scale;
  int min;
};
ScaleMin UnpackScaleMin(const uint8_t* s, int g) {
  if (g < 4) return {s[g] & 63, s[g + 4] & 63};
  return {(s[g + 4] & 15) | (s[g - 4] >> 6) << 4, (s[g + 4] >> 4) | (s[g] >> 6) << 4};
}

// half d; half dmin; u8 s[12]; [u8 qh[32] for the fifth bits;] u8 q[128]. Groups 2p and 2p+1 share q[32p..32p+31].
void Q4KOrQ5KBlock(const uint8_t* src, bool fifth_bit, float* dst) {
  const float d = LoadHalf(src);
  const float dmin = LoadHalf(src + 2);
  const uint8_t* s = src + 4;
  const uint8_t* qh = src + 16;
  const uint8_t* q = fifth_bit ? qh + 32 : qh;
  for (int g = 0; g < 8; ++g) {
    const ScaleMin group = UnpackScaleMin(s, g);
    const float scale = d * group.scale;
    const float min = dmin * group.min;
    for (int l = 0; l < 32; ++l) {
      int quant = q[32 * (g / 2) + l] >> (4 * (g % 2)) & 15;
      if (fifth_bit) quant += (qh[l] >> g & 1) << 4;
      dst[32 * g + l] = scale * quant - min;
    }
  }
}

// u8 ql[128]; u8 qh[64]; i8 sc[16]; half d. Two halves of 128 values, in each four runs of 32.
void Q6KBlock(const uint8_t* src, float* dst) {
  const float d = LoadHalf(src + 208);
  for (int half = 0; half < 2; ++half) {
    const uint8_t* ql = src + 64 * half;
    const uint8_t* qh = src + 128 + 32 * half;
    const uint8_t* sc = src + 192 + 8 * half;
    for (int run = 0; run < 4; ++run) {
      for (int l = 0; l < 32; ++l) {
        const int low = ql[32 * (run % 2) + l] >> (4 * (run / 2)) & 15;
        const int high = qh[l] >> (2 * run) & 3;
        const int scale = static_cast<int8_t>(sc[2 * run + l / 16]);
        dst[128 * half + 32 * run + l] = d * scale * ((low | high << 4) - 32);
      }
    }
  }
}

}  // namespace

void DequantizeRow(TensorType type, const uint8_t* src, float* dst, int64_t n) {
  const int64_t blocks = n / BlockValues(type);
  switch (type) {
    case TensorType::kF32:
      std::memcpy(dst, src, static_cast<size_t>(n) * sizeof(float));
      return;
    case TensorType::kF16:
      for (int64_t i = 0; i < n; ++i) dst[i] = LoadHalf(src + 2 * i);
      return;
    case TensorType::kBF16:
      for (int64_t i = 0; i < n; ++i) dst[i] = BFloat16ToFloat(LoadU16(src + 2 * i));
      return;
    case TensorType::kQ8_0:
      for (int64_t b = 0; b < blocks; ++b) Q8_0Block(src + 34 * b, dst + 32 * b);
      return;
    case TensorType::kQ4_0:
      for (int64_t b = 0; b < blocks; ++b) Q4_0Block(src + 18 * b, dst + 32 * b);
      return;
    case TensorType::kQ4_K:
      for (int64_t b = 0; b < blocks; ++b) Q4KOrQ5KBlock(src + 144 * b, /*fifth_bit=*/false, dst + 256 * b);
      return;
    case TensorType::kQ5_K:
      for (int64_t b = 0; b < blocks; ++b) Q4KOrQ5KBlock(src + 176 * b, /*fifth_bit=*/true, dst + 256 * b);
      return;
    case TensorType::kQ6_K:
      for (int64_t b = 0; b < blocks; ++b) Q6KBlock(src + 210 * b, dst + 256 * b);
      return;
  }
}

void QuantizeQ8_0Row(const float* src, uint8_t* dst, int64_t n) {
  for (int64_t b = 0; b < n / 32; ++b, src += 32, dst += 34) {
    float largest = 0;
    bool finite = true;
    for (int j = 0; j < 32; ++j) {
      finite = finite && std::isfinite(src[j]);
      largest = std::max(largest, std::fabs(src[j]));
    }
    const float d = largest / 127;
    // 1 / d overflows for d up to 2^-128; such a d is zero as a half, so zero quants lose nothing.
    const float inverse = d > 0x1p-128f ? 1 / d : 0;
    const uint16_t scale = finite ? FloatToHalf(d) : uint16_t{0x7e00};
    dst[0] = static_cast<uint8_t>(scale & 255);
    dst[1] = static_cast<uint8_t>(scale >> 8);
    for (int j = 0; j < 32; ++j) {
      dst[2 + j] = finite ? static_cast<uint8_t>(static_cast<int8_t>(std::round(src[j] * inverse))) : uint8_t{0};
    }
  }
}

}  // namespace ferro
