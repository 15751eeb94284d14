// The short convolution on the device (Backend::ShortConv), with the bits of the scalar tables' short_conv and
// quantize_row. Each function appends launches; rows.h says what holds for them.
//
// Prefill rows: any number of Rows launches over all rows of the pass's runs, also cut inside a run, and then one State
// launch for these runs. Decode rows: Step.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_CONV_H_
#define FERRO_ENGINE_KERNELS_OPENCL_CONV_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// One convolution layer.
struct ShortConvView {
  cl_mem taps = nullptr;   // float [channel][tap], oldest first
  cl_mem state = nullptr;  // float [slot][tap][channel], the last taps - 1 inputs, oldest first
  int channels = 0;        // a multiple of 32
};

class ConvKernels {
 public:
  ConvKernels() = default;
  // For convolutions of `taps` (2 .. 16) taps.
  static absl::StatusOr<ConvKernels> Build(const Builder& builder, int taps, const RowTuning& tuning = {});

  // in[row] = C * conv(B * X) for rows of any runs of the pass; bcx[row] = [B][C][X]. Leaves the state as it is.
  absl::Status Rows(const ShortConvView& conv, const RowsView& bcx, RowRange rows, const PassView& pass,
                    const InputView& in, LaunchList& out) const;

  // Moves the state of the runs [runs.begin, runs.begin + runs.count) of the pass on by their rows.
  absl::Status State(const ShortConvView& conv, const RowsView& bcx, RowRange runs, const PassView& pass,
                     LaunchList& out) const;

  // Both for rows that are runs of their own.
  absl::Status Step(const ShortConvView& conv, const RowsView& bcx, RowRange rows, const PassView& pass,
                    const InputView& in, LaunchList& out) const;

 private:
  ConvKernels(Program program, int items, int taps) : program_(std::move(program)), items_(items), taps_(taps) {}

  Program program_;
  int items_ = 0;
  int taps_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_CONV_H_
