// What the cpu backend hands out behind the backend's handle types.
#ifndef FERRO_ENGINE_BACKEND_CPU_OBJECTS_H_
#define FERRO_ENGINE_BACKEND_CPU_OBJECTS_H_

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/backend/cpu/aligned_buffer.h"
#include "engine/kernels/int8/int8_kernels.h"
#include "engine/kernels/int8/packed.h"
#include "engine/kernels/ops/float_kernels.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro::cpu {

struct PackedMatrix : Matrix {
  PackedMatrix(int64_t outputs, int64_t inputs, AlignedBuffer data)
      : Matrix(outputs, inputs), packed{outputs, inputs, data.as<uint8_t>()}, memory(std::move(data)) {}
  int64_t bytes() const override { return PackedQ8Bytes(packed.outputs, packed.inputs); }
  const PackedQ8 packed;
  const AlignedBuffer memory;
};

struct PackedStack : MatrixStack {
  explicit PackedStack(std::vector<std::unique_ptr<PackedMatrix>> all)
      : MatrixStack(static_cast<int>(all.size()), all[0]->outputs(), all[0]->inputs()), matrices(std::move(all)) {}
  int64_t bytes() const override { return count() * matrices[0]->bytes(); }
  const std::vector<std::unique_ptr<PackedMatrix>> matrices;
};

struct FloatVector : Vector {
  explicit FloatVector(AlignedBuffer data) : memory(std::move(data)) {}
  const float* data() const { return memory.as<float>(); }
  const AlignedBuffer memory;
};

struct FloatRows : Rows {
  FloatRows(int max_rows, int width, AlignedBuffer data) : Rows(max_rows, width), memory(std::move(data)) {}
  float* row(int r) const { return memory.as<float>() + static_cast<size_t>(r) * width(); }
  const AlignedBuffer memory;
};

// Quantised rows, and the same rows in f32 where an operation produces them before quantising.
struct QuantizedInput : MatrixInput {
  QuantizedInput(int max_rows, int width, AlignedBuffer data);
  static size_t Bytes(int max_rows, int width);
  float* float_row(int r) const { return floats + static_cast<size_t>(r) * width(); }

  QuantizedRows rows;
  float* floats;  // [row][width]
  const AlignedBuffer memory;
};

// Columns [begin, end) of row `r`, both multiples of 32, as a row of its own.
inline QuantizedRows Columns(const QuantizedRows& rows, int r, int64_t begin, int64_t end) {
  const QuantizedRows row = rows.From(r);
  const int64_t block = begin / kBlockInputs;
  return {end - begin, row.values + begin, row.scales + block, row.offsets + block};
}

// The first row of `from` becomes the first row of `to`; both have the same width.
inline void CopyRow(const QuantizedRows& from, const QuantizedRows& to) {
  std::memcpy(to.values, from.values, from.inputs);
  std::memcpy(to.scales, from.scales, from.blocks() * sizeof(float));
  std::memcpy(to.offsets, from.offsets, from.blocks() * sizeof(int32_t));
}

struct CpuKvCache : KvCache {
  CpuKvCache(int positions, const AttentionShape& shape, KvFormat format, AlignedBuffer data)
      : format(format),
        kv_heads(shape.kv_heads),
        head_bytes(KvHeadBytes(format, shape.head_dim, positions)),
        memory(std::move(data)) {}
  int64_t bytes() const override { return static_cast<int64_t>(memory.bytes()); }
  uint8_t* keys(int slot, int head) const {
    return memory.as<uint8_t>() + (static_cast<size_t>(slot) * kv_heads + head) * 2 * head_bytes;
  }
  uint8_t* values(int slot, int head) const { return keys(slot, head) + head_bytes; }

  const KvFormat format;
  const int kv_heads;
  const int64_t head_bytes;    // of the key array, and of the value array, of one head
  const AlignedBuffer memory;  // [slot][kv_head][keys, values]
};

struct CpuConvState : ConvState {
  CpuConvState(int taps, int channels, AlignedBuffer data) : taps(taps), channels(channels), memory(std::move(data)) {}
  float* slot(int s) const { return memory.as<float>() + static_cast<size_t>(s) * (taps - 1) * channels; }
  size_t slot_floats() const { return static_cast<size_t>(taps - 1) * channels; }
  const int taps;
  const int channels;
  const AlignedBuffer memory;  // [slot][tap][channel]
};

// The one concrete class behind each handle; a handle of another backend is a bug of the caller.
template <class Concrete, class Handle>
Concrete& As(Handle& handle) {
  return static_cast<Concrete&>(handle);
}
template <class Concrete, class Handle>
const Concrete& As(const Handle& handle) {
  return static_cast<const Concrete&>(handle);
}

}  // namespace ferro::cpu

#endif  // FERRO_ENGINE_BACKEND_CPU_OBJECTS_H_
