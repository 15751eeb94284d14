// The kernels of each instruction set, one file each; int8_kernels.cc chooses.
//
// Those files are compiled for their instruction set as a whole, so they must not leave behind a copy of anything that
// other files share: the linker might keep that copy and run it on a machine that lacks the instructions. They use
// intrinsics, plain pointers and names of internal linkage only, no containers and no inline functions of other headers
// beyond the always-inlined ones.
#ifndef FERRO_ENGINE_KERNELS_INT8_INT8_TABLES_H_
#define FERRO_ENGINE_KERNELS_INT8_INT8_TABLES_H_

#include "engine/kernels/int8/int8_kernels.h"

namespace ferro {

extern const Int8Kernels kInt8Scalar;
extern const Int8Kernels kInt8Avx2;
extern const Int8Kernels kInt8AvxVnni;
extern const Int8Kernels kInt8Avx512Vnni;

// AVX2 and AVX-VNNI share one: a block at a time, it is bound by two divisions in a row, not by vector width.
void QuantizeRowAvx2(const float* x, const QuantizedRows& out, int64_t row);
void QuantizeRowAvx512(const float* x, const QuantizedRows& out, int64_t row);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_INT8_INT8_TABLES_H_
