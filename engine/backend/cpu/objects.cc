#include "engine/backend/cpu/objects.h"

namespace ferro::cpu {
namespace {

size_t Rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

struct Layout {
  Layout(int max_rows, int width) {
    const size_t values = static_cast<size_t>(max_rows) * width, blocks = values / kBlockInputs;
    scales = Rounded(values);
    offsets = scales + Rounded(blocks * sizeof(float));
    floats = offsets + Rounded(blocks * sizeof(int32_t));
    bytes = floats + values * sizeof(float);
  }
  size_t scales, offsets, floats, bytes;
};

}  // namespace

size_t QuantizedInput::Bytes(int max_rows, int width) { return Layout(max_rows, width).bytes; }

QuantizedInput::QuantizedInput(int max_rows, int width, AlignedBuffer data)
    : MatrixInput(max_rows, width), memory(std::move(data)) {
  const Layout layout(max_rows, width);
  uint8_t* base = memory.as<uint8_t>();
  rows = {.inputs = width,
          .values = reinterpret_cast<int8_t*>(base),
          .scales = reinterpret_cast<float*>(base + layout.scales),
          .offsets = reinterpret_cast<int32_t*>(base + layout.offsets)};
  floats = reinterpret_cast<float*>(base + layout.floats);
}

}  // namespace ferro::cpu
