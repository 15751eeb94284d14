#include "engine/kernels/opencl/gemm_mma.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro::opencl {
namespace {

constexpr int kLeastCompute = 80;  // Ampere: the first with this instruction
constexpr int kMostSums = 64;      // that a work-item holds in registers
constexpr int kFetchingGroupsOfUnit = 2;
// Weights that need not be in the cache all at once are not asked for all at once.
constexpr int64_t kMostFetched = int64_t{24} << 20;

}  // namespace

int64_t MmaTuning::local_bytes() const {
  return int64_t{2} * blocks_staged * ((tile_rows() + 1) * kBlock + (tile_rows() + 2) * 4);
}

MmaTuning MmaTuningFor(const Device& device, DotPath dot) {
  MmaTuning tuning;
  tuning.used = dot == DotPath::kNvidia && device.nvidia_compute >= kLeastCompute;
  return tuning;
}

absl::Status CheckMmaTuning(const MmaTuning& tuning, const Device& device) {
  const auto within = [](int value, int lowest, int highest) { return lowest <= value && value <= highest; };
  const int outputs = tuning.output_parts;
  const bool shape = (outputs == 1 || outputs == 2 || outputs == 4) && within(tuning.row_parts, 1, 8) &&
                     outputs * tuning.row_parts * 4 <= kMostSums && within(tuning.warps, 1, 16) &&
                     within(tuning.row_warps, 1, 16) && within(tuning.blocks_staged, 1, 16) &&
                     within(tuning.ahead, 1, 8) && tuning.blocks_staged % tuning.ahead == 0;
  if (!shape) return absl::InvalidArgumentError(absl::StrCat("no GEMM kernel has ", MmaTuningText(tuning)));
  if (static_cast<size_t>(tuning.items()) > device.max_work_group || tuning.local_bytes() > device.local_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a GEMM of ", MmaTuningText(tuning), " needs ", tuning.items(), " work-items and ", tuning.local_bytes(),
        " bytes of local memory a group; ", device.name, " has ", device.max_work_group, " and ", device.local_bytes));
  }
  return absl::OkStatus();
}

std::string MmaTuningText(const MmaTuning& tuning) {
  return absl::StrCat(8 * tuning.row_parts, "x", 16 * tuning.output_parts, " rows x outputs a warp, ", tuning.warps,
                      "x", tuning.row_warps, " warps, ", tuning.blocks_staged, " blocks, ", tuning.ahead, " ahead");
}

absl::StatusOr<MmaGemmKernels> MmaGemmKernels::Build(const Builder& builder, const MmaTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckMmaTuning(tuning, builder.device()));
  FERRO_ASSIGN_OR_RETURN(
      Program program,
      builder.Build("gemm_mma.cl",
                    absl::StrCat("-DOUTPUT_PARTS=", tuning.output_parts, " -DROW_PARTS=", tuning.row_parts,
                                 " -DWARPS=", tuning.warps, " -DROW_WARPS=", tuning.row_warps,
                                 " -DSTAGE=", tuning.blocks_staged, " -DAHEAD=", tuning.ahead)));
  return MmaGemmKernels(std::move(program), tuning, kFetchingGroupsOfUnit * builder.device().compute_units);
}

absl::Status MmaGemmKernels::Gemm(const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows, RowsView y,
                                  bool accumulate, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckGemmRows(rows, x, y));
  FERRO_RETURN_IF_ERROR(CheckGemmViews(weights, x, {0, weights.outputs}, y, int64_t{rows.begin} + rows.count));
  if (!Takes(weights)) {
    return absl::InternalError(absl::StrCat("a GEMM of a ", GemmShapeText(weights), " matrix in stages of ",
                                            tuning_.blocks_staged, " blocks"));
  }
  if (rows.count == 0 || weights.outputs == 0) return absl::OkStatus();
  const cl_int row_tiles = CeilDiv(rows.count, tuning_.tile_rows());
  const cl_int output_tiles = CeilDiv(weights.outputs, tuning_.tile_outputs());
  const bool fetch = int64_t{weights.padded} * weights.inputs <= kMostFetched;
  FERRO_ASSIGN_OR_RETURN(
      Launch launch, program_.Bind("gemm_mma", {static_cast<size_t>(row_tiles) * output_tiles},
                                   {static_cast<size_t>(tuning_.items())}, weights.values, weights.scales,
                                   cl_int{weights.padded}, x.values, x.scales, cl_int{x.inputs / kBlock},
                                   cl_int{rows.begin - x.first}, cl_int{rows.count}, cl_int{weights.outputs}, row_tiles,
                                   cl_int{fetch ? std::min(fetching_groups_, row_tiles * output_tiles) : 0}, y.data,
                                   cl_int{y.width}, cl_int{rows.begin - y.first}, cl_int{accumulate},
                                   bias != nullptr ? bias : x.scales, cl_int{bias != nullptr}));
  launch.name = absl::StrCat("gemm_mma ", GemmShapeText(weights));
  launch.work.fixed = GemmWork(rows.count, 1, weights.outputs, weights.inputs, accumulate);
  if (bias != nullptr) launch.work.fixed.bytes += 4.0 * weights.outputs;
  out.push_back(std::move(launch));
  return absl::OkStatus();
}

}  // namespace ferro::opencl
