// How a product is cut into register tiles. Included by each int8_<set>.cc, which supplies the tile: everything here
// has internal linkage, so that each file compiles its own copy for its own instruction set.
//
// `Set` has: kTileRows, kTilePanels, and static void Tile<ROWS, PANELS>(const TileArgs&).
#ifndef FERRO_ENGINE_KERNELS_INT8_INT8_DRIVER_H_
#define FERRO_ENGINE_KERNELS_INT8_INT8_DRIVER_H_

#include <cstdint>

#include "engine/kernels/int8/int8_kernels.h"

namespace ferro {
namespace {

// One register tile: some rows times one or a few neighbouring panels.
struct TileArgs {
  const uint8_t* weights;  // the first panel
  int64_t panel_bytes;     // from one panel to the next
  int64_t blocks;
  const int8_t* x;        // the first row
  const float* x_scales;  // rows are `blocks` apart here and in x_offsets, 32 * blocks in x
  const int32_t* x_offsets;
  float* y;          // first row, first output of the tile
  int64_t y_stride;  // from row to row
  int64_t outputs;   // of the matrix from the tile's first one on; the tile writes no further
  bool accumulate;
  const uint8_t* prefetch;  // what will be needed next: this many lines of it are asked for at each block
  int64_t prefetch_lines;
};

// Where the rows of a tile stand, block by block. One pointer serves three rows (x86 addresses base + 1 or 2 strides),
// one all scales, one all offsets. The compiler is kept from seeing how they hang together: it would make a pointer of
// every sum of row and group, more than there are registers.
template <int ROWS>
struct RowPointers {
  static constexpr int kBases = (ROWS + 2) / 3;

  [[gnu::always_inline]] explicit RowPointers(const TileArgs& args)
      : stride(args.blocks * kBlockInputs), blocks(args.blocks), scales(args.x_scales), offsets(args.x_offsets) {
    for (int i = 0; i < kBases; ++i) bases[i] = args.x + 3 * i * stride;
  }

  [[gnu::always_inline]] const int8_t* Values(int r) const { return bases[r / 3] + r % 3 * stride; }
  [[gnu::always_inline]] float Scale(int r) const { return scales[r * blocks]; }
  [[gnu::always_inline]] int32_t Offset(int r) const { return offsets[r * blocks]; }

  [[gnu::always_inline]] void Next() {
    for (int i = 0; i < kBases; ++i) {
      bases[i] += kBlockInputs;
      asm("" : "+r"(bases[i]));
    }
    ++scales;
    ++offsets;
    asm("" : "+r"(scales), "+r"(offsets));
  }

