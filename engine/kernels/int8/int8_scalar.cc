// The int8 products and the quantisation in plain loops: the definition that every other instruction set is held to,
// and what runs where there is none of them.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/gguf/half.h"
#include "engine/kernels/int8/int8_tables.h"

namespace ferro {
namespace {

void QuantizeRow(const float* x, const QuantizedRows& out, int64_t row) {
  for (int64_t b = 0; b < out.blocks(); ++b) {
    const float* const from = x + b * kBlockInputs;
    int8_t* const values = out.values + row * out.inputs + b * kBlockInputs;
    float& scale = out.scales[row * out.blocks() + b];
    int32_t& offset = out.offsets[row * out.blocks() + b];

    // Magnitudes compare as integers, which orders NaN above infinity above every number.
    uint32_t max_bits = 0;
    for (int i = 0; i < kBlockInputs; ++i) {
      const uint32_t bits = std::bit_cast<uint32_t>(from[i]) & 0x7fffffffu;
      if (bits > max_bits) max_bits = bits;
    }
    const bool finite = max_bits < 0x7f800000u;
    const float d = std::bit_cast<float>(max_bits) / 127.0f;
    const uint16_t half = FloatToHalf(d);
    offset = 0;
    if (!finite || half == 0) {
      scale = finite ? 0.0f : std::numeric_limits<float>::quiet_NaN();
      std::memset(values, 0, kBlockInputs);
      continue;
    }
    scale = HalfToFloat(half);
    const float inverse = 1.0f / d;
    for (int i = 0; i < kBlockInputs; ++i) {
      values[i] = static_cast<int8_t>(std::round(from[i] * inverse));
      offset -= 128 * values[i];
    }
  }
}

// The fold over blocks of int8_kernels.h for one row and one output.
float Dot(const PackedQ8& weights, int64_t output, const QuantizedRows& x, int64_t row) {
  const int64_t blocks = x.blocks();
  const uint8_t* const panel = weights.panel(output / kPanelOutputs);
  const int64_t lane = output % kPanelOutputs;
  float acc = 0;
  for (int64_t b = 0; b < blocks; ++b) {
    const uint8_t* const w = panel + b * kBlockValueBytes + lane * 4;
    const int8_t* const values = x.values + row * x.inputs + b * kBlockInputs;
    int32_t dot = 0;
    for (int i = 0; i < kBlockInputs; ++i) dot += (w[i / 4 * (kPanelOutputs * 4) + i % 4] - 128) * values[i];
    uint16_t half;
    std::memcpy(&half, panel + blocks * kBlockValueBytes + b * kBlockScaleBytes + lane * 2, sizeof(half));
    acc = std::fma(static_cast<float>(dot), HalfToFloat(half) * x.scales[row * blocks + b], acc);
  }
  return acc;
}

void Product(const Int8Product& product, IndexRange rows, IndexRange panels) {
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    for (int64_t output = panels.begin * kPanelOutputs;
         output < panels.end * kPanelOutputs && output < product.weights.outputs; ++output) {
      float sum = Dot(product.weights, output, product.x, row);
      if (product.bias != nullptr) sum += product.bias[output];
      float& y = product.y[row * product.y_stride + output];
      y = product.accumulate ? y + sum : sum;
    }
  }
}

}  // namespace

const Int8Kernels kInt8Scalar = {Isa::kScalar, QuantizeRow, Product, Product};

}  // namespace ferro
