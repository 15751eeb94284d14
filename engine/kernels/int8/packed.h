// Int8 weight matrices in the layout that the CPU kernels stream: panels of 16 outputs.
//
// A panel holds 16 consecutive outputs over all inputs. First the values, block by block (32 inputs):
//   uint8 value[block][group: 8][output: 16][input: 4]      512 bytes a block, value = q + 128
// then the scales of Q8_0, one IEEE half per block and output:
//   half scale[block][output: 16]                           32 bytes a block
// so that one 64-byte vector holds four inputs of all 16 outputs, which is what a dot-product instruction eats, every
// vector starts on a cache line, and a panel is one run of sequential reads. That is 34 bytes per 32 weights, as in the
// file; the panel is rounded up to 64 bytes. Values are stored unsigned because VPDPBUSD multiplies unsigned by signed:
// the signed side, the activations, can then be broadcast straight from memory, and 128 * sum(activations), which the
// offset adds to every output alike, is known when a row is quantised.
//
// Outputs beyond the last one (the matrix need not have a multiple of 16) are padded with zero weights.
#ifndef FERRO_ENGINE_KERNELS_INT8_PACKED_H_
#define FERRO_ENGINE_KERNELS_INT8_PACKED_H_

#include <cstdint>

namespace ferro {

inline constexpr int kPanelOutputs = 16;
inline constexpr int kBlockInputs = 32;
inline constexpr int kBlockValueBytes = kPanelOutputs * kBlockInputs;  // of one block in a panel
inline constexpr int kBlockScaleBytes = kPanelOutputs * 2;
inline constexpr int kPackedAlignment = 64;

// These few helpers are always inlined: they are called from files compiled for a wider instruction set, whose
// out-of-line copies the linker could otherwise pick for everyone.
[[gnu::always_inline]] inline constexpr int64_t PackedPanels(int64_t outputs) {
  return (outputs + kPanelOutputs - 1) / kPanelOutputs;
}

// `inputs` is a positive multiple of 32.
[[gnu::always_inline]] inline constexpr int64_t PackedPanelBytes(int64_t inputs) {
  const int64_t bytes = inputs / kBlockInputs * (kBlockValueBytes + kBlockScaleBytes);
  return (bytes + kPackedAlignment - 1) / kPackedAlignment * kPackedAlignment;
}

// Size of the buffer behind a PackedQ8. The caller bounds outputs and inputs; no overflow below 2^60.
inline constexpr int64_t PackedQ8Bytes(int64_t outputs, int64_t inputs) {
  return PackedPanels(outputs) * PackedPanelBytes(inputs);
}

// A view of a packed matrix. `data` belongs to the caller, is 64-byte aligned (kernels use aligned loads) and
// PackedQ8Bytes() long; big matrices read faster from huge pages.
struct PackedQ8 {
  int64_t outputs = 0;
  int64_t inputs = 0;  // a positive multiple of 32
  const uint8_t* data = nullptr;

  [[gnu::always_inline]] int64_t panels() const { return PackedPanels(outputs); }
  [[gnu::always_inline]] const uint8_t* panel(int64_t index) const { return data + index * PackedPanelBytes(inputs); }
};

// Packs one panel. rows[i] is the Q8_0 row (inputs / 32 blocks of {half d; int8 q[32]}, any alignment) of the panel's
// i-th output, or null where there is none. `panel` has PackedPanelBytes(inputs) bytes. Panels are independent: callers
// pack them in parallel and take rows from as many tensors as they stack.
void PackPanel(const uint8_t* const rows[kPanelOutputs], int64_t inputs, uint8_t* panel);

// out[0..inputs) = scale * q of one output row: what dequantising the file's row gives, bit for bit.
void DequantizePackedRow(const PackedQ8& matrix, int64_t output, float* out);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_INT8_PACKED_H_
