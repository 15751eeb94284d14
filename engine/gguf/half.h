// IEEE half (F16) and bfloat16 (BF16) conversions in integer arithmetic: the same result on every machine.
#ifndef FERRO_ENGINE_GGUF_HALF_H_
#define FERRO_ENGINE_GGUF_HALF_H_

#include <bit>
#include <cstdint>

namespace ferro {

// Exact for every half. NaNs come back quiet with their payload, as VCVTPH2PS of F16C does it.
inline float HalfToFloat(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t exponent = (half >> 10) & 31u;
  const uint32_t mantissa = half & 0x3ffu;
  if (exponent == 0) {  // zero or subnormal: mantissa * 2^-24, exact in f32
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(static_cast<float>(mantissa) * 0x1p-24f));
  }
  if (exponent == 31) {
    return std::bit_cast<float>(sign | 0x7f800000u | (mantissa != 0 ? 0x400000u | mantissa << 13 : 0u));
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);  // 112 = bias 127 - bias 15
}

// Round to nearest, ties to even; overflow gives infinity, as VCVTPS2PH with rounding mode 0.
inline uint16_t FloatToHalf(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u | (magnitude >> 13 & 0x1ffu));
  if (magnitude >= 0x47800000u) return static_cast<uint16_t>(sign | 0x7c00u);  // 65536 and above
  if (magnitude < 0x38800000u) {                                               // below 2^-14: subnormal half or zero
    if (magnitude < 0x33000000u) return static_cast<uint16_t>(sign);           // below 2^-25: rounds to zero
    const uint32_t exponent = magnitude >> 23;
    const uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const uint32_t shift = 126 - exponent;  // the unit becomes 2^-24
    const uint32_t kept = mantissa >> shift;
    const uint32_t rest = mantissa & ((1u << shift) - 1);
    const uint32_t tie = 1u << (shift - 1);
    return static_cast<uint16_t>(sign | (kept + (rest > tie || (rest == tie && (kept & 1)))));
  }
  const uint32_t rebased = magnitude - (112u << 23);
  // A carry out of the mantissa raises the exponent, up to infinity: just what rounding asks for.
  return static_cast<uint16_t>(sign | ((rebased + 0xfffu + (rebased >> 13 & 1)) >> 13));
}

inline float BFloat16ToFloat(uint16_t value) { return std::bit_cast<float>(static_cast<uint32_t>(value) << 16); }

// Round to nearest, ties to even; NaNs become quiet.
inline uint16_t FloatToBFloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>(bits >> 16 | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_HALF_H_
