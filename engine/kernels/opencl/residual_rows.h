// Row operations on the device of encoders whose branches are normalised before they join the residual: what
// EncoderOps has for EmbeddingGemma.
//
// Each function appends one launch, with all arguments bound, for the rows of a range; the buffers must outlive it.
// What changes from pass to pass is read from the PassView. Arrays may begin at different rows (RowsView::first).
// Results have the bits of the scalar tables (add_rms_norm, rms_norm, geglu, mean_rows, quantize_row), and a row's do
// not depend on the range. Widths are multiples of 32. kInvalidArgument: widths that do not fit together. kInternal:
// the driver refuses a launch. Thread-compatible.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_RESIDUAL_ROWS_H_
#define FERRO_ENGINE_KERNELS_OPENCL_RESIDUAL_ROWS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// How a branch joins the residual: x = (x + norm(branch) * weight) * factor.
struct JoinView {
  cl_mem weight = nullptr;  // float [width]
  float eps = 0;
  float factor = 1;
};

class ResidualRowKernels {
 public:
  ResidualRowKernels() = default;
  static absl::StatusOr<ResidualRowKernels> Build(const Builder& builder, const RowTuning& tuning = {});

  // x[row] = the row's token in `table` [token][width], times `factor`.
  absl::Status EmbedScaled(const MatrixView& table, RowRange rows, const PassView& pass, float factor,
                           const RowsView& x, LaunchList& out) const;

  // in[row] = the first in.inputs values of x[row].
  absl::Status Quantise(const RowsView& x, RowRange rows, const InputView& in, LaunchList& out) const;

  // x[row] joins branch[row].
  absl::Status AddNorm(const RowsView& branch, RowRange rows, const JoinView& join, const RowsView& x,
                       LaunchList& out) const;
  // The same, and in[row] = x[row], normalised with `next` (float [width]) and the same eps unless that is null.
  absl::Status AddNormQuantise(const RowsView& branch, RowRange rows, const JoinView& join, const RowsView& x,
                               cl_mem next, const InputView& in, LaunchList& out) const;

  // in[row] = gelu(gate) * up, where gate_up[row] = [gate][up][unused].
  absl::Status GeluGateQuantise(const RowsView& gate_up, RowRange rows, const InputView& in, LaunchList& out) const;

  // in[row] = gelu(gate[row]) * x[row] / sqrt(mean(x[row]^2) + eps) * weight. `weight` is float [width].
  absl::Status GeluGateNormedQuantise(const RowsView& gate, const RowsView& x, RowRange rows, cl_mem weight, float eps,
                                      const InputView& in, LaunchList& out) const;

  // mean[run] = the mean of x over the run's rows, for the first `runs` runs of the pass; `rows` is how many rows they
  // have, for the launch's work alone. Both begin with the pass.
  absl::Status MeanOfRuns(const RowsView& x, const PassView& pass, int runs, int rows, const RowsView& mean,
                          LaunchList& out) const;

 private:
  ResidualRowKernels(Program program, int items) : program_(std::move(program)), items_(items) {}

  Program program_;
  int items_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_RESIDUAL_ROWS_H_
