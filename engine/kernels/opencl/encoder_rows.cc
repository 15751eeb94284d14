#include "engine/kernels/opencl/encoder_rows.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/grid.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kPack = 4;       // values that a work-item takes
constexpr int kSumLanes = 16;  // work-items that a row of gelu_dot takes

absl::Status Unfit(const char* operation, int width, int results) {
  return absl::InvalidArgumentError(absl::StrCat(operation, " of rows of ", width, " values to rows of ", results,
                                                 "; they do not fit together, or are no multiples of ", kBlock));
}

absl::Status CheckSame(const char* operation, int width, int results) {
  return width == results && width % kBlock == 0 ? absl::OkStatus() : Unfit(operation, width, results);
}

absl::Status CheckWider(const char* operation, int width, int needed, int results) {
  return width >= needed && width % kPack == 0 && results % kBlock == 0 ? absl::OkStatus()
                                                                        : Unfit(operation, width, results);
}

}  // namespace

absl::StatusOr<EncoderRowKernels> EncoderRowKernels::Build(const Builder& builder, const RowTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckItems(builder.device(), tuning.items));
  FERRO_ASSIGN_OR_RETURN(Program program, builder.Build("encoder_rows.cl", absl::StrCat("-DITEMS=", tuning.items)));
  return EncoderRowKernels(std::move(program), tuning.items);
}

absl::Status EncoderRowKernels::LayerNormQuantise(const RowsView& x, RowRange rows, const LayerNormView& norm,
                                                  const InputView& in, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a layer norm", x.width, in.inputs));
  const double values = double{1} * rows.count * x.width;
  return Append(program_.Bind("layer_norm_quantise", {static_cast<size_t>(rows.count)}, Items(items_), x.data,
                              cl_int{x.width}, cl_int{rows.begin - x.first}, norm.weight, norm.bias, cl_float{norm.eps},
                              in.values, in.scales, cl_int{rows.begin - in.first}),
                {.bytes = FloatBytes(values + 2 * x.width) + InputBytes(values)}, out);
}

absl::Status EncoderRowKernels::Norm(const RowsView& x, RowRange rows, cl_mem weight, float eps, const RowsView& y,
                                     LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a norm", x.width, y.width));
  return Append(
      program_.Bind("norm_rows", {static_cast<size_t>(rows.count)}, Items(items_), x.data, cl_int{x.width},
                    cl_int{rows.begin - x.first}, weight, cl_float{eps}, y.data, cl_int{rows.begin - y.first}),
      {.bytes = FloatBytes((2.0 * rows.count + 1) * x.width)}, out);
}

absl::Status EncoderRowKernels::AddRunRow(const RowsView& x, const EncoderRows& rows, cl_mem table,
                                          LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a table's row", x.width, x.width));
  const int words = x.width / kPack;
  return Append(program_.Bind("add_run_row", WordGroups(words, rows.range.count, items_), Items(items_), x.data,
                              cl_int{words}, cl_int{rows.range.begin - x.first}, table, rows.pass.data,
                              cl_int{rows.pass.max_rows}, cl_int{rows.kept}, cl_int{rows.range.begin}),
                {.bytes = FloatBytes((2.0 * rows.range.count + 1) * x.width)}, out);
}

absl::Status EncoderRowKernels::ReluQuantise(const RowsView& x, RowRange rows, const InputView& in,
                                             LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWider("a gate", x.width, in.inputs, in.inputs));
  const int words = in.inputs / kPack;
  const double values = double{1} * rows.count * in.inputs;
  return Append(program_.Bind("relu_quantise", WordGroups(words, rows.count, items_), Items(items_), x.data,
                              cl_int{x.width / kPack}, cl_int{rows.begin - x.first}, cl_int{words}, in.values,
                              in.scales, cl_int{rows.begin - in.first}),
                {.bytes = FloatBytes(values) + InputBytes(values)}, out);
}

absl::Status EncoderRowKernels::GeluDot(const RowsView& x, RowRange rows, cl_mem weight, cl_mem bias, const RowsView& y,
                                        LaunchList& out) const {
  const int rows_of_group = items_ / kSumLanes;
  const Extent groups = {static_cast<size_t>((rows.count + rows_of_group - 1) / rows_of_group)};
  return Append(program_.Bind("gelu_dot", groups, Items(items_), x.data, cl_int{x.width}, cl_int{rows.begin - x.first},
                              cl_int{rows.count}, weight, bias, y.data, cl_int{y.width}, cl_int{rows.begin - y.first}),
                {.bytes = FloatBytes((rows.count + 1.0) * x.width + rows.count)}, out);
}

absl::Status EncoderRowKernels::KeepRows(const PassView& pass, int logit_rows, const RowsView& x,
                                         LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a choice of rows", x.width, x.width));
  const int words = x.width / kPack;
  return Append(program_.Bind("keep_rows", WordGroups(words, 1, items_), Items(items_), pass.data,
                              cl_int{pass.max_rows}, cl_int{logit_rows}, x.data, cl_int{words}),
                {.bytes = FloatBytes(2.0 * logit_rows * x.width)}, out);
}

absl::Status EncoderRowKernels::CentredConvQuantise(const RowsView& bcx, const EncoderRows& rows, cl_mem taps,
                                                    const InputView& in, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWider("a convolution", bcx.width, 3 * in.inputs, in.inputs));
  const int words = in.inputs / kPack;
  const double values = double{1} * rows.range.count * in.inputs;
  return Append(program_.Bind("centred_conv_quantise", WordGroups(words, rows.range.count, items_), Items(items_),
                              bcx.data, cl_int{bcx.width / kPack}, cl_int{words}, taps, rows.pass.data,
                              cl_int{rows.pass.max_rows}, cl_int{rows.kept}, cl_int{rows.range.begin}, in.values,
                              in.scales, cl_int{rows.range.begin - in.first}),
                {.bytes = FloatBytes(3 * values + 3.0 * in.inputs) + InputBytes(values)}, out);
}

}  // namespace ferro::opencl
