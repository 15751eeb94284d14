#include "engine/kernels/opencl/pack.h"

#include <cstring>
#include <random>
#include <vector>

#include "base/status_testing.h"
#include "engine/gguf/dequant.h"
#include "engine/gguf/half.h"

namespace ferro::opencl {
namespace {

struct RandomTensor {
  RandomTensor(TensorType type, int64_t inputs, int64_t outputs, uint32_t seed)
      : bytes(*TensorBytes(type, {inputs, outputs})) {
    std::mt19937 random(seed);
    if (type == TensorType::kF32) {
      for (size_t at = 0; at < bytes.size(); at += sizeof(float)) {
        const float value = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
        std::memcpy(&bytes[at], &value, sizeof(value));
      }
    } else {
      for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
      for (size_t at = 0; at < bytes.size(); at += kQ8_0BlockBytes) {
        const uint16_t scale = FloatToHalf(0.01f + static_cast<float>(random() % 100) / 100.0f);
        std::memcpy(&bytes[at], &scale, sizeof(scale));
      }
    }
    info = {.name = "random", .type = type, .shape = {inputs, outputs}, .offset = 0, .data = bytes};
  }
  std::vector<uint8_t> bytes;
  TensorInfo info;
};

struct Packed {
  std::vector<uint32_t> values;
  std::vector<uint16_t> scales;
  bool operator==(const Packed&) const = default;
};

// In chunks of `chunk` blocks, into arrays that hold no zeros before.
Packed PackAll(const Q8_0Rows& rows, int64_t chunk, ThreadPool& pool) {
  const int64_t padded = PaddedOutputs(rows.outputs());
  Packed packed = {std::vector<uint32_t>(rows.blocks() * PackedBlockValueBytes(padded) / 4, 0xa5a5a5a5u),
                   std::vector<uint16_t>(rows.blocks() * PackedBlockScaleBytes(padded) / 2, 0xa5a5)};
  for (int64_t b = 0; b < rows.blocks(); b += chunk) {
    PackBlocks(rows, b, std::min(rows.blocks(), b + chunk), pool,
               packed.values.data() + b * PackedBlockValueBytes(padded) / 4,
               packed.scales.data() + b * PackedBlockScaleBytes(padded) / 2);
  }
  return packed;
}

// Input `i` of an output as the layout says it.
float ValueOf(const Packed& packed, int64_t padded, int64_t output, int64_t i) {
  const int64_t block = i / 32, k = i % 32 / 4;
  const uint32_t word = packed.values[(block * 8 + k) * padded + output];
  return HalfToFloat(packed.scales[block * padded + output]) * static_cast<int8_t>(word >> i % 4 * 8);
}

TEST(PackTest, EveryValueIsWhereTheLayoutSays) {
  ThreadPool pool(2, 0);
  for (const int64_t outputs : {1, 63, 64, 65, 300}) {
    for (const int64_t inputs : {32, 96, 256}) {
      const RandomTensor tensor(TensorType::kQ8_0, inputs, outputs, static_cast<uint32_t>(outputs + inputs));
      Q8_0Rows rows;
      ASSERT_OK(rows.Append(tensor.info, 0, outputs));
      const int64_t padded = PaddedOutputs(outputs);
      const Packed packed = PackAll(rows, rows.blocks(), pool);
      std::vector<float> want(inputs);
      for (int64_t output = 0; output < padded; ++output) {
        if (output < outputs) {
          DequantizeRow(TensorType::kQ8_0, tensor.bytes.data() + output * tensor.info.row_bytes(), want.data(), inputs);
        } else {
          std::fill(want.begin(), want.end(), 0.0f);
        }
        for (int64_t i = 0; i < inputs; ++i) {
          ASSERT_EQ(ValueOf(packed, padded, output, i), want[i])
              << "input " << i << " of output " << output << " of " << outputs;
        }
      }
    }
  }
}

TEST(PackTest, PaddingIsZeroBits) {
  ThreadPool pool(1, 0);
  const RandomTensor tensor(TensorType::kQ8_0, 64, 70, 1);
  Q8_0Rows rows;
  ASSERT_OK(rows.Append(tensor.info, 0, 70));
  const Packed packed = PackAll(rows, 2, pool);
  const auto expect_zeros = [](const auto& all) {
    for (size_t i = 0; i < all.size(); ++i) ASSERT_TRUE(i % 128 < 70 || all[i] == 0) << i;
  };
  expect_zeros(packed.values);
  expect_zeros(packed.scales);
}

TEST(PackTest, ChunksAndThreadsMakeNoDifference) {
  ThreadPool one(1, 0), two(2, 0);
  const RandomTensor first(TensorType::kF32, 256, 500, 1), second(TensorType::kQ8_0, 256, 77, 2);
  Q8_0Rows rows;
  ASSERT_OK(rows.Append(first.info, 3, 400));
  ASSERT_OK(rows.Append(second.info, 0, 77));
  const Packed whole = PackAll(rows, rows.blocks(), one);
  EXPECT_TRUE(PackAll(rows, rows.blocks(), two) == whole);
  EXPECT_TRUE(PackAll(rows, 1, two) == whole);
  EXPECT_TRUE(PackAll(rows, 3, two) == whole);
}

}  // namespace
}  // namespace ferro::opencl
