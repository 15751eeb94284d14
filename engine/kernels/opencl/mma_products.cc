#include "engine/kernels/opencl/mma_products.h"

#include "base/status_macros.h"

namespace ferro::opencl {

absl::StatusOr<MmaProducts> MmaProducts::Build(const Builder& builder, const MmaTuning& tuning) {
  FERRO_ASSIGN_OR_RETURN(MmaGemmKernels small, MmaGemmKernels::Build(builder, tuning));
  std::optional<MmaGemmKernels> large;
  const MmaTuning enlarged = Enlarged(tuning);
  if (enlarged.row_parts != tuning.row_parts && CheckMmaTuning(enlarged, builder.device()).ok()) {
    FERRO_ASSIGN_OR_RETURN(large, MmaGemmKernels::Build(builder, enlarged));
  }
  return MmaProducts(std::move(small), std::move(large), builder.device().compute_units);
}

const MmaGemmKernels* MmaProducts::For(const MatrixView& weights, int rows) const {
  if (!small_.Takes(weights)) return nullptr;
  return large_ && SuitsLarge(large_->tuning(), weights, rows, compute_units_) ? &*large_ : &small_;
}

}  // namespace ferro::opencl
