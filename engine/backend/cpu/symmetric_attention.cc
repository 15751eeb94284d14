// Attention of encoder passes: how its work is cut into tasks. The values do not depend on the cut (see
// FloatKernels::symmetric_attention).
#include <algorithm>
#include <vector>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/kernels/pool/flush_denormals.h"

namespace ferro {

using cpu::As;
using cpu::FloatRows;
using cpu::QuantizedInput;
using cpu::Segments;

namespace {

// Queries of one task: enough to share the keys of a block, few enough to balance. A multiple of what the kernel takes
// at a time, so that only a run's last task has a remainder.
constexpr int kTileQueries = 256;

}  // namespace

std::vector<CpuBackend::AttentionTile> CpuBackend::SymmetricTiles(const AttentionShape& shape) const {
  const int group = shape.heads / shape.kv_heads, most = std::max(1, kTileQueries / group);
  std::vector<AttentionTile> tiles;
  for (int r = 0; r < rows_;) {
    const Run& run = pass_->run_of(PassRow(r));
    int rows = 1;
    while (rows < most && r + rows < rows_ && PassRow(r + rows) < run.first_row + run.rows) ++rows;
    for (int head = 0; head < shape.kv_heads; ++head) tiles.push_back({&run, r, rows, head});
    r += rows;
  }
  return tiles;
}

void CpuBackend::SymmetricAttention(const SymmetricAttentionShape& shape, const Rows& q, const Rows& kv, int key_column,
                                    MatrixInput& out) {
  const ScopedFlushDenormals flush;
  const QuantizedInput& in = As<QuantizedInput>(out);
  const int dim = shape.heads.head_dim, group = shape.heads.heads / shape.heads.kv_heads;
  const int32_t* positions = kept_ ? kept_positions_.data() : pass_->positions.data();
  std::vector<AttentionTile> tiles = SymmetricTiles(shape.heads);
  const auto attend = [&](const AttentionTile& tile) {
    const int64_t column = int64_t{tile.kv_head} * group * dim;
    const float* keys = As<FloatRows>(kv).row(tile.run->first_row) + key_column + tile.kv_head * dim;
    const int index = Index(out.scope(), tile.first);
    float_.symmetric_attention({.queries = Row(q, tile.first) + column,
                                .query_stride = q.width(),
                                .positions = positions + first_ + tile.first,
                                .rows = tile.rows,
                                .group = group,
                                .head_dim = dim,
                                .scale = shape.scale,
                                .radius = shape.radius,
                                .keys = keys,
                                .values = keys + shape.heads.kv_heads * dim,
                                .key_stride = kv.width(),
                                .key_count = tile.run->rows},
                               in.float_row(index) + column, out.width());
    for (int r = index; r < index + tile.rows; ++r) {
      int8_.quantize_row(in.float_row(r) + column, cpu::Columns(in.rows, r, column, column + group * dim), 0);
    }
  };
  const auto work_of = [&](const AttentionTile& tile) {
    return double{1} * tile.rows * group * dim * std::min<int64_t>(tile.run->rows, 2 * int64_t{shape.radius} + 1);
  };
  // The longest first, so that no thread begins one when the others are about to end.
  std::stable_sort(tiles.begin(), tiles.end(),
                   [&](const AttentionTile& a, const AttentionTile& b) { return work_of(a) > work_of(b); });
  double work = 0;
  for (const AttentionTile& tile : tiles) work += work_of(tile);
  const int64_t count = static_cast<int64_t>(tiles.size());
  segments_.Run(Segments::kAttention, count, pool_.threads(), work / std::max<double>(1, count),
                [&](int64_t begin, int64_t end) {
                  pool_.Run(static_cast<int>(end - begin), [&](int i) { attend(tiles[begin + i]); });
                });
}

}  // namespace ferro
