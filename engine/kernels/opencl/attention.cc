#include "engine/kernels/opencl/attention.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/work.h"
#include "engine/kernels/ops/kv_layout.h"

namespace ferro::opencl {
namespace {

constexpr Extent kLocal = {kKeyBlock, 1, 1};

// What is on its way takes registers. A hardware thread of Intel's has 4 KiB for all its work-items, others have more.
bool FewRegisters(const Device& device) { return !device.gpu || absl::StrContains(device.name, "Intel"); }

// A second launch costs as much as so many blocks one after the other: about 40 us on the N100, 3 us on large GPUs.
int DefaultWholeBlocks(const Device& device) { return device.gpu && absl::StrContains(device.name, "Intel") ? 6 : 2; }

bool IsAhead(int loads) { return loads == 0 || loads == 4 || loads == 8 || loads == 16; }

absl::Status CheckTuning(const AttentionTuning& tuning) {
  if (tuning.tile_queries >= 0 && tuning.tile_queries <= kKeyBlock && tuning.blocks_per_group >= 1 &&
      tuning.whole_blocks >= 0 && IsAhead(tuning.prefill_ahead) && IsAhead(tuning.decode_ahead)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "attention tuning of ", tuning.tile_queries, " queries a tile, ", tuning.blocks_per_group, " blocks a group, ",
      tuning.whole_blocks, " whole blocks, ", tuning.prefill_ahead, " and ", tuning.decode_ahead,
      " loads ahead; they must be 0 to ", kKeyBlock, ", at least 1, at least 0, and 0, 4, 8 or 16"));
}

size_t Groups(int items, int of_group) { return static_cast<size_t>((items + of_group - 1) / of_group); }

}  // namespace

absl::StatusOr<AttentionKernels> AttentionKernels::Build(const Builder& builder, KvFormat format,
                                                         const HeadShape& shape, const AttentionTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckHeadShape(shape));
  FERRO_RETURN_IF_ERROR(CheckTuning(tuning));
  AttentionKernels kernels;
  kernels.shape_ = shape;
  kernels.tuning_ = tuning;
  kernels.kv_row_bytes_ = KvRowBytes(format, shape.head_dim);
  if (tuning.whole_blocks == 0) kernels.tuning_.whole_blocks = DefaultWholeBlocks(builder.device());
  kernels.scale_ = 1.0f / std::sqrt(static_cast<float>(shape.head_dim));
  const int queries = tuning.tile_queries > 0 ? tuning.tile_queries : DefaultTileQueries(builder.device(), shape);
  kernels.tile_rows_ = std::max(1, queries / (shape.heads / shape.kv_heads));
  const bool few_registers = FewRegisters(builder.device());
  const auto build = [&](int tile_rows, int ahead, int default_ahead) {
    return builder.Build("attention.cl", absl::StrCat(KvDefines(format, shape), " -DTILE_ROWS=", tile_rows,
                                                      " -DLOADS_AHEAD=", ahead > 0 ? ahead : default_ahead));
  };
  FERRO_ASSIGN_OR_RETURN(kernels.prefill_, build(kernels.tile_rows_, tuning.prefill_ahead, few_registers ? 4 : 8));
  FERRO_ASSIGN_OR_RETURN(kernels.decode_, build(1, tuning.decode_ahead, few_registers ? 4 : 16));
  return kernels;
}

LaunchWork AttentionKernels::ReadingWork(RowRange rows) const {
  const double query_values = double{1} * shape_.heads * shape_.head_dim;
  return {.fixed = {.bytes = rows.count * FloatBytes(query_values)},
          .first_row = rows.begin,
          .rows = rows.count,
          .bytes_per_key = 2.0 * shape_.kv_heads * static_cast<double>(kv_row_bytes_),
          .float_ops_per_row_key = 2 * ProductOps(1, 1, query_values)};  // scores, then values
}

double AttentionKernels::OutputBytes(RowRange rows) const {
  return rows.count * InputBytes(double{1} * shape_.heads * shape_.head_dim);
}

absl::Status AttentionKernels::AppendRows(const Program& program, int tile_rows, const char* name, RowRange rows,
                                          const AttentionViews& views, LaunchList& out) const {
  const KvView& kv = views.kv;
  FERRO_ASSIGN_OR_RETURN(
      Launch launch,
      program.Bind("attention_rows", {Groups(rows.count, tile_rows), static_cast<size_t>(shape_.kv_heads), 1}, kLocal,
                   views.qkv.data, kv.keys, kv.values, kv.key_scales, kv.value_scales, cl_int{kv.positions},
                   views.pass.data, cl_int{rows.begin}, cl_int{rows.count}, cl_float{scale_}, views.out.values,
                   views.out.scales));
  launch.name = name;
  launch.work = ReadingWork(rows);
  launch.work.rows_per_tile = tile_rows;
  launch.work.fixed.bytes += OutputBytes(rows);
  out.push_back(std::move(launch));
  return absl::OkStatus();
}

absl::Status AttentionKernels::Prefill(RowRange rows, const AttentionViews& views, LaunchList& out) const {
  return AppendRows(prefill_, tile_rows_, "attention_prefill", rows, views, out);
}

absl::Status AttentionKernels::Decode(RowRange rows, int max_blocks, const AttentionViews& views, cl_mem partials,
                                      LaunchList& out) const {
  if (max_blocks <= tuning_.whole_blocks) return AppendRows(decode_, 1, "attention_decode", rows, views, out);
  const KvView& kv = views.kv;
  const auto row_groups = static_cast<size_t>(rows.count);
  const auto kv_heads = static_cast<size_t>(shape_.kv_heads);
  FERRO_ASSIGN_OR_RETURN(
      Launch partial,
      decode_.Bind("attention_partial", {Groups(max_blocks, tuning_.blocks_per_group), kv_heads, row_groups}, kLocal,
                   views.qkv.data, kv.keys, kv.values, kv.key_scales, kv.value_scales, cl_int{kv.positions},
                   views.pass.data, cl_int{rows.begin}, cl_float{scale_}, cl_int{max_blocks},
                   cl_int{tuning_.blocks_per_group}, partials));
  FERRO_ASSIGN_OR_RETURN(Launch merge,
                         decode_.Bind("attention_merge", {kv_heads, row_groups, 1}, kLocal, partials, views.pass.data,
                                      cl_int{rows.begin}, cl_int{max_blocks}, views.out.values, views.out.scales));
  // A block's partials are written and read once its first key is there; counted by the key.
  const double partial_bytes = static_cast<double>(PartialBytes(1, 1)) / kKeyBlock;
  partial.work = ReadingWork(rows);
  partial.work.bytes_per_row_key = partial_bytes;
  merge.work = {.fixed = {.bytes = OutputBytes(rows)},
                .first_row = rows.begin,
                .rows = rows.count,
                .bytes_per_row_key = partial_bytes};
  out.push_back(std::move(partial));
  out.push_back(std::move(merge));
  return absl::OkStatus();
}

int64_t AttentionKernels::PartialBytes(int rows, int max_blocks) const {
  return int64_t{rows} * shape_.heads * max_blocks * (shape_.head_dim + 4) * static_cast<int64_t>(sizeof(float));
}

}  // namespace ferro::opencl
