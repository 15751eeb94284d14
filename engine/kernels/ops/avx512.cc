// The float kernels for AVX-512 F, BW, VL and DQ. This file is compiled for them: it may include no header that defines
// inline functions, or the linker could pick its copy for a machine that lacks them.
#include "engine/kernels/ops/erf_constants.h"
#include "engine/kernels/ops/exp_constants.h"
#include "engine/kernels/ops/float_kernel_table.h"
#include "engine/kernels/ops/gelu_constants.h"
#include "engine/kernels/ops/kv_format.h"
#include "engine/kernels/ops/tables.h"
#include "engine/kernels/ops/vec_avx512.h"

namespace ferro {
namespace {

#include "engine/kernels/ops/simd_rows.inc"
//
#include "engine/kernels/ops/simd_encoder.inc"
//
#include "engine/kernels/ops/simd_symmetric_tiles.inc"
//
#include "engine/kernels/ops/simd_symmetric_attention.inc"
//
#include "engine/kernels/ops/simd_kv_store.inc"
//
#include "engine/kernels/ops/simd_conv.inc"
//
#include "engine/kernels/ops/simd_attention_tiles.inc"
//
#include "engine/kernels/ops/simd_attention.inc"
//
#include "engine/kernels/ops/simd_table.inc"

}  // namespace

constinit const FloatKernels kAvx512FloatKernels = MakeTable("avx512");

}  // namespace ferro