  const int64_t stride, blocks;
  const int8_t* bases[kBases];
  const float* scales;
  const int32_t* offsets;
};

// Asks for the lines that the tile writes at its end. Stores leave the processor one after the other; waiting for each
// line then cost a third of the time where y outgrows the caches.
template <int ROWS, int PANELS>
[[gnu::always_inline]] inline void PrefetchOutputs(const TileArgs& args) {
  for (int r = 0; r < ROWS; ++r) {
    for (int p = 0; p < PANELS; ++p) __builtin_prefetch(args.y + r * args.y_stride + p * kPanelOutputs);
  }
}

using TileFunction = void (*)(const TileArgs&);

constexpr int64_t kLine = 64;

// While a panel is multiplied with the rows, the rows stay in the second-level cache: this much of it is theirs. (An
// N100 has 2 MB for four cores.)
constexpr int64_t kRowCacheBytes = 256 << 10;

// How far ahead of the products a decode asks for weights. Far enough for the latency of memory (about 100 ns x 20 GB/s
// = 2 KB a core), short enough to stay in the first-level cache.
constexpr int64_t kDecodePrefetchBytes = 4096;

inline TileArgs ArgsFor(const Int8Product& product, int64_t row, int64_t panel) {
  const int64_t blocks = product.x.blocks();
  TileArgs args;
  args.weights = product.weights.panel(panel);
  args.panel_bytes = PackedPanelBytes(product.weights.inputs);
  args.blocks = blocks;
  args.x = product.x.values + row * product.x.inputs;
  args.x_scales = product.x.scales + row * blocks;
  args.x_offsets = product.x.offsets + row * blocks;
  args.y = product.y + row * product.y_stride + panel * kPanelOutputs;
  args.y_stride = product.y_stride;
  args.outputs = product.weights.outputs - panel * kPanelOutputs;
  args.accumulate = product.accumulate;
  args.prefetch = nullptr;
  args.prefetch_lines = 0;
  return args;
}

template <class Set, int PANELS>
inline TileFunction TileFor(int64_t rows) {
  static_assert(Set::kTileRows <= 8);
  switch (rows) {
    case 1:
      return Set::template Tile<1, PANELS>;
    case 2:
      return Set::template Tile<2, PANELS>;
    case 3:
      return Set::template Tile<3, PANELS>;
    case 4:
      return Set::template Tile<4, PANELS>;
    case 5:
      if constexpr (Set::kTileRows >= 5) return Set::template Tile<5, PANELS>;
      break;
    case 6:
      if constexpr (Set::kTileRows >= 6) return Set::template Tile<6, PANELS>;
      break;
  }
  return nullptr;  // not reached: callers ask for 1..kTileRows
}

// All rows of a range times one group of panels.
template <class Set, int PANELS>
inline void MultiplyPanels(const Int8Product& product, IndexRange rows, int64_t panel, const uint8_t* next) {
  const int64_t tiles = (rows.end - rows.begin + Set::kTileRows - 1) / Set::kTileRows;
  const int64_t lines = (PANELS * PackedPanelBytes(product.weights.inputs) + kLine - 1) / kLine;
  const int64_t steps = tiles * product.x.blocks();
  const int64_t lines_per_block = (lines + steps - 1) / steps;
  const int64_t lines_per_tile = lines_per_block * product.x.blocks();
  for (int64_t row = rows.begin, line = 0; row < rows.end; row += Set::kTileRows, line += lines_per_tile) {
    const int64_t left = rows.end - row;
    TileArgs args = ArgsFor(product, row, panel);
    if (line < lines) {  // spreads the next group's journey from memory over this group's work
      args.prefetch = next + line * kLine;
      args.prefetch_lines = lines_per_block;
    }
    TileFor<Set, PANELS>(left < Set::kTileRows ? left : Set::kTileRows)(args);
  }
}

template <class Set>
void Gemm(const Int8Product& product, IndexRange rows, IndexRange panels) {
  int64_t chunk = kRowCacheBytes / product.x.inputs / Set::kTileRows * Set::kTileRows;
  if (chunk < Set::kTileRows) chunk = Set::kTileRows;
  for (int64_t row = rows.begin; row < rows.end; row += chunk) {
    const IndexRange part = {row, row + chunk < rows.end ? row + chunk : rows.end};
    int64_t panel = panels.begin;
    for (; panel + Set::kTilePanels <= panels.end; panel += Set::kTilePanels) {
      MultiplyPanels<Set, Set::kTilePanels>(product, part, panel, product.weights.panel(panel + Set::kTilePanels));
    }
    for (; panel < panels.end; ++panel) MultiplyPanels<Set, 1>(product, part, panel, product.weights.panel(panel + 1));
  }
}

template <class Set>
void Gemv(const Int8Product& product, IndexRange rows, IndexRange panels) {
  for (int64_t first = rows.begin; first < rows.end; first += 8) {
    const int64_t end = first + 8 < rows.end ? first + 8 : rows.end;
    for (int64_t panel = panels.begin; panel < panels.end; ++panel) {
      for (int64_t row = first; row < end;) {
        // Even shares: eight rows are two tiles of four, not six and two.
        const int64_t tiles = (end - row + Set::kTileRows - 1) / Set::kTileRows;
        const int64_t share = (end - row + tiles - 1) / tiles;
        TileArgs args = ArgsFor(product, row, panel);
        if (row == first) {
          args.prefetch = args.weights + kDecodePrefetchBytes;
          args.prefetch_lines = (kBlockValueBytes + kBlockScaleBytes + kLine - 1) / kLine;
        }
        TileFor<Set, 1>(share)(args);
        row += share;
      }
    }
  }
}

}  // namespace
}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_INT8_INT8_DRIVER_H_
