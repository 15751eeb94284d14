#include "engine/kernels/opencl/conv.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/grid.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kMinTaps = 2, kMaxTaps = 16;

absl::Status CheckWidths(const ShortConvView& conv, int bcx_width, int inputs) {
  if (bcx_width == 3 * conv.channels && inputs == conv.channels && inputs % kBlock == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("a convolution of ", conv.channels, " channels from rows of ",
                                                 bcx_width, " values to int8 rows of ", inputs, "; it takes ", kBlock,
                                                 "s of channels, three times as many values and as many outputs"));
}

// Of one row: B, C and X in, the quantised row out.
double RowBytes(const ShortConvView& conv) { return FloatBytes(3.0 * conv.channels) + InputBytes(conv.channels); }

}  // namespace

absl::StatusOr<ConvKernels> ConvKernels::Build(const Builder& builder, int taps, const RowTuning& tuning) {
  if (taps < kMinTaps || taps > kMaxTaps) {
    return absl::InvalidArgumentError(
        absl::StrCat("convolutions of ", taps, " taps; from ", kMinTaps, " to ", kMaxTaps));
  }
  FERRO_RETURN_IF_ERROR(CheckItems(builder.device(), tuning.items));
  FERRO_ASSIGN_OR_RETURN(Program program,
                         builder.Build("conv.cl", absl::StrCat("-DITEMS=", tuning.items, " -DTAPS=", taps)));
  return ConvKernels(std::move(program), tuning.items, taps);
}

absl::Status ConvKernels::Rows(const ShortConvView& conv, const RowsView& bcx, RowRange rows, const PassView& pass,
                               const InputView& in, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths(conv, bcx.width, in.inputs));
  const int words = conv.channels / 4;
  return Append(
      program_.Bind("short_conv_rows", WordGroups(words, rows.count, items_), Items(items_), bcx.data, cl_int{words},
                    cl_int{rows.begin}, conv.taps, conv.state, pass.data, cl_int{pass.max_rows}, in.values, in.scales),
      {.bytes = rows.count * RowBytes(conv) + FloatBytes(double{1} * conv.channels * taps_)}, out);
}

absl::Status ConvKernels::State(const ShortConvView& conv, const RowsView& bcx, RowRange runs, const PassView& pass,
                                LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths(conv, bcx.width, conv.channels));
  const int words = conv.channels / 4;
  return Append(program_.Bind("short_conv_state", WordGroups(words, runs.count, items_), Items(items_), bcx.data,
                              cl_int{words}, cl_int{runs.begin}, conv.state, pass.data, cl_int{pass.max_rows}),
                {.bytes = runs.count * FloatBytes(3.0 * (taps_ - 1) * conv.channels)}, out);
}

absl::Status ConvKernels::Step(const ShortConvView& conv, const RowsView& bcx, RowRange rows, const PassView& pass,
                               const InputView& in, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths(conv, bcx.width, in.inputs));
  const int words = conv.channels / 4;
  return Append(
      program_.Bind("short_conv_step", WordGroups(words, rows.count, items_), Items(items_), bcx.data, cl_int{words},
                    cl_int{rows.begin}, conv.taps, conv.state, pass.data, in.values, in.scales),
      {.bytes = rows.count * (RowBytes(conv) + FloatBytes(2.0 * (taps_ - 1) * conv.channels)) +
                FloatBytes(double{1} * conv.channels * taps_)},
      out);
}

}  // namespace ferro::opencl
