// Products on tensor cores by tiles of two sizes, of which each product takes the better one.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_MMA_PRODUCTS_H_
#define FERRO_ENGINE_KERNELS_OPENCL_MMA_PRODUCTS_H_

#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "engine/kernels/opencl/gemm_mma.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Immutable once built; the launches outlive it.
class MmaProducts {
 public:
  // The tiles of `tuning`, and Enlarged ones if there are such and the device can hold them. Errors: those of
  // MmaGemmKernels::Build.
  static absl::StatusOr<MmaProducts> Build(const Builder& builder, const MmaTuning& tuning);

  // For a product of so many rows, or null where the tensor cores do not take its weights (MmaGemmKernels::Takes).
  const MmaGemmKernels* For(const MatrixView& weights, int rows) const;

  const MmaGemmKernels& small() const { return small_; }
  // Null: there are none.
  const MmaGemmKernels* large() const { return large_ ? &*large_ : nullptr; }

 private:
  MmaProducts(MmaGemmKernels small, std::optional<MmaGemmKernels> large, int compute_units)
      : small_(std::move(small)), large_(std::move(large)), compute_units_(compute_units) {}

  MmaGemmKernels small_;
  std::optional<MmaGemmKernels> large_;
  int compute_units_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_MMA_PRODUCTS_H_
