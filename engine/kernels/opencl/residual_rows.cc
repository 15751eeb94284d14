#include "engine/kernels/opencl/residual_rows.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/grid.h"
#include "engine/kernels/opencl/work.h"
#include "engine/kernels/ops/kv_format.h"

namespace ferro::opencl {
namespace {

constexpr int kPack = 4;  // values that a work-item takes

// Rows of `width` values, of which `needed` are read, to rows of `results`.
absl::Status CheckWidths(const char* operation, int width, int needed, int results) {
  if (width >= needed && width % kPack == 0 && results % kBlock == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(operation, " of rows of ", width, " values to rows of ", results,
                                                 "; they do not fit together, or are no multiples of ", kBlock));
}

absl::Status CheckSame(const char* operation, int width, int results) {
  return CheckWidths(operation, width, width == results ? width : width + 1, results);
}

Extent Groups(RowRange rows) { return {static_cast<size_t>(rows.count)}; }

}  // namespace

absl::StatusOr<ResidualRowKernels> ResidualRowKernels::Build(const Builder& builder, const RowTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckItems(builder.device(), tuning.items));
  FERRO_ASSIGN_OR_RETURN(Program program, builder.Build("residual_rows.cl", absl::StrCat("-DITEMS=", tuning.items,
                                                                                         " -DMEAN_BLOCK=", kKeyBlock)));
  return ResidualRowKernels(std::move(program), tuning.items);
}

absl::Status ResidualRowKernels::EmbedScaled(const MatrixView& table, RowRange rows, const PassView& pass, float factor,
                                             const RowsView& x, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("an embedding", table.inputs, x.width));
  const int words = x.width / kPack;
  return Append(program_.Bind("embed_scaled", WordGroups(words, rows.count, items_), Items(items_), table.values,
                              table.scales, cl_int{table.padded}, cl_int{words}, pass.data, cl_int{rows.begin},
                              cl_float{factor}, x.data, cl_int{rows.begin - x.first}),
                {.bytes = MatrixBytes(rows.count, x.width) + FloatBytes(double{1} * rows.count * x.width)}, out);
}

absl::Status ResidualRowKernels::Quantise(const RowsView& x, RowRange rows, const InputView& in,
                                          LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths("a quantisation", x.width, in.inputs, in.inputs));
  const int words = in.inputs / kPack;
  const double values = double{1} * rows.count * in.inputs;
  return Append(program_.Bind("quantise_window", WordGroups(words, rows.count, items_), Items(items_), x.data,
                              cl_int{x.width / kPack}, cl_int{rows.begin - x.first}, cl_int{words}, in.values,
                              in.scales, cl_int{rows.begin - in.first}),
                {.bytes = FloatBytes(values) + InputBytes(values)}, out);
}

absl::Status ResidualRowKernels::AddNorm(const RowsView& branch, RowRange rows, const JoinView& join, const RowsView& x,
                                         LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a sum", branch.width, x.width));
  const double values = double{1} * rows.count * x.width;
  return Append(program_.Bind("add_norm", Groups(rows), Items(items_), branch.data, cl_int{x.width},
                              cl_int{rows.begin - branch.first}, join.weight, cl_float{join.eps}, cl_float{join.factor},
                              x.data, cl_int{rows.begin - x.first}),
                {.bytes = FloatBytes(3 * values + x.width)}, out);
}

absl::Status ResidualRowKernels::AddNormQuantise(const RowsView& branch, RowRange rows, const JoinView& join,
                                                 const RowsView& x, cl_mem next, const InputView& in,
                                                 LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a sum", branch.width, x.width));
  FERRO_RETURN_IF_ERROR(CheckSame("a sum", x.width, in.inputs));
  const double values = double{1} * rows.count * x.width;
  if (next == nullptr) {
    return Append(
        program_.Bind("add_norm_quantise", Groups(rows), Items(items_), branch.data, cl_int{x.width},
                      cl_int{rows.begin - branch.first}, join.weight, cl_float{join.eps}, cl_float{join.factor}, x.data,
                      cl_int{rows.begin - x.first}, in.values, in.scales, cl_int{rows.begin - in.first}),
        {.bytes = FloatBytes(3 * values + x.width) + InputBytes(values)}, out);
  }
  return Append(
      program_.Bind("add_norm_norm_quantise", Groups(rows), Items(items_), branch.data, cl_int{x.width},
                    cl_int{rows.begin - branch.first}, join.weight, cl_float{join.eps}, cl_float{join.factor}, x.data,
                    cl_int{rows.begin - x.first}, next, in.values, in.scales, cl_int{rows.begin - in.first}),
      {.bytes = FloatBytes(3 * values + 2 * x.width) + InputBytes(values)}, out);
}

absl::Status ResidualRowKernels::GeluGateQuantise(const RowsView& gate_up, RowRange rows, const InputView& in,
                                                  LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckWidths("a gate of half", gate_up.width, 2 * in.inputs, in.inputs));
  const int words = in.inputs / kPack;
  const double values = double{1} * rows.count * in.inputs;
  return Append(program_.Bind("gelu_gate_quantise", WordGroups(words, rows.count, items_), Items(items_), gate_up.data,
                              cl_int{gate_up.width / kPack}, cl_int{rows.begin - gate_up.first}, cl_int{words},
                              in.values, in.scales, cl_int{rows.begin - in.first}),
                {.bytes = FloatBytes(2 * values) + InputBytes(values)}, out);
}

absl::Status ResidualRowKernels::GeluGateNormedQuantise(const RowsView& gate, const RowsView& x, RowRange rows,
                                                        cl_mem weight, float eps, const InputView& in,
                                                        LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a gate", gate.width, in.inputs));
  FERRO_RETURN_IF_ERROR(CheckSame("a gate", x.width, in.inputs));
  const double values = double{1} * rows.count * in.inputs;
  return Append(program_.Bind("gelu_gate_normed_quantise", Groups(rows), Items(items_), gate.data,
                              cl_int{rows.begin - gate.first}, x.data, cl_int{x.width}, cl_int{rows.begin - x.first},
                              weight, cl_float{eps}, in.values, in.scales, cl_int{rows.begin - in.first}),
                {.bytes = FloatBytes(2 * values + x.width) + InputBytes(values)}, out);
}

absl::Status ResidualRowKernels::MeanOfRuns(const RowsView& x, const PassView& pass, int runs, int rows,
                                            const RowsView& mean, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckSame("a mean", x.width, mean.width));
  const int words = x.width / kPack;
  return Append(program_.Bind("mean_of_runs", WordGroups(words, runs, items_), Items(items_), x.data, cl_int{words},
                              pass.data, cl_int{pass.max_rows}, mean.data),
                {.bytes = FloatBytes((double{1} * rows + runs) * x.width)}, out);
}

}  // namespace ferro::opencl
