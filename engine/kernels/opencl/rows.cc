#include "engine/kernels/opencl/rows.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/grid.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kPack = 4;  // values that a work-item takes

absl::Status CheckWidths(const char* operation, int width, int inputs) {
  if (width == inputs && inputs % kBlock == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(operation, " of rows of ", width, " values to int8 rows of ", inputs,
                                                 "; both must be the same multiple of ", kBlock));
}

}  // namespace

absl::StatusOr<RowKernels> RowKernels::Build(const Builder& builder, const RowTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckItems(builder.device(), tuning.items));
  FERRO_ASSIGN_OR_RETURN(Program program, builder.Build("rows.cl", absl::StrCat("-DITEMS=", tuning.items)));
  return RowKernels(std::move(program), tuning.items);
}

absl::Status RowKernels::Embed(const MatrixView& table, RowRange rows, const PassView& pass, cl_mem chosen,
                               const RowsView& x, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths("an embedding", x.width, table.inputs));
  const int words = x.width / 4;
  return Append(program_.Bind("embed", WordGroups(words, rows.count, items_), Items(items_), table.values, table.scales,
                              cl_int{table.padded}, cl_int{words}, pass.data, chosen, cl_int{rows.begin}, x.data),
                {.bytes = MatrixBytes(rows.count, x.width) + FloatBytes(double{1} * rows.count * x.width)}, out);
}

absl::Status RowKernels::NormQuantise(const RowsView& x, RowRange rows, cl_mem weight, float eps, const InputView& in,
                                      const RowsView* normed, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths("a norm", x.width, in.inputs));
  if (normed != nullptr) FERRO_RETURN_IF_ERROR(CheckWidths("a norm", normed->width, in.inputs));
  const cl_mem unused = in.scales;  // a kernel argument must be some buffer
  const double values = double{1} * rows.count * x.width;
  const double normed_bytes = normed != nullptr ? FloatBytes(values) : 0;
  return Append(program_.Bind("norm_quantise", {static_cast<size_t>(rows.count)}, Items(items_), x.data,
                              cl_int{x.width}, cl_int{rows.begin - x.first}, weight, cl_float{eps}, in.values,
                              in.scales, cl_int{rows.begin - in.first}, cl_int{normed != nullptr},
                              normed != nullptr ? normed->data : unused),
                {.bytes = FloatBytes(values + x.width) + InputBytes(values) + normed_bytes}, out);
}

absl::Status RowKernels::Quantise(const RowsView& x, RowRange rows, const InputView& in, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths("a quantisation", x.width, in.inputs));
  const int words = x.width / 4;
  const double values = double{1} * rows.count * x.width;
  return Append(program_.Bind("quantise_rows", WordGroups(words, rows.count, items_), Items(items_), x.data,
                              cl_int{words}, cl_int{rows.begin}, in.values, in.scales),
                {.bytes = FloatBytes(values) + InputBytes(values)}, out);
}

absl::Status RowKernels::SwiGluQuantise(const RowsView& gate_up, RowRange rows, const InputView& in,
                                        LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths("a gate of half", std::min(gate_up.width, 2 * in.inputs), 2 * in.inputs));
  if (gate_up.width % kPack != 0 || gate_up.first != in.first) {
    return absl::InvalidArgumentError(absl::StrCat("a gate of rows of ", gate_up.width, " values from row ",
                                                   gate_up.first, " on to rows from row ", in.first,
                                                   " on; multiples of 4, and the same row"));
  }
  const int words = in.inputs / 4;
  const double values = double{1} * rows.count * in.inputs;
  return Append(
      program_.Bind("swiglu_quantise", WordGroups(words, rows.count, items_), Items(items_), gate_up.data,
                    cl_int{gate_up.width / kPack}, cl_int{words}, cl_int{rows.begin - in.first}, in.values, in.scales),
      {.bytes = FloatBytes(2 * values) + InputBytes(values)}, out);
}

absl::Status RowKernels::GatherRows(const PassView& pass, int logit_rows, const RowsView& x, const InputView& in,
                                    LaunchList& out) const {
  const int columns = x.width + in.inputs / 4 + in.inputs / kBlock;
  return Append(
      program_.Bind("gather_rows", WordGroups(columns, 1, items_), Items(items_), pass.data, cl_int{pass.max_rows},
                    cl_int{logit_rows}, x.data, cl_int{x.width}, in.values, in.scales, cl_int{in.inputs}),
      {.bytes = 2 * logit_rows * (FloatBytes(x.width) + InputBytes(in.inputs))}, out);
}

}  // namespace ferro::opencl
