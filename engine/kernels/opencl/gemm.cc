#include "engine/kernels/opencl/gemm.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {

absl::StatusOr<GemmKernels> GemmKernels::Build(const Builder& builder, const GemmTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckGemmTuning(tuning, builder.device()));
  FERRO_ASSIGN_OR_RETURN(
      Program program,
      builder.Build("gemm.cl", absl::StrCat("-DROWS=", tuning.rows_per_item, " -DOUTPUTS=", tuning.outputs_per_item,
                                            " -DLANES=", tuning.lanes, " -DROW_LANES=", tuning.row_lanes,
                                            " -DSTAGE=", tuning.blocks_staged, " -DAHEAD=", tuning.ahead)));
  return GemmKernels(std::move(program), tuning);
}

absl::Status GemmKernels::Gemm(const MatrixView& weights, const InputView& x, RowRange rows, RowsView y,
                               bool accumulate, LaunchList& out) const {
  return Gemm(weights, x, rows, {0, weights.outputs}, y, accumulate, out);
}

absl::Status GemmKernels::GemmBias(const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows,
                                   RowsView y, bool accumulate, LaunchList& out) const {
  return AppendGemm(weights, bias, x, rows, {0, weights.outputs}, y, accumulate, out);
}

absl::Status GemmKernels::Gemm(const MatrixView& weights, const InputView& x, RowRange rows, OutputRange outputs,
                               RowsView y, bool accumulate, LaunchList& out) const {
  return AppendGemm(weights, /*bias=*/nullptr, x, rows, outputs, y, accumulate, out);
}

absl::Status GemmKernels::AppendGemm(const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows,
                                     OutputRange outputs, RowsView y, bool accumulate, LaunchList& out) const {
  FERRO_RETURN_IF_ERROR(CheckGemmRows(rows, x, y));
  FERRO_RETURN_IF_ERROR(CheckGemmViews(weights, x, outputs, y, int64_t{rows.begin} + rows.count));
  if (rows.count == 0 || outputs.count == 0) return absl::OkStatus();
  const cl_int row_tiles = CeilDiv(rows.count, tuning_.tile_rows());
  const cl_int output_tiles = CeilDiv(outputs.count, tuning_.tile_outputs());
  const cl_int band = std::min(tuning_.BandOf(weights.outputs, weights.inputs), row_tiles);
  FERRO_ASSIGN_OR_RETURN(Launch launch,
                         program_.Bind("gemm", {static_cast<size_t>(row_tiles) * output_tiles},
                                       {static_cast<size_t>(tuning_.lanes), static_cast<size_t>(tuning_.row_lanes)},
                                       weights.values, weights.scales, cl_int{weights.padded}, x.values, x.scales,
                                       cl_int{x.inputs / kBlock}, cl_int{rows.begin - x.first}, cl_int{rows.count},
                                       cl_int{outputs.begin}, cl_int{outputs.begin + outputs.count}, row_tiles,
                                       output_tiles, band, y.data, cl_int{y.width}, cl_int{rows.begin - y.first},
                                       cl_int{accumulate}, bias != nullptr ? bias : x.scales, cl_int{bias != nullptr}));
  launch.name = absl::StrCat("gemm ", GemmShapeText(weights));
  launch.work.fixed = GemmWork(rows.count, 1, outputs.count, weights.inputs, accumulate);
  if (bias != nullptr) launch.work.fixed.bytes += FloatBytes(outputs.count);
  out.push_back(std::move(launch));
  return absl::OkStatus();
}

absl::Status GemmKernels::GroupedGemm(const MatrixView& stack, const InputView& x, const PairsView& pairs,
                                      TileRange tiles, OutputRange outputs, RowsView y, LaunchList& out) const {
  if (tiles.begin < 0 || tiles.count < 0) {
    return absl::InternalError(absl::StrCat("a grouped GEMM of tiles ", tiles.begin, " + ", tiles.count));
  }
  const int64_t most_pairs = (int64_t{tiles.begin} + tiles.count) * tuning_.tile_rows();
  FERRO_RETURN_IF_ERROR(CheckGemmViews(stack, x, outputs, y, most_pairs));
  if (tiles.count == 0 || outputs.count == 0) return absl::OkStatus();
  const cl_int output_tiles = CeilDiv(outputs.count, tuning_.tile_outputs());
  const cl_int band = std::min(tuning_.BandOf(int64_t{stack.outputs} * stack.count, stack.inputs), tiles.count);
  const bool gather = pairs.sources != nullptr;
  FERRO_ASSIGN_OR_RETURN(
      Launch launch,
      program_.Bind("gemm_grouped", {static_cast<size_t>(tiles.count) * output_tiles},
                    {static_cast<size_t>(tuning_.lanes), static_cast<size_t>(tuning_.row_lanes)}, stack.values,
                    stack.scales, cl_int{stack.padded}, x.values, x.scales, cl_int{x.inputs / kBlock}, pairs.tiles,
                    cl_int{tiles.begin}, gather ? pairs.sources : pairs.tiles, cl_int{gather}, cl_int{outputs.begin},
                    cl_int{outputs.begin + outputs.count}, cl_int{tiles.count}, output_tiles, band, y.data,
                    cl_int{y.width}));
  launch.name = absl::StrCat("gemm_grouped ", stack.count, "x", GemmShapeText(stack));
  const int most_rows = tiles.count * tuning_.tile_rows();
  const int pair_count = pairs.count > 0 ? std::min(pairs.count, most_rows) : most_rows;
  launch.work.fixed = GemmWork(pair_count, std::min(stack.count, tiles.count), outputs.count, stack.inputs, false);
  out.push_back(std::move(launch));
  return absl::OkStatus();
}

}  // namespace ferro::opencl
