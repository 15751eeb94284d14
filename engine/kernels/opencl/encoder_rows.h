// Row operations of encoder passes on the device: norms, gates, what follows attention and convolutions.
//
// Each function appends one launch, with all arguments bound, for the rows of a range; the buffers must outlive it.
// What changes from pass to pass is read from the PassView. Arrays may begin at different rows (RowsView::first).
// Results have the bits of the scalar tables (layer_norm, rms_norm, relu, gelu_dot, centred_conv, quantize_row), and a
// row's do not depend on the range. Widths are multiples of 32 unless a comment says otherwise. kInvalidArgument:
// widths that do not fit together. kInternal: the driver refuses a launch. Thread-compatible.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_ENCODER_ROWS_H_
#define FERRO_ENGINE_KERNELS_OPENCL_ENCODER_ROWS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// float [width] each.
struct LayerNormView {
  cl_mem weight = nullptr;
  cl_mem bias = nullptr;
  float eps = 0;
};

class EncoderRowKernels {
 public:
  EncoderRowKernels() = default;
  static absl::StatusOr<EncoderRowKernels> Build(const Builder& builder, const RowTuning& tuning = {});

  // in[row] = (x[row] - mean) / sqrt(variance + eps) * weight + bias.
  absl::Status LayerNormQuantise(const RowsView& x, RowRange rows, const LayerNormView& norm, const InputView& in,
                                 LaunchList& out) const;

  // y[row] = x[row] / sqrt(mean(x[row]^2) + eps) * weight; y may be x. `weight` is float [width].
  absl::Status Norm(const RowsView& x, RowRange rows, cl_mem weight, float eps, const RowsView& y,
                    LaunchList& out) const;

  // x[row] += table[table_row of the row's run]. `table` is float [table_row][width].
  absl::Status AddRunRow(const RowsView& x, const EncoderRows& rows, cl_mem table, LaunchList& out) const;

  // in[row] = max(x[row], 0), NaN stays NaN. x may be wider: a multiple of 4.
  absl::Status ReluQuantise(const RowsView& x, RowRange rows, const InputView& in, LaunchList& out) const;

  // y[row][0] = sum over x[row] of gelu(x) * weight, + bias[0]. Any widths; y's columns behind the first stay.
  absl::Status GeluDot(const RowsView& x, RowRange rows, cl_mem weight, cl_mem bias, const RowsView& y,
                       LaunchList& out) const;

  // x[i] = x[logit row i] for the first `logit_rows` logit rows of the pass, in place. x begins with the pass.
  absl::Status KeepRows(const PassView& pass, int logit_rows, const RowsView& x, LaunchList& out) const;

  // in[row] = C * (taps[1] z + taps[0] z of the row before + taps[2] z of the row behind), z = B * X within the run.
  // bcx[row] = [B][C][X][unused], in.inputs values each, the whole pass; `taps` is float [channel][3].
  absl::Status CentredConvQuantise(const RowsView& bcx, const EncoderRows& rows, cl_mem taps, const InputView& in,
                                   LaunchList& out) const;

 private:
  EncoderRowKernels(Program program, int items) : program_(std::move(program)), items_(items) {}

  Program program_;
  int items_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_ENCODER_ROWS_H_
