#include "engine/kernels/opencl/gemm_mma.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kLeastCompute = 80;  // Ampere: the first with this instruction
constexpr int kMostSums = 64;      // that a work-item holds in registers
constexpr int kMostWarps = 16;
constexpr int kSwigluParts = 4;  // a block of 32 results and as many gates
constexpr int kFetchingGroupsOfUnit = 2;
// Weights that need not be in the cache all at once are not asked for all at once.
constexpr int64_t kMostFetched = int64_t{24} << 20;

// Warps as wide as swiglu wants them.
MmaTuning ForSwiglu(MmaTuning tuning) {
  for (; tuning.output_parts < kSwigluParts; tuning.output_parts *= 2) {
    if (tuning.ahead % 2 == 0) tuning.ahead /= 2;
  }
  while (tuning.output_parts * tuning.row_parts * 4 > kMostSums) tuning.row_parts /= 2;
  return tuning;
}

std::string Defines(const MmaTuning& tuning) {
  return absl::StrCat("-DOUTPUT_PARTS=", tuning.output_parts, " -DROW_PARTS=", tuning.row_parts,
                      " -DWARPS=", tuning.warps, " -DROW_WARPS=", tuning.row_warps, " -DSTAGE=", tuning.blocks_staged,
                      " -DAHEAD=", tuning.ahead);
}

}  // namespace

int64_t MmaTuning::local_bytes() const {
  return int64_t{2} * blocks_staged * ((tile_rows() + 1) * kBlock + (tile_rows() + 2) * 4);
}

MmaTuning MmaTuningFor(const Device& device, DotPath dot) {
  MmaTuning tuning;
  tuning.used = dot == DotPath::kNvidia && device.nvidia_compute >= kLeastCompute;
  return tuning;
}

MmaTuning Enlarged(MmaTuning tuning) {
  const MmaTuning small = tuning;
  tuning.warps = std::min(2 * tuning.warps, kMostWarps);
  tuning.row_parts *= 2;
  return tuning.output_parts * tuning.row_parts * 4 <= kMostSums ? tuning : small;
}

bool SuitsLarge(const MmaTuning& large, const MatrixView& weights, int rows, int compute_units) {
  const int64_t tiles = int64_t{CeilDiv(rows, large.tile_rows())} * CeilDiv(weights.outputs, large.tile_outputs());
  return 2 * tiles >= 3 * int64_t{compute_units};
}

absl::Status CheckMmaTuning(const MmaTuning& tuning, const Device& device) {
  const auto within = [](int value, int lowest, int highest) { return lowest <= value && value <= highest; };
  const int outputs = tuning.output_parts;
  const bool shape = (outputs == 1 || outputs == 2 || outputs == 4) && within(tuning.row_parts, 1, 8) &&
                     outputs * tuning.row_parts * 4 <= kMostSums && within(tuning.warps, 1, kMostWarps) &&
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
  FERRO_ASSIGN_OR_RETURN(Program store, builder.Build("gemm_mma.cl", Defines(tuning)));
  FERRO_ASSIGN_OR_RETURN(Program swiglu, builder.Build("gemm_mma_swiglu.cl", Defines(ForSwiglu(tuning))));
  return MmaGemmKernels(std::move(store), std::move(swiglu), tuning, builder.device().compute_units);
}

absl::Status MmaGemmKernels::Check(const MatrixView& weights, const InputView& x, RowRange rows,
                                   const RowsView& y) const {
  FERRO_RETURN_IF_ERROR(CheckGemmRows(rows, x, y));
  FERRO_RETURN_IF_ERROR(CheckGemmViews(weights, x, {0, weights.outputs}, y, int64_t{rows.begin} + rows.count));
  if (Takes(weights)) return absl::OkStatus();
  return absl::InternalError(
      absl::StrCat("a GEMM of a ", GemmShapeText(weights), " matrix in stages of ", tuning_.blocks_staged, " blocks"));
}

int MmaGemmKernels::FetchingGroups(const MatrixView& weights, int tiles) const {
  const bool fetch = int64_t{weights.padded} * weights.inputs <= kMostFetched;
  return fetch ? std::min(kFetchingGroupsOfUnit * compute_units_, tiles) : 0;
}

absl::Status MmaGemmKernels::Gemm(const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows, RowsView y,
                                  bool accumulate, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(Check(weights, x, rows, y));
  if (rows.count == 0 || weights.outputs == 0) return absl::OkStatus();
  const cl_int row_tiles = CeilDiv(rows.count, tuning_.tile_rows());
  const int tiles = row_tiles * CeilDiv(weights.outputs, tuning_.tile_outputs());
  FERRO_ASSIGN_OR_RETURN(
      Launch launch,
      store_.Bind("gemm_mma", {static_cast<size_t>(tiles)}, {static_cast<size_t>(tuning_.items())}, weights.values,
                  weights.scales, cl_int{weights.padded}, x.values, x.scales, cl_int{x.inputs / kBlock},
                  cl_int{rows.begin - x.first}, cl_int{rows.count}, cl_int{weights.outputs}, row_tiles,
                  cl_int{FetchingGroups(weights, tiles)}, y.data, cl_int{y.width}, cl_int{rows.begin - y.first},
                  cl_int{accumulate}, bias != nullptr ? bias : x.scales, cl_int{bias != nullptr}));
  launch.name = absl::StrCat("gemm_mma ", GemmShapeText(weights));
  launch.work.fixed = GemmWork(rows.count, 1, weights.outputs, weights.inputs, accumulate);
  if (bias != nullptr) launch.work.fixed.bytes += FloatBytes(weights.outputs);
  out.push_back(std::move(launch));
  return absl::OkStatus();
}

absl::Status MmaGemmKernels::GemmSwiglu(const MatrixView& weights, const InputView& x, RowRange rows,
                                        const InputView& out, LaunchList& launches) const {
  FERRO_RETURN_IF_ERROR(Check(weights, x, rows, {.width = weights.outputs, .first = out.first}));
  if (!TakesSwiglu(weights, out)) {
    return absl::InternalError(absl::StrCat("swiglu of a ", GemmShapeText(weights), " matrix to rows of ", out.inputs));
  }
  if (rows.count == 0) return absl::OkStatus();
  const MmaTuning tuning = ForSwiglu(tuning_);
  const cl_int row_tiles = CeilDiv(rows.count, tuning.tile_rows());
  const int tiles = row_tiles * CeilDiv(weights.outputs, tuning.tile_outputs());
  FERRO_ASSIGN_OR_RETURN(
      Launch launch,
      swiglu_.Bind("gemm_mma_swiglu", {static_cast<size_t>(tiles)}, {static_cast<size_t>(tuning.items())},
                   weights.values, weights.scales, cl_int{weights.padded}, x.values, x.scales,
                   cl_int{x.inputs / kBlock}, cl_int{rows.begin - x.first}, cl_int{rows.count}, cl_int{out.inputs},
                   row_tiles, cl_int{FetchingGroups(weights, tiles)}, out.values, out.scales,
                   cl_int{rows.begin - out.first}));
  launch.name = absl::StrCat("gemm_mma_swiglu ", GemmShapeText(weights));
  launch.work.fixed = GemmWork(rows.count, 1, weights.outputs, weights.inputs, /*accumulate=*/false);
  launch.work.fixed.bytes +=
      InputBytes(double{1} * rows.count * out.inputs) - FloatBytes(double{1} * rows.count * weights.outputs);
  launches.push_back(std::move(launch));
  return absl::OkStatus();
}

}  // namespace ferro::opencl
