// Storing key and value rows: every instruction set writes the scalar's bytes, and what is read back is what the format
// promises.
#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/gguf/half.h"
#include "engine/kernels/ops/kv_layout.h"
#include "engine/kernels/ops/test_util.h"

namespace ferro {
namespace {

constexpr KvFormat kFormats[] = {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8};
constexpr int kPositions = 70;  // two key blocks

// Rows with every spread from the tiny to the huge, with ties between two int8 steps, zeros and numbers out of range.
std::vector<float> Row(int head_dim, int position) {
  std::vector<float> row = RandomFloats(head_dim, position, std::pow(10.0f, position % 9 - 4));
  if (position % 5 == 1) {
    for (int d = 0; d < head_dim; ++d) row[d] = d % 32 == 0 ? 127.0f : static_cast<float>(d % 32 - 16) + 0.5f;
  }
  if (position % 7 == 2) std::fill_n(row.begin(), 32, 0.0f);
  if (position == 20) std::fill_n(row.begin(), 32, 1e-38f);
  if (position == 21) row[3] = std::numeric_limits<float>::infinity();
  if (position == 22) row[3] = std::numeric_limits<float>::quiet_NaN();
  if (position == 23) row[3] = 3.0e38f;
  return row;
}

struct Stored {
  std::vector<char> keys, values;
};

Stored StoreAll(const FloatKernels& kernels, KvFormat format, int head_dim) {
  Stored stored;
  stored.keys.assign(KvHeadBytes(format, head_dim, kPositions), 0);
  stored.values = stored.keys;
  for (int position = 0; position < kPositions; ++position) {
    const std::vector<float> row = Row(head_dim, position);
    kernels.store_key(format, row.data(), head_dim, position, stored.keys.data());
    kernels.store_value(format, row.data(), head_dim, position, stored.values.data());
  }
  return stored;
}

using KvStoreTest = IsaTest;

TEST_P(KvStoreTest, SameAsScalar) {
  std::vector<float> got(256), want(256);
  for (KvFormat format : kFormats) {
    for (int head_dim : {32, 64, 96, 128, 256}) {
      const Stored a = StoreAll(kernels(), format, head_dim);
      const Stored b = StoreAll(scalar(), format, head_dim);
      for (int position = 0; position < kPositions; ++position) {
        ReadKeyRow(format, a.keys.data(), head_dim, position, got.data());
        ReadKeyRow(format, b.keys.data(), head_dim, position, want.data());
        EXPECT_TRUE(SameBits(got, want)) << "key " << position << " head_dim " << head_dim;
        ReadValueRow(format, a.values.data(), head_dim, position, got.data());
        ReadValueRow(format, b.values.data(), head_dim, position, want.data());
        EXPECT_TRUE(SameBits(got, want)) << "value " << position << " head_dim " << head_dim;
      }
      if (format == KvFormat::kF32) continue;
      EXPECT_EQ(a.keys.size(), b.keys.size());
    }
  }
}

TEST_P(KvStoreTest, KeysAndValuesRoundAlikeAndAsPromised) {
  constexpr int kDim = 64;
  for (KvFormat format : kFormats) {
    const Stored stored = StoreAll(kernels(), format, kDim);
    for (int position = 0; position < 20; ++position) {
      const std::vector<float> row = Row(kDim, position);
      float key[kDim], value[kDim];
      ReadKeyRow(format, stored.keys.data(), kDim, position, key);
      ReadValueRow(format, stored.values.data(), kDim, position, value);
      for (int d = 0; d < kDim; ++d) {
        const float* block = row.data() + d / 32 * 32;
        float largest = 0;
        for (int i = 0; i < 32; ++i) largest = std::max(largest, std::abs(block[i]));
        float expected = row[d];
        if (format == KvFormat::kF16) expected = HalfToFloat(FloatToHalf(row[d]));
        if (format == KvFormat::kInt8) {
          const float scale = largest / 127.0f;
          expected = largest == 0 ? 0 : scale * std::round(row[d] * (1.0f / scale));
        }
        EXPECT_EQ(key[d], expected) << "position " << position << " component " << d;
        EXPECT_EQ(value[d], expected) << "position " << position << " component " << d;
      }
    }
  }
}

FERRO_FOR_EACH_ISA(KvStoreTest);

TEST(KvLayoutTest, Sizes) {
  EXPECT_EQ(KvRowBytes(KvFormat::kF32, 64), 256);
  EXPECT_EQ(KvRowBytes(KvFormat::kF16, 64), 128);
  EXPECT_EQ(KvRowBytes(KvFormat::kInt8, 64), 72);
  EXPECT_EQ(KvHeadBytes(KvFormat::kF32, 64, 1), 64 * 256);
  EXPECT_EQ(KvHeadBytes(KvFormat::kInt8, 64, 65), 128 * 72);
  EXPECT_EQ(KvHeadBytes(KvFormat::kInt8, 32, 64) % 64, 0);
}

}  // namespace
}  // namespace ferro
