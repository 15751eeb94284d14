// The greedy choice on the device, see Backend::Argmax.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_ARGMAX_H_
#define FERRO_ENGINE_KERNELS_OPENCL_ARGMAX_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Where a choice goes. `partial` is scratch of ArgmaxKernels::PartialBytes.
struct ChoiceBuffers {
  cl_mem partial = nullptr;
  cl_mem chosen = nullptr;  // int [slot]: for later rows of token -1
  cl_mem out = nullptr;     // int [logit row]: for the host; -1 where no logit is finite
};

// Immutable once built; the builder's context must outlive it.
class ArgmaxKernels {
 public:
  ArgmaxKernels() = default;
  static absl::StatusOr<ArgmaxKernels> Build(const Builder& builder);

  static int64_t PartialBytes(int rows);

  // Appends two launches: the index of the largest logit of rows [0, rows), whose slots are those of the pass's logit
  // rows. Lowest index on ties, NaN as -infinity.
  absl::Status Argmax(const RowsView& logits, int rows, const PassView& pass, const ChoiceBuffers& choice,
                      LaunchList& out) const;

 private:
  Program program_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_ARGMAX_H_
