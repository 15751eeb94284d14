#include "engine/kernels/opencl/gemm_views.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int64_t kMaxIndex = std::numeric_limits<int32_t>::max();

}  // namespace

std::string GemmShapeText(const MatrixView& weights) { return absl::StrCat(weights.outputs, "x", weights.inputs); }

absl::Status CheckGemmViews(const MatrixView& weights, const InputView& x, OutputRange outputs, const RowsView& y,
                            int64_t last_row) {
  const bool fit = weights.inputs > 0 && weights.inputs % kBlock == 0 && weights.inputs == x.inputs &&
                   weights.padded % kOutputsPadding == 0 && weights.outputs <= weights.padded &&
                   weights.outputs <= y.width && weights.count > 0;
  if (!fit) {
    return absl::InternalError(absl::StrCat("a GEMM of a ", GemmShapeText(weights), " matrix (", weights.padded,
                                            " outputs padded) with rows of ", x.inputs, " into rows of ", y.width));
  }
  if (outputs.begin < 0 || outputs.begin % kOutputsPadding != 0 || outputs.count < 0 ||
      outputs.count > weights.outputs - outputs.begin) {
    return absl::InternalError(absl::StrCat("a GEMM of outputs ", outputs.begin, " + ", outputs.count, " of a ",
                                            GemmShapeText(weights), " matrix"));
  }
  const int64_t words = int64_t{weights.count} * weights.padded * (weights.inputs / 4);
  if (words > kMaxIndex || last_row * std::max(y.width, x.inputs / 4) > kMaxIndex) {
    return absl::InternalError(absl::StrCat("a GEMM of ", last_row, " rows with ", weights.count, " ",
                                            GemmShapeText(weights), " matrices exceeds 32-bit indices"));
  }
  return absl::OkStatus();
}

absl::Status CheckGemmRows(RowRange rows, const InputView& x, const RowsView& y) {
  if (rows.begin >= std::max(x.first, y.first) && rows.count >= 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("a GEMM of rows ", rows.begin, " + ", rows.count));
}

WorkTotals GemmWork(double rows, double matrices, double outputs, double inputs, bool accumulate) {
  const double results = FloatBytes(rows * outputs) * (accumulate ? 2 : 1);
  return {.bytes = MatrixBytes(matrices * outputs, inputs) + InputBytes(rows * inputs) + results,
          .int8_ops = ProductOps(rows, outputs, inputs)};
}

}  // namespace ferro::opencl
