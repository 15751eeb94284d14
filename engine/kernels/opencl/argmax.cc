#include "engine/kernels/opencl/argmax.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/grid.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kItems = 128;
constexpr int kGroups = 64;  // at most kItems

}  // namespace

absl::StatusOr<ArgmaxKernels> ArgmaxKernels::Build(const Builder& builder) {
  FERRO_RETURN_IF_ERROR(CheckItems(builder.device(), kItems));
  ArgmaxKernels kernels;
  FERRO_ASSIGN_OR_RETURN(kernels.program_,
                         builder.Build("argmax.cl", absl::StrCat("-DITEMS=", kItems, " -DGROUPS=", kGroups)));
  return kernels;
}

int64_t ArgmaxKernels::PartialBytes(int rows) { return int64_t{rows} * kGroups * sizeof(cl_int2); }

absl::Status ArgmaxKernels::Argmax(const RowsView& logits, int rows, const PassView& pass, const ChoiceBuffers& choice,
                                   LaunchList& out) const {
  if (rows == 0) return absl::OkStatus();
  const size_t count = static_cast<size_t>(rows);
  const double partial_bytes = static_cast<double>(PartialBytes(rows));
  FERRO_RETURN_IF_ERROR(Append(program_.Bind("argmax_partial", {kGroups, count}, Items(kItems), logits.data,
                                             cl_int{logits.width}, choice.partial),
                               {.bytes = FloatBytes(double{1} * rows * logits.width) + partial_bytes}, out));
  return Append(program_.Bind("argmax_final", {1, count}, Items(kItems), choice.partial, cl_int{logits.width},
                              pass.data, cl_int{pass.max_rows}, choice.chosen, choice.out),
                {.bytes = partial_bytes + 8.0 * rows}, out);
}

}  // namespace ferro::opencl
