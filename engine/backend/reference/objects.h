// What the reference backend hands out: plain arrays behind the backend's handle types.
#ifndef FERRO_ENGINE_BACKEND_REFERENCE_OBJECTS_H_
#define FERRO_ENGINE_BACKEND_REFERENCE_OBJECTS_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"

namespace ferro::reference {

struct FileMatrix : Matrix {
  FileMatrix(int64_t outputs, int64_t inputs) : Matrix(outputs, inputs) {}
  int64_t bytes() const override;
  // Row `output` in f32, exact.
  void ReadRow(int64_t output, float* values) const;

  std::vector<MatrixPart> parts;
};

struct FileStack : MatrixStack {
  explicit FileStack(std::vector<std::unique_ptr<Matrix>> all)
      : MatrixStack(static_cast<int>(all.size()), all[0]->outputs(), all[0]->inputs()), matrices(std::move(all)) {}
  int64_t bytes() const override { return count() * matrices[0]->bytes(); }
  const FileMatrix& of(int expert) const { return static_cast<const FileMatrix&>(*matrices[expert]); }

  const std::vector<std::unique_ptr<Matrix>> matrices;  // FileMatrix each
};

struct FloatVector : Vector {
  std::vector<float> values;
};

struct FloatRows : Rows {
  FloatRows(int max_rows, int width) : Rows(max_rows, width), values(static_cast<size_t>(max_rows) * width) {}
  float* row(int r) { return values.data() + static_cast<size_t>(r) * width(); }
  const float* row(int r) const { return values.data() + static_cast<size_t>(r) * width(); }
  std::vector<float> values;
};

struct FloatInput : MatrixInput {
  FloatInput(int max_rows, int width) : MatrixInput(max_rows, width), values(static_cast<size_t>(max_rows) * width) {}
  float* row(int r) { return values.data() + static_cast<size_t>(r) * width(); }
  const float* row(int r) const { return values.data() + static_cast<size_t>(r) * width(); }
  std::vector<float> values;
};

// Rows are rounded to the KV type when stored and kept as f32.
struct FloatKvCache : KvCache {
  FloatKvCache(int slots, int positions, const AttentionShape& shape, KvType type)
      : positions(positions),
        width(shape.kv_heads * shape.head_dim),
        type(type),
        keys(static_cast<size_t>(slots) * positions * width),
        values(keys.size()) {}
  int64_t bytes() const override { return static_cast<int64_t>((keys.size() + values.size()) * sizeof(float)); }
  size_t at(int slot, int position) const { return (static_cast<size_t>(slot) * positions + position) * width; }

  const int positions;
  const int width;  // kv_heads * head_dim
  const KvType type;
  std::vector<float> keys, values;  // [slot][position][kv_head][head_dim]
};

struct FloatConvState : ConvState {
  FloatConvState(int slots, int taps, int channels)
      : taps(taps), channels(channels), values(static_cast<size_t>(slots) * (taps - 1) * channels) {}
  float* slot(int s) { return values.data() + static_cast<size_t>(s) * (taps - 1) * channels; }
  const int taps;
  const int channels;
  std::vector<float> values;  // [slot][tap][channel], oldest first
};

// Rounds `n` values in place to what a cache of this type would give back.
void RoundToKvType(KvType type, float* values, int n);

// The one concrete class behind each handle; a handle of another backend is a bug of the caller.
template <class Concrete, class Handle>
Concrete& As(Handle& handle) {
  return static_cast<Concrete&>(handle);
}
template <class Concrete, class Handle>
const Concrete& As(const Handle& handle) {
  return static_cast<const Concrete&>(handle);
}

}  // namespace ferro::reference

#endif  // FERRO_ENGINE_BACKEND_REFERENCE_OBJECTS_H_
