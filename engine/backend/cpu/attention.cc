// Attention of the cpu backend: how its work is cut into tasks. The values do not depend on the cut (see
// FloatKernels::attention_rows).
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/kernels/pool/flush_denormals.h"

namespace ferro {
namespace {

using cpu::As;
using cpu::CpuKvCache;
using cpu::FloatRows;
using cpu::QuantizedInput;
using cpu::Segments;

// Rows of one run that one task computes for one KV head: enough to reuse a block of keys, few enough to balance the
// causal triangle.
constexpr int kTileRows = 32;

struct Tile {
  const Run* run;
  int first;  // row of the run
  int rows;
  int kv_head;
};

}  // namespace

void CpuBackend::Attention(const AttentionShape& shape, const Rows& qkv, const KvCache& cache, MatrixInput& out) {
  const ScopedFlushDenormals flush;
  const CpuKvCache& kv = As<CpuKvCache>(cache);
  const QuantizedInput& in = As<QuantizedInput>(out);
  const int group = shape.heads / shape.kv_heads;
  std::vector<Tile> tiles;
  for (const Run& run : pass_->runs) {
    // The longest tiles first: a thread that takes the last one late would keep the others waiting.
    for (int first = (run.rows - 1) / kTileRows * kTileRows; first >= 0; first -= kTileRows) {
      for (int head = 0; head < shape.kv_heads; ++head) {
        tiles.push_back({&run, first, std::min(kTileRows, run.rows - first), head});
      }
    }
  }
  const auto task_of = [&](const Tile& tile) {
    return AttentionTask{
        .queries = As<FloatRows>(qkv).row(tile.run->first_row + tile.first) + tile.kv_head * group * shape.head_dim,
        .query_stride = qkv.width(),
        .rows = tile.rows,
        .first_position = tile.run->start_position + tile.first,
        .group = group,
        .head_dim = shape.head_dim,
        .scale = 1.0f / std::sqrt(static_cast<float>(shape.head_dim)),
        .format = kv.format,
        .keys = kv.keys(tile.run->slot, tile.kv_head),
        .values = kv.values(tile.run->slot, tile.kv_head)};
  };
  const auto quantize = [&](const Tile& tile) {
    const int64_t begin = static_cast<int64_t>(tile.kv_head) * group * shape.head_dim;
    for (int r = tile.run->first_row + tile.first; r < tile.run->first_row + tile.first + tile.rows; ++r) {
      const QuantizedRows row = in.rows.From(r);
      const int64_t block = begin / kBlockInputs;
      int8_.quantize_row(in.float_row(r) + begin,
                         {group * shape.head_dim, row.values + begin, row.scales + block, row.offsets + block}, 0);
    }
  };
  const auto out_of = [&](const Tile& tile) {
    return in.float_row(tile.run->first_row + tile.first) + tile.kv_head * group * shape.head_dim;
  };

  if (static_cast<int>(tiles.size()) >= pool_.threads()) {
    const auto attend = [&](const Tile& tile) {
      float_.attention_rows(task_of(tile), out_of(tile), out.width());
      quantize(tile);
    };
    double work = 0;
    for (const Tile& tile : tiles) {
      work += double{1} * tile.rows * group * shape.head_dim * (tile.run->start_position + tile.first + tile.rows);
    }
    const int64_t count = static_cast<int64_t>(tiles.size());
    segments_.Run(Segments::kAttention, count, pool_.threads(), work / static_cast<double>(count),
                  [&](int64_t begin, int64_t end) {
                    pool_.Run(static_cast<int>(end - begin), [&](int i) { attend(tiles[begin + i]); });
                  });
    return;
  }
  // Fewer tiles than threads: share the key blocks of each.
  for (const Tile& tile : tiles) {
    const AttentionTask task = task_of(tile);
    const int64_t floats = AttentionPartialFloats(task);
    if (static_cast<int64_t>(attention_partials_.size()) < floats) attention_partials_.resize(floats);
    ForSlices(AttentionBlocks(task), 1, [&](int64_t begin, int64_t end) {
      float_.attention_partial(task, static_cast<int>(begin), static_cast<int>(end), attention_partials_.data());
    });
    float_.attention_merge(task, attention_partials_.data(), out_of(tile), out.width());
    quantize(tile);
  }
}

}  // namespace ferro
