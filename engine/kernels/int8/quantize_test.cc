// Quantisation of activations: the scalar definition against hand-worked blocks, the vector sets against it.
#include <xmmintrin.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "engine/gguf/half.h"
#include "engine/kernels/int8/int8_kernels.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

struct Block {
  int8_t values[kBlockInputs];
  float scale;
  int32_t offset;
};

// What becomes of a block does not depend on where in a row it stands nor on what stands beside it: here it is every
// second block of a row as long as makes every step that a vector set knows.
constexpr int kRowBlocks = 16 + 4 + 3;

Block Quantize(Isa isa, const std::vector<float>& x) {
  std::vector<float> row;
  for (int b = 0; b < kRowBlocks; ++b) {
    const std::vector<float> other(kBlockInputs, 127.0f);
    row.insert(row.end(), b % 2 == 0 ? x.begin() : other.begin(), b % 2 == 0 ? x.end() : other.end());
  }
  std::vector<int8_t> values(row.size());
  std::vector<float> scales(kRowBlocks);
  std::vector<int32_t> offsets(kRowBlocks);
  const QuantizedRows rows = {static_cast<int64_t>(row.size()), values.data(), scales.data(), offsets.data()};
  Int8KernelsFor(isa).quantize_row(row.data(), rows, 0);
  const std::vector<int8_t> whole(kBlockInputs, 127);
  for (int b = 0; b < kRowBlocks; ++b) {
    const int8_t* const want = b % 2 == 0 ? values.data() : whole.data();
    EXPECT_EQ(std::memcmp(values.data() + b * kBlockInputs, want, kBlockInputs), 0) << "block " << b << " of a row";
    EXPECT_EQ(std::bit_cast<uint32_t>(scales[b]), std::bit_cast<uint32_t>(b % 2 == 0 ? scales[0] : 1.0f)) << b;
    EXPECT_EQ(offsets[b], b % 2 == 0 ? offsets[0] : -128 * 127 * kBlockInputs) << b;
  }
  Block block = {{}, scales[0], offsets[0]};
  std::memcpy(block.values, values.data(), sizeof(block.values));
  return block;
}

std::vector<float> Padded(std::vector<float> x) {
  x.resize(kBlockInputs);
  return x;
}

class QuantizeTest : public testing::TestWithParam<Isa> {};

TEST_P(QuantizeTest, RoundsHalvesAwayFromZero) {
  const Block block = Quantize(GetParam(), Padded({127, 0.5, 1.5, -2.5, -0.5, 0.49999997f, -126.5f, -127}));
  const int8_t want[] = {127, 1, 2, -3, -1, 0, -127, -127, 0};
  EXPECT_EQ(std::memcmp(block.values, want, sizeof(want)), 0);
  EXPECT_EQ(block.scale, 1.0f);
  EXPECT_EQ(block.offset, -128 * (127 + 1 + 2 - 3 - 1 - 127 - 127));
}

TEST_P(QuantizeTest, ScaleIsRoundedToHalfButTheIntegersUseTheUnroundedOne) {
  const Block block = Quantize(GetParam(), Padded({1, -1, 0.3f}));
  EXPECT_EQ(block.scale, HalfToFloat(FloatToHalf(1.0f / 127.0f)));
  EXPECT_NE(block.scale, 1.0f / 127.0f);
  EXPECT_EQ(block.values[0], 127);
  EXPECT_EQ(block.values[2], 38);  // 38.1
}

TEST_P(QuantizeTest, VanishingScaleMeansZeros) {
  for (const float tiny : {0.0f, -0.0f, 1e-45f, 1e-38f, 3.7e-6f}) {
    const Block block = Quantize(GetParam(), Padded({tiny, -tiny}));
    EXPECT_EQ(block.scale, 0.0f) << tiny;
    EXPECT_EQ(block.values[0], 0) << tiny;
    EXPECT_EQ(block.offset, 0) << tiny;
  }
  EXPECT_EQ(Quantize(GetParam(), Padded({3.9e-6f})).scale, 0x1p-24f);
}

