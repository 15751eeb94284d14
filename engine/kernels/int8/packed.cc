#include "engine/kernels/int8/packed.h"

#include <cstring>

#include "engine/gguf/half.h"

namespace ferro {
namespace {

constexpr int kQ8_0BlockBytes = 2 + kBlockInputs;  // half scale, then the values
constexpr int kGroupInputs = 4;
constexpr int kGroupBytes = kPanelOutputs * kGroupInputs;
constexpr uint8_t kOffset = 128;  // q + 128 modulo 256 is q with its top bit flipped

}  // namespace

void PackPanel(const uint8_t* const rows[kPanelOutputs], int64_t inputs, uint8_t* panel) {
  const int64_t blocks = inputs / kBlockInputs;
  uint8_t* const values = panel;
  uint8_t* const scales = panel + blocks * kBlockValueBytes;
  for (int output = 0; output < kPanelOutputs; ++output) {
    for (int64_t b = 0; b < blocks; ++b) {
      uint8_t* const to = values + b * kBlockValueBytes + output * kGroupInputs;
      uint8_t* const scale = scales + b * kBlockScaleBytes + output * 2;
      if (rows[output] == nullptr) {
        for (int i = 0; i < kBlockInputs; ++i) to[i / kGroupInputs * kGroupBytes + i % kGroupInputs] = kOffset;
        std::memset(scale, 0, 2);
        continue;
      }
      const uint8_t* const block = rows[output] + b * kQ8_0BlockBytes;
      std::memcpy(scale, block, 2);
      for (int group = 0; group < kBlockInputs / kGroupInputs; ++group) {
        uint32_t four;
        std::memcpy(&four, block + 2 + group * kGroupInputs, sizeof(four));
        four ^= 0x80808080u;
        std::memcpy(to + group * kGroupBytes, &four, sizeof(four));
      }
    }
  }
  uint8_t* const end = scales + blocks * kBlockScaleBytes;
  std::memset(end, 0, static_cast<size_t>(panel + PackedPanelBytes(inputs) - end));
}

void DequantizePackedRow(const PackedQ8& matrix, int64_t output, float* out) {
  const int64_t blocks = matrix.inputs / kBlockInputs;
  const uint8_t* const panel = matrix.panel(output / kPanelOutputs);
  const int64_t lane = output % kPanelOutputs;
  for (int64_t b = 0; b < blocks; ++b) {
    uint16_t half;
    std::memcpy(&half, panel + blocks * kBlockValueBytes + b * kBlockScaleBytes + lane * 2, sizeof(half));
    const float scale = HalfToFloat(half);
    const uint8_t* const values = panel + b * kBlockValueBytes + lane * kGroupInputs;
    for (int i = 0; i < kBlockInputs; ++i) {
      const int value = values[i / kGroupInputs * kGroupBytes + i % kGroupInputs];
      out[b * kBlockInputs + i] = scale * static_cast<float>(value - kOffset);
    }
  }
}

}  // namespace ferro
