// What the OpenCL backend hands out behind the backend's handle types: device buffers and their shapes.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_OBJECTS_H_
#define FERRO_ENGINE_BACKEND_OPENCL_OBJECTS_H_

#include <cstdint>
#include <utility>

#include "engine/backend/backend.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

// Device memory of one matrix, or of a stack of equal ones (experts); see MatrixView.
struct MatrixBuffers {
  MatrixView view() const { return {values.get(), scales.get(), outputs, inputs, padded, count}; }
  int64_t bytes() const { return values.bytes() + scales.bytes(); }

  Buffer values, scales;
  int outputs = 0, inputs = 0, padded = 0, count = 1;
};

struct DeviceMatrix : Matrix {
  explicit DeviceMatrix(MatrixBuffers b) : Matrix(b.outputs, b.inputs), buffers(std::move(b)) {}
  int64_t bytes() const override { return buffers.bytes(); }
  const MatrixBuffers buffers;
};

struct DeviceMatrixStack : MatrixStack {
  explicit DeviceMatrixStack(MatrixBuffers b) : MatrixStack(b.count, b.outputs, b.inputs), buffers(std::move(b)) {}
  int64_t bytes() const override { return buffers.bytes(); }
  const MatrixBuffers buffers;
};

struct DeviceVector : Vector {
  explicit DeviceVector(Buffer b) : buffer(std::move(b)) {}
  const Buffer buffer;  // float
};

struct DeviceRows : Rows {
  DeviceRows(int max_rows, int width, Buffer b) : Rows(max_rows, width), buffer(std::move(b)) {}
  RowsView view() const { return {buffer.get(), width()}; }
  // In an encoder pass whose window begins at row `first`.
  RowsView view(int first) const { return {buffer.get(), width(), scope() == RowScope::kWindow ? first : 0}; }
  const Buffer buffer;  // float [row][width]
};

struct DeviceInput : MatrixInput {
  DeviceInput(int max_rows, int width, Buffer v, Buffer s)
      : MatrixInput(max_rows, width), values(std::move(v)), scales(std::move(s)) {}
  InputView view() const { return {values.get(), scales.get(), width()}; }
  InputView view(int first) const {
    return {values.get(), scales.get(), width(), scope() == RowScope::kWindow ? first : 0};
  }
  const Buffer values, scales;  // see InputView
};

struct DeviceKvCache : KvCache {
  DeviceKvCache(KvFormat format, const HeadShape& shape, KvBuffers b)
      : format(format), shape(shape), buffers(std::move(b)) {}
  int64_t bytes() const override { return buffers.bytes(); }
  const KvFormat format;
  const HeadShape shape;
  const KvBuffers buffers;
};

struct DeviceConvState : ConvState {
  DeviceConvState(int taps, int channels, Buffer b) : taps(taps), channels(channels), buffer(std::move(b)) {}
  int64_t slot_bytes() const { return int64_t{4} * (taps - 1) * channels; }
  const int taps, channels;
  const Buffer buffer;  // float [slot][tap][channel]
};

// The one concrete class behind each handle; a handle of another backend is a bug of the caller.
template <class Concrete, class Base>
const Concrete* As(const Base& handle) {
  return static_cast<const Concrete*>(&handle);
}

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_OBJECTS_H_