TEST_P(QuantizeTest, NotFiniteShowsInTheScale) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float bad : {infinity, -infinity, std::nanf(""), -std::nanf("")}) {
    for (int at = 0; at < kBlockInputs; ++at) {
      std::vector<float> x(kBlockInputs, 1.0f);
      x[at] = bad;
      const Block block = Quantize(GetParam(), x);
      EXPECT_TRUE(std::isnan(block.scale));
      EXPECT_EQ(block.offset, 0);
      for (const int8_t value : block.values) EXPECT_EQ(value, 0);
    }
  }
}

TEST_P(QuantizeTest, EqualsScalarForAnyBits) {
  std::mt19937 random(11);
  constexpr int kBlocks = 50'000;
  std::vector<float> x(kBlockInputs);
  for (int n = 0; n < kBlocks; ++n) {
    // A third each: bits at random around one exponent, exact multiples of a half step, plain numbers.
    const uint32_t exponent = random() % 254;
    const float step = std::ldexp(1.0f, static_cast<int>(random() % 60) - 30);
    for (float& value : x) {
      const uint32_t bits = random();
      if (n % 3 == 0) value = std::bit_cast<float>((bits & 0x807fffffu) | (exponent + bits / 8388608u % 2) << 23);
      if (n % 3 == 1) value = static_cast<float>(static_cast<int>(bits % 509) - 254) * 0.5f * step;
      if (n % 3 == 2) value = static_cast<float>(static_cast<int32_t>(bits)) * 1e-9f;
    }
    if (n % 3 == 1) x[n % kBlockInputs] = 127 * step;
    const Block want = Quantize(Isa::kScalar, x), got = Quantize(GetParam(), x);
    ASSERT_EQ(std::memcmp(got.values, want.values, sizeof(want.values)), 0) << "block " << n;
    ASSERT_EQ(std::bit_cast<uint32_t>(got.scale), std::bit_cast<uint32_t>(want.scale)) << "block " << n;
    ASSERT_EQ(got.offset, want.offset) << "block " << n;
  }
}

TEST_P(QuantizeTest, FlushingDenormalsChangesNothing) {
  const unsigned saved = _mm_getcsr();
  for (const float largest : {1e-45f, 1e-39f, 1e-37f, 2e-36f, 3.8e-6f, 1.0f, 3e38f}) {
    const std::vector<float> x = Padded({largest, largest / 3, -largest / 7, 1e-40f});
    _mm_setcsr(saved & ~0x8040u);
    const Block plain = Quantize(GetParam(), x);
    _mm_setcsr(saved | 0x8040u);  // flush to zero, denormals are zero
    const Block flushed = Quantize(GetParam(), x);
    _mm_setcsr(saved);
    EXPECT_EQ(std::memcmp(plain.values, flushed.values, sizeof(plain.values)), 0) << largest;
    EXPECT_EQ(std::bit_cast<uint32_t>(plain.scale), std::bit_cast<uint32_t>(flushed.scale)) << largest;
  }
}

TEST_P(QuantizeTest, RowsLandWhereTheyBelong) {
  constexpr int64_t kInputs = 96;
  std::vector<float> x(kInputs);
  for (int64_t i = 0; i < kInputs; ++i) x[i] = static_cast<float>(i + 1);
  std::vector<int8_t> values(3 * kInputs, 77);
  std::vector<float> scales(9, 77);
  std::vector<int32_t> offsets(9, 77);
  const QuantizedRows rows = {kInputs, values.data(), scales.data(), offsets.data()};
  Int8KernelsFor(GetParam()).quantize_row(x.data(), rows, 1);
  for (int64_t i = 0; i < kInputs; ++i) EXPECT_TRUE(values[i] == 77 && values[2 * kInputs + i] == 77);
  for (int b = 0; b < 3; ++b) {
    EXPECT_EQ(scales[3 + b], HalfToFloat(FloatToHalf((b + 1) * 32 / 127.0f)));
    EXPECT_EQ(values[kInputs + b * 32 + 31], 127);
    EXPECT_TRUE(scales[b] == 77 && scales[6 + b] == 77 && offsets[b] == 77 && offsets[6 + b] == 77);
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, QuantizeTest, testing::ValuesIn(SupportedIsas()),
                         [](const auto& info) { return "set" + std::to_string(static_cast<int>(info.param)); });

}  // namespace
}  // namespace ferro
