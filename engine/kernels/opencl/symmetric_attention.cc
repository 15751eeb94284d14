#include "engine/kernels/opencl/symmetric_attention.h"

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/work.h"

namespace ferro::opencl {
namespace {

constexpr int kPack = 4;
constexpr Extent kLocal = {kKeyBlock, 1, 1};

// Keys whose values take no more local memory than `packs` packs of a block: a power of two.
int StagedKeys(const HeadShape& shape, int packs) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(packs * kKeyBlock / (shape.head_dim / kPack))));
}

// Neighbouring work-items that copy a key.
int StageColumns(const HeadShape& shape) { return shape.head_dim / kPack % 16 == 0 ? 16 : 8; }

absl::Status CheckTuning(const SymmetricAttentionTuning& tuning, const HeadShape& shape) {
  const int packs = shape.head_dim / kPack, staged = tuning.staged_packs;
  const bool stages = staged == 0 || (staged > 0 && packs % staged == 0 && staged % StageColumns(shape) == 0);
  if (stages && tuning.tile_queries >= 0 && tuning.tile_queries <= kKeyBlock) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "symmetric attention tuning of ", tuning.tile_queries, " queries a tile and ", staged, " packs staged of ", packs,
      "; they must be 0 to ", kKeyBlock, ", and 0 or a divisor that is a multiple of ", StageColumns(shape)));
}

}  // namespace

absl::StatusOr<SymmetricAttentionKernels> SymmetricAttentionKernels::Build(const Builder& builder,
                                                                           const HeadShape& shape,
                                                                           const SymmetricAttentionTuning& tuning) {
  FERRO_RETURN_IF_ERROR(CheckEncoderHeadShape(shape));
  FERRO_RETURN_IF_ERROR(CheckTuning(tuning, shape));
  SymmetricAttentionKernels kernels;
  kernels.shape_ = shape;
  const int queries = tuning.tile_queries > 0 ? tuning.tile_queries : DefaultTileQueries(builder.device(), shape);
  const int packs = tuning.staged_packs > 0 ? tuning.staged_packs : StageColumns(shape);
  kernels.tile_rows_ = std::max(1, queries / (shape.heads / shape.kv_heads));
  FERRO_ASSIGN_OR_RETURN(kernels.program_,
                         builder.Build("symmetric_attention.cl",
                                       absl::StrCat(HeadDefines(shape), " -DTILE_ROWS=", kernels.tile_rows_,
                                                    " -DSTAGED=", packs, " -DSTAGED_KEYS=", StagedKeys(shape, packs))));
  return kernels;
}

absl::Status SymmetricAttentionKernels::Attend(const EncoderRows& rows, const SymmetricAttentionArgs& args,
                                               LaunchList& out) const {
  const int q_width = shape_.heads * shape_.head_dim, kv_width = 2 * shape_.kv_heads * shape_.head_dim;
  const bool fit = args.q.width >= q_width && args.q.width % kPack == 0 && args.kv.width % kPack == 0 &&
                   args.key_column % kPack == 0 && args.key_column + kv_width <= args.kv.width &&
                   args.out.inputs == q_width;
  if (!fit || args.radius < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "attention of ", shape_.heads, " heads on ", shape_.kv_heads, " of ", shape_.head_dim, " from rows of ",
        args.q.width, " and of ", args.kv.width, " values from column ", args.key_column, " on to rows of ",
        args.out.inputs, ", radius ", args.radius, "; they do not fit together, or are no multiples of ", kPack));
  }
  const auto tiles = static_cast<size_t>((rows.range.count + tile_rows_ - 1) / tile_rows_);
  FERRO_ASSIGN_OR_RETURN(
      Launch launch,
      program_.Bind("symmetric_attention", {tiles, static_cast<size_t>(shape_.kv_heads), 1}, kLocal, args.q.data,
                    cl_int{args.q.width / kPack}, cl_int{rows.range.begin - args.q.first}, args.kv.data,
                    cl_int{args.kv.width / kPack}, cl_int{args.key_column / kPack}, rows.pass.data,
                    cl_int{rows.pass.max_rows}, cl_int{rows.kept}, cl_int{rows.range.begin}, cl_int{rows.range.count},
                    cl_float{args.scale}, cl_int{args.radius}, args.out.values, args.out.scales,
                    cl_int{rows.range.begin - args.out.first}));
  const double values = double{1} * rows.range.count * q_width;
  launch.work.fixed = {.bytes = FloatBytes(values) + InputBytes(values) + FloatBytes(1.0 * args.most_keys * kv_width),
                       .float_ops = 2 * ProductOps(1, args.most_keys, values)};  // scores, then values
  out.push_back(std::move(launch));
  return absl::OkStatus();
}

}  // namespace ferro::opencl
