#include "engine/gguf/half.h"

#include <immintrin.h>

#include <bit>
#include <cmath>

#include "gtest/gtest.h"

namespace ferro {
namespace {

__attribute__((target("f16c"))) uint16_t HardwareFloatToHalf(float value) {
  return static_cast<uint16_t>(_cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT));
}
__attribute__((target("f16c"))) float HardwareHalfToFloat(uint16_t half) { return _cvtsh_ss(half); }

TEST(Half, KnownValues) {
  EXPECT_EQ(HalfToFloat(0x3c00), 1.0f);
  EXPECT_EQ(HalfToFloat(0xc000), -2.0f);
  EXPECT_EQ(HalfToFloat(0x7bff), 65504.0f);
  EXPECT_EQ(HalfToFloat(0x0001), 0x1p-24f);
  EXPECT_EQ(HalfToFloat(0x7c00), INFINITY);
  EXPECT_TRUE(std::signbit(HalfToFloat(0x8000)));
  EXPECT_EQ(FloatToHalf(65519.0f), 0x7bff);
  EXPECT_EQ(FloatToHalf(65520.0f), 0x7c00);  // halfway to 65536: ties to even, which is infinity
  EXPECT_EQ(FloatToHalf(0x1p-25f), 0x0000);  // halfway to the least subnormal: ties to zero
  EXPECT_EQ(FloatToHalf(0x1.000002p-25f), 0x0001);
  EXPECT_EQ(FloatToHalf(1.0f + 0x1p-11f), 0x3c00);
  EXPECT_EQ(FloatToHalf(1.0f + 0x3p-11f), 0x3c02);
}

TEST(Half, EveryHalfSurvivesTheRoundTrip) {
  for (uint32_t half = 0; half < 0x10000; ++half) {
    const uint16_t h = static_cast<uint16_t>(half);
    const bool nan = (h & 0x7fff) > 0x7c00;
    EXPECT_EQ(FloatToHalf(HalfToFloat(h)), nan ? (h | 0x200) : h) << std::hex << half;
  }
}

TEST(Half, EqualsTheProcessor) {
  if (!__builtin_cpu_supports("f16c")) GTEST_SKIP() << "no F16C here";
  for (uint32_t half = 0; half < 0x10000; ++half) {
    const uint16_t h = static_cast<uint16_t>(half);
    ASSERT_EQ(std::bit_cast<uint32_t>(HalfToFloat(h)), std::bit_cast<uint32_t>(HardwareHalfToFloat(h)))
        << std::hex << h;
  }
  // Every sign, exponent and kept mantissa bit, with dropped bits below, at and above the tie; then a stride through
  // all.
  for (uint32_t top = 0; top < 0x80000; ++top) {
    for (const uint32_t low : {0x0000u, 0x0001u, 0x0fffu, 0x1000u, 0x1001u, 0x1fffu}) {
      const float value = std::bit_cast<float>(top << 13 | low);
      ASSERT_EQ(FloatToHalf(value), HardwareFloatToHalf(value)) << std::hex << std::bit_cast<uint32_t>(value);
    }
  }
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 1009) {
    const float value = std::bit_cast<float>(static_cast<uint32_t>(bits));
    ASSERT_EQ(FloatToHalf(value), HardwareFloatToHalf(value)) << std::hex << bits;
  }
}

TEST(BFloat16, RoundsToNearestEven) {
  EXPECT_EQ(BFloat16ToFloat(0x3f80), 1.0f);
  EXPECT_EQ(FloatToBFloat16(1.0f), 0x3f80);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x3f808000u)), 0x3f80);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x3f818000u)), 0x3f82);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x3f808001u)), 0x3f81);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x7f7fffffu)), 0x7f80);  // up to infinity
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x7f800001u)), 0x7fc0);  // NaN stays NaN
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0xff800001u)), 0xffc0);
}

}  // namespace
}  // namespace ferro
