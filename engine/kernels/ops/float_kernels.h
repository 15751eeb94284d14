// The float kernels of an instruction set; float_kernel_table.h says what they compute.
#ifndef FERRO_ENGINE_KERNELS_OPS_FLOAT_KERNELS_H_
#define FERRO_ENGINE_KERNELS_OPS_FLOAT_KERNELS_H_

#include "engine/kernels/isa/isa.h"
#include "engine/kernels/ops/float_kernel_table.h"

namespace ferro {

// `isa` must be supported by this machine. All tables give the same bits; the AVX-VNNI set uses the AVX2 one.
const FloatKernels& FloatKernelsFor(Isa isa);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_FLOAT_KERNELS_H_
