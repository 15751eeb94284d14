// The tables that FloatKernelsFor chooses from.
#ifndef FERRO_ENGINE_KERNELS_OPS_TABLES_H_
#define FERRO_ENGINE_KERNELS_OPS_TABLES_H_

#include "engine/kernels/ops/float_kernel_table.h"

namespace ferro {

extern const FloatKernels kScalarFloatKernels;
extern const FloatKernels kAvx2FloatKernels;
extern const FloatKernels kAvx512FloatKernels;

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_TABLES_H_
