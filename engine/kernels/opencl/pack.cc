#include "engine/kernels/opencl/pack.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace ferro::opencl {
namespace {

constexpr int kWords = kBlock / 4;
constexpr int kScaleBytes = 2;
// Outputs side by side: each cache line written is written whole (16 words), and their rows fit the cache.
constexpr int kTileOutputs = kOutputsPadding;

// Blocks [begin, end) of outputs [first, first + kTileOutputs).
class Tile {
 public:
  Tile(const Q8_0Rows& rows, int64_t begin, int64_t end) : rows_(rows), begin_(begin), end_(end) {}

  void Pack(int64_t first, uint32_t* values, uint16_t* scales) {
    const int64_t padded = PaddedOutputs(rows_.outputs());
    const int present = static_cast<int>(std::min<int64_t>(kTileOutputs, rows_.outputs() - first));
    const uint8_t* from[kTileOutputs];
    for (int i = 0; i < present; ++i) from[i] = rows_.Blocks(first + i, begin_, end_, scratch_[i]);
    for (int64_t b = 0; b < end_ - begin_; ++b) {
      uint16_t* const scale = scales + b * padded + first;
      uint32_t* const words = values + b * kWords * padded + first;
      std::memset(scale + present, 0, (kTileOutputs - present) * sizeof(*scale));
      for (int i = 0; i < present; ++i) std::memcpy(scale + i, from[i] + b * kQ8_0BlockBytes, kScaleBytes);
      for (int k = 0; k < kWords; ++k) {
        uint32_t* const to = words + k * padded;
        std::memset(to + present, 0, (kTileOutputs - present) * sizeof(*to));
        for (int i = 0; i < present; ++i) {
          std::memcpy(to + i, from[i] + b * kQ8_0BlockBytes + kScaleBytes + k * sizeof(*to), sizeof(*to));
        }
      }
    }
  }

 private:
  const Q8_0Rows& rows_;
  const int64_t begin_, end_;
  Q8_0Rows::Scratch scratch_[kTileOutputs];
};

}  // namespace

void PackBlocks(const Q8_0Rows& rows, int64_t begin, int64_t end, ThreadPool& pool, uint32_t* values,
                uint16_t* scales) {
  constexpr int64_t kTilesPerTask = 4;
  const int64_t tiles = PaddedOutputs(rows.outputs()) / kTileOutputs;
  pool.Run(static_cast<int>((tiles + kTilesPerTask - 1) / kTilesPerTask), [&](int task) {
    Tile tile(rows, begin, end);
    for (int64_t t = task * kTilesPerTask; t < std::min(tiles, (task + 1) * kTilesPerTask); ++t) {
      tile.Pack(t * kTileOutputs, values, scales);
    }
  });
}

}  // namespace ferro::opencl
