// What every kind of tile product asks of its arguments, and what it costs.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_GEMM_VIEWS_H_
#define FERRO_ENGINE_KERNELS_OPENCL_GEMM_VIEWS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/launch_work.h"

namespace ferro::opencl {

// Outputs [begin, begin + count) of a matrix. `begin` is a multiple of kOutputsPadding.
struct OutputRange {
  int begin = 0;
  int count = 0;
};

constexpr int CeilDiv(int a, int b) { return (a + b - 1) / b; }

// "1024x4608"
std::string GemmShapeText(const MatrixView& weights);

// kInternal: the views do not fit together, or are too large for 32-bit indices. `last_row`: one past the last row of
// x and of y that is used.
absl::Status CheckGemmViews(const MatrixView& weights, const InputView& x, OutputRange outputs, const RowsView& y,
                            int64_t last_row);

// kInternal: rows that lie before the views.
absl::Status CheckGemmRows(RowRange rows, const InputView& x, const RowsView& y);

// Of `rows` rows and `matrices` matrices that are used.
WorkTotals GemmWork(double rows, double matrices, double outputs, double inputs, bool accumulate);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_GEMM_VIEWS_H_
