// Row operations of a pass on the device: embedding, norms, gated activations, the gathering of logit rows.
//
// Each function appends launches, with all arguments bound, for the rows of a range; the buffers must outlive them.
// What changes from pass to pass is read from the PassView. NormQuantise takes arrays that begin at different rows
// (RowsView::first), SwiGluQuantise two that begin at the same one, the others pass arrays alone. Results have the bits
// of the scalar tables (rms_norm, swiglu, quantize_row), and a row's do not depend on the range. kInvalidArgument:
// widths that do not fit together, or are no multiple of 32. kInternal: the driver refuses a launch. Thread-compatible.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_ROWS_H_
#define FERRO_ENGINE_KERNELS_OPENCL_ROWS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Changes speed alone.
struct RowTuning {
  int items = 128;  // work-items of a group: a multiple of 32, at most what the device takes
};

class RowKernels {
 public:
  RowKernels() = default;
  static absl::StatusOr<RowKernels> Build(const Builder& builder, const RowTuning& tuning = {});

  // x[row] = the row's token in `table` [token][width], exactly. `chosen` is int [slot]: what stands for token -1.
  absl::Status Embed(const MatrixView& table, RowRange rows, const PassView& pass, cl_mem chosen, const RowsView& x,
                     LaunchList& out) const;

  // in[row] = x[row] / sqrt(mean(x[row]^2) + eps) * weight; the same unquantised to `normed` unless null.
  // `weight` is float [width].
  absl::Status NormQuantise(const RowsView& x, RowRange rows, cl_mem weight, float eps, const InputView& in,
                            const RowsView* normed, LaunchList& out) const;

  // in[row] = x[row].
  absl::Status Quantise(const RowsView& x, RowRange rows, const InputView& in, LaunchList& out) const;

  // in[row] = silu(gate) * up, where gate_up[row] = [gate][up][unused]. Rows may also be the pairs of a mixture of
  // experts.
  absl::Status SwiGluQuantise(const RowsView& gate_up, RowRange rows, const InputView& in, LaunchList& out) const;

  // x[i] = x[logit row i] and in[i] = in[logit row i] for the first `logit_rows` logit rows of the pass, in place.
  absl::Status GatherRows(const PassView& pass, int logit_rows, const RowsView& x, const InputView& in,
                          LaunchList& out) const;

 private:
  RowKernels(Program program, int items) : program_(std::move(program)), items_(items) {}

  Program program_;
  int items_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_ROWS_H_
