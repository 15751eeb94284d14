// Int8 matrix products of the CPU backend: quantised rows times packed weights, for each instruction set.
//
// What every kernel computes, with int32 and f32 arithmetic and one rounding per written operation:
//   y[row][output] = fold over blocks b = 0, 1, ... of  acc = fma(float(dot_b), w_scale_b * x_scale_b, acc), acc = 0
// where dot_b is the exact integer dot product of 32 values. The order does not depend on the instruction set, on the
// role (prefill or decode), on how the work is split or on the other rows, so all of them give the same bits: those of
// the kScalar kernels, which are the definition. (Where a scale is NaN or infinity only NaN-ness is promised.)
//
// Threads: kernels are pure functions of their arguments. Calls that write different rows or panels may run at once.
#ifndef FERRO_ENGINE_KERNELS_INT8_INT8_KERNELS_H_
#define FERRO_ENGINE_KERNELS_INT8_INT8_KERNELS_H_

#include <cstdint>

#include "engine/kernels/int8/packed.h"
#include "engine/kernels/isa/isa.h"

namespace ferro {

// Activations as the products take them. A view: the arrays belong to the caller and need no alignment.
struct QuantizedRows {
  int64_t inputs = 0;          // a positive multiple of 32
  int8_t* values = nullptr;    // [row][inputs], -127..127
  float* scales = nullptr;     // [row][inputs / 32], rounded to half and widened again
  int32_t* offsets = nullptr;  // [row][inputs / 32], -128 * sum of the block's values (see packed.h)

  [[gnu::always_inline]] int64_t blocks() const { return inputs / kBlockInputs; }
  // The same rows from `row` on.
  [[gnu::always_inline]] QuantizedRows From(int64_t row) const {
    return {inputs, values + row * inputs, scales + row * blocks(), offsets + row * blocks()};
  }
};

// Half-open.
struct IndexRange {
  int64_t begin;
  int64_t end;
};

// y = x * weights^T. weights.inputs == x.inputs.
struct Int8Product {
  PackedQ8 weights;
  QuantizedRows x;
  float* y = nullptr;           // [row][y_stride], outputs values written per row
  int64_t y_stride = 0;         // >= weights.outputs
  bool accumulate = false;      // y += the finished sum (one f32 addition) instead of y =
  const float* bias = nullptr;  // [outputs], added to the finished sum before that; null: none
};

struct Int8Kernels {
  Isa isa;

  // Quantises x[0..inputs) as row `row` of `out`. Per block of 32: amax = max |x|, d = amax / 127, scale = half(d),
  // q = x * (1 / d) rounded half away from zero (all in f32; the unrounded d gives the integers).
  // A block whose scale rounds to zero (amax below 3.8e-6) is all zeros, so that flushed denormals make no difference.
  // A block that holds a NaN or an infinity gets q = 0 and scale NaN: it shows in the result instead of vanishing.
  void (*quantize_row)(const float* x, const QuantizedRows& out, int64_t row);

  // Prefill: any number of rows; reuses weights from cache. Give a thread at least 2 panels and as many rows as there
  // are; 64 rows and more reach full speed.
  void (*gemm)(const Int8Product& product, IndexRange rows, IndexRange panels);

  // Decode: reads each weight once per 8 rows, at the speed of memory.
  void (*gemv)(const Int8Product& product, IndexRange rows, IndexRange panels);
};

// The kernels of `isa`; calling them on a machine without it is an illegal instruction (see SupportedIsas()).
const Int8Kernels& Int8KernelsFor(Isa isa);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_INT8_INT8_KERNELS_H_
