// Rows of GGUF tensors to f32 and back to Q8_0: plain loops, the oracle that faster kernels are compared with.
#ifndef FERRO_ENGINE_GGUF_DEQUANT_H_
#define FERRO_ENGINE_GGUF_DEQUANT_H_

#include <cstdint>

#include "engine/gguf/half.h"
#include "engine/gguf/types.h"

namespace ferro {

// Writes the n values of a row to dst. `src` holds RowBytes(type, n) bytes and needs no alignment.
// REQUIRES: IsReadable(type), n a whole number of blocks (GgufFile has checked both for the tensors it hands out).
// Block scales that are infinite or NaN give infinite or NaN values.
void DequantizeRow(TensorType type, const uint8_t* src, float* dst, int64_t n);

// Quantizes n values, a multiple of 32, to n / 32 Q8_0 blocks of 34 bytes at dst.
// Per block: d = max|x| / 127, q = x * (1 / d) rounded half away from zero, and d stored as half. This is the form
// that the usual converters apply, so weights quantized at load equal those of a Q8_0 file. A block that holds a NaN
// or an infinity gets a NaN scale and zero quants: it reads back as NaN instead of as plausible numbers.
void QuantizeQ8_0Row(const float* src, uint8_t* dst, int64_t n);

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_DEQUANT_H_
