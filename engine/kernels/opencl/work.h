// Bytes and operations of what kernels read and compute (types.h has the layouts): terms of LaunchWork.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_WORK_H_
#define FERRO_ENGINE_KERNELS_OPENCL_WORK_H_

#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// All of these count in double: a launch may move more than 2^31 bytes.
constexpr double FloatBytes(double values) { return 4 * values; }

// Weights: int8 and a half for each block.
constexpr double MatrixBytes(double outputs, double inputs) { return outputs * inputs * (kBlock + 2) / kBlock; }

// Quantised activations: int8 and a float for each block.
constexpr double InputBytes(double values) { return values * (kBlock + 4) / kBlock; }

// Of a product, int8 or float: a multiplication and an addition for each weight and row.
constexpr double ProductOps(double rows, double outputs, double inputs) { return 2 * rows * outputs * inputs; }

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_WORK_H_
