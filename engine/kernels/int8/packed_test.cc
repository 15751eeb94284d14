#include "engine/kernels/int8/packed.h"

#include <cstring>
#include <random>
#include <vector>

#include "engine/gguf/half.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

constexpr int64_t kRowBlockBytes = 34;

TEST(PackedQ8Test, SizesAreThoseOfTheFileUpToPadding) {
  EXPECT_EQ(PackedQ8Bytes(64, 1024), 64 * 1024 / 32 * 34);
  EXPECT_EQ(PackedQ8Bytes(63, 1024), PackedQ8Bytes(64, 1024));
  EXPECT_EQ(PackedPanelBytes(32), 576);  // 544 rounded up to whole lines
  EXPECT_EQ(PackedQ8Bytes(0, 1024), 0);
}

TEST(PackedQ8Test, EveryFileValueComesBack) {
  for (const int64_t inputs : {32, 96, 320}) {
    for (const int64_t outputs : {1, 16, 37}) {
      const int64_t blocks = inputs / 32;
      std::mt19937 random(static_cast<uint32_t>(inputs + outputs));
      std::vector<uint8_t> q8_0(outputs * blocks * kRowBlockBytes + 1);
      for (uint8_t& byte : q8_0) byte = static_cast<uint8_t>(random());
      const uint8_t* const file = q8_0.data() + 1;  // rows of a file have no alignment

      std::vector<uint8_t> packed(PackedQ8Bytes(outputs, inputs), 0xaa);
      const PackedQ8 view = {outputs, inputs, packed.data()};
      for (int64_t panel = 0; panel < view.panels(); ++panel) {
        const uint8_t* rows[kPanelOutputs];
        for (int i = 0; i < kPanelOutputs; ++i) {
          const int64_t output = panel * kPanelOutputs + i;
          rows[i] = output < outputs ? file + output * blocks * kRowBlockBytes : nullptr;
        }
        PackPanel(rows, inputs, packed.data() + panel * PackedPanelBytes(inputs));
      }

      std::vector<float> row(inputs);
      for (int64_t output = 0; output < outputs; ++output) {
        DequantizePackedRow(view, output, row.data());
        for (int64_t i = 0; i < inputs; ++i) {
          const uint8_t* const block = file + (output * blocks + i / 32) * kRowBlockBytes;
          uint16_t half;
          std::memcpy(&half, block, 2);
          const float want = HalfToFloat(half) * static_cast<int8_t>(block[2 + i % 32]);
          ASSERT_EQ(std::memcmp(&row[i], &want, sizeof(want)), 0)
              << output << ", " << i << ": " << row[i] << " " << want;
        }
      }
      for (int64_t output = outputs; output < view.panels() * kPanelOutputs; ++output) {
        DequantizePackedRow(view, output, row.data());
        for (const float value : row) ASSERT_EQ(value, 0.0f) << "padding output " << output;
      }
    }
  }
}

TEST(PackedQ8Test, LayoutIsTheDocumentedOne) {
  constexpr int64_t kInputs = 64;
  std::vector<uint8_t> row(2 * kRowBlockBytes);
  for (int i = 0; i < 32; ++i) {
    row[2 + i] = static_cast<uint8_t>(i);
    row[kRowBlockBytes + 2 + i] = static_cast<uint8_t>(-i);
  }
  row[kRowBlockBytes] = 0x34;
  row[kRowBlockBytes + 1] = 0x12;
  const uint8_t* rows[kPanelOutputs] = {};
  rows[5] = row.data();
  std::vector<uint8_t> panel(PackedPanelBytes(kInputs));
  PackPanel(rows, kInputs, panel.data());
  EXPECT_EQ(panel[3 * 64 + 5 * 4 + 1], 128 + 13);        // block 0, group 3, output 5, input 1
  EXPECT_EQ(panel[512 + 7 * 64 + 5 * 4 + 3], 128 - 31);  // block 1, group 7, output 5, input 3
  EXPECT_EQ(panel[2 * 512 + 32 + 5 * 2], 0x34);          // scale of block 1, output 5
  EXPECT_EQ(panel[2 * 512 + 32 + 5 * 2 + 1], 0x12);
  EXPECT_EQ(panel[4 * 4], 128);  // an absent row
}

}  // namespace
}  // namespace ferro
