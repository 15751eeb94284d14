// How a product is cut into register tiles. Included by each int8_<set>.cc, which supplies the tile: everything here
// has internal linkage, so that each file compiles its own copy for its own instruction set.
//
// `Set` has kTileRows x kTilePanels, the tile of a prefill; kDecodeRows, the most rows of a tile one panel wide; and
// static void Tile<ROWS, PANELS>(const TileArgs&).
#ifndef FERRO_ENGINE_KERNELS_INT8_INT8_DRIVER_H_
#define FERRO_ENGINE_KERNELS_INT8_INT8_DRIVER_H_

#include <cstdint>

#include "engine/kernels/int8/int8_kernels.h"

namespace ferro {
namespace {

// One register tile: some rows times one or a few neighbouring panels.
struct TileArgs {
  const uint8_t* weights;   // the first panel
  const uint8_t* expanded;  // the values of that panel as the set has rewritten them for many rows; null in most sets
  int64_t panel_bytes;      // from one panel to the next
  int64_t blocks;
  const int8_t* x;        // the first row
  const float* x_scales;  // rows are `blocks` apart here and in x_offsets, 32 * blocks in x
  const int32_t* x_offsets;
  float* y;          // first row, first output of the tile
  int64_t y_stride;  // from row to row
  int64_t outputs;   // of the matrix from the tile's first one on; the tile writes no further
  bool accumulate;
  const float* bias;        // of the tile's first output on, or null
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

// Four neighbouring inputs of a row, which no alignment is promised for, as one 32-bit word.
[[gnu::always_inline]] inline int32_t LoadFour(const int8_t* values) {
  int32_t four;
  __builtin_memcpy(&four, values, sizeof(four));
  return four;
}

// Asks for the lines that a tile writes at its end. Stores leave the processor one after the other; waiting for each
// line then cost a third of the time where y outgrows the caches.
template <int ROWS, int PANELS>
[[gnu::always_inline]] inline void PrefetchOutputs(const TileArgs& args) {
  for (int r = 0; r < ROWS; ++r) {
    for (int p = 0; p < PANELS; ++p) __builtin_prefetch(args.y + r * args.y_stride + p * kPanelOutputs);
  }
}

constexpr int64_t kLine = 64;

// While a panel is multiplied with the rows, the rows stay in the second-level cache: this much of it is theirs. (An
// N100 has 2 MB for four cores.)
constexpr int64_t kRowCacheBytes = 256 << 10;

// How far ahead of the products a decode asks for weights. Far enough for the latency of memory (about 100 ns x 20 GB/s
// = 2 KB a core), short enough to stay in the first-level cache.
constexpr int64_t kDecodePrefetchBytes = 8192;

// Rows that share one pass over the weights.
constexpr int64_t kDecodePass = 8;

inline TileArgs ArgsFor(const Int8Product& product, int64_t row, int64_t panel) {
  const int64_t blocks = product.x.blocks();
  TileArgs args;
  args.weights = product.weights.panel(panel);
  args.expanded = nullptr;
  args.panel_bytes = PackedPanelBytes(product.weights.inputs);
  args.blocks = blocks;
  args.x = product.x.values + row * product.x.inputs;
  args.x_scales = product.x.scales + row * blocks;
  args.x_offsets = product.x.offsets + row * blocks;
  args.y = product.y + row * product.y_stride + panel * kPanelOutputs;
  args.y_stride = product.y_stride;
  args.outputs = product.weights.outputs - panel * kPanelOutputs;
  args.accumulate = product.accumulate;
  args.bias = product.bias == nullptr ? nullptr : product.bias + panel * kPanelOutputs;
  args.prefetch = nullptr;
  args.prefetch_lines = 0;
  return args;
}

template <class Set, int PANELS>
constexpr int kMostRows = PANELS == 1 ? Set::kDecodeRows : Set::kTileRows;

template <class Set, int PANELS, int ROWS>
inline void RunTile(int64_t rows, const TileArgs& args) {
  if (rows == ROWS) {
    Set::template Tile<ROWS, PANELS>(args);
  } else if constexpr (ROWS > 1) {
    RunTile<Set, PANELS, ROWS - 1>(rows, args);
  }
}

// All rows of a range times one group of panels, in tiles as even as can be (eight rows are four and four, not six and
// two). Meanwhile the group that comes next travels from memory, spread evenly over this group's work.
template <class Set, int PANELS>
inline void MultiplyPanels(const Int8Product& product, IndexRange rows, int64_t panel,
                           const uint8_t* expanded = nullptr) {
  constexpr int kMost = kMostRows<Set, PANELS>;
  const int64_t blocks = product.x.blocks(), count = rows.end - rows.begin;
  if (count <= 0) return;
  const int64_t tiles = (count + kMost - 1) / kMost;
  const int64_t fewer = count / tiles, with_one_more = count % tiles;
  const int64_t lines = PANELS * PackedPanelBytes(product.x.inputs) / kLine;
  const int64_t lines_per_block = (lines + tiles * blocks - 1) / (tiles * blocks);
  int64_t line = 0;
  TileArgs args = ArgsFor(product, rows.begin, panel);
  args.expanded = expanded;
  for (int64_t tile = 0; tile < tiles; ++tile) {
    const int64_t share = tile < with_one_more ? fewer + 1 : fewer;
    if (line < lines) {
      args.prefetch = product.weights.panel(panel + PANELS) + line * kLine;
      args.prefetch_lines = lines_per_block;
      line += lines_per_block * blocks;
    } else {
      args.prefetch_lines = 0;
    }
    RunTile<Set, PANELS, kMost>(share, args);
    args.x += share * product.x.inputs;
    args.x_scales += share * blocks;
    args.x_offsets += share * blocks;
    args.y += share * product.y_stride;
  }
}

// Rows that one pass over the weights serves.
template <class Set>
inline int64_t RowsOfChunk(int64_t inputs) {
  const int64_t chunk = kRowCacheBytes / inputs / Set::kTileRows * Set::kTileRows;
  return chunk < Set::kTileRows ? Set::kTileRows : chunk;
}

template <class Set>
void Gemm(const Int8Product& product, IndexRange rows, IndexRange panels) {
  const int64_t chunk = RowsOfChunk<Set>(product.x.inputs);
  for (int64_t row = rows.begin; row < rows.end; row += chunk) {
    const IndexRange part = {row, row + chunk < rows.end ? row + chunk : rows.end};
    int64_t panel = panels.begin;
    for (; panel + Set::kTilePanels <= panels.end; panel += Set::kTilePanels) {
      MultiplyPanels<Set, Set::kTilePanels>(product, part, panel);
    }
    for (; panel < panels.end; ++panel) MultiplyPanels<Set, 1>(product, part, panel);
  }
}

template <class Set>
void Gemv(const Int8Product& product, IndexRange rows, IndexRange panels) {
  for (int64_t row = rows.begin; row < rows.end; row += kDecodePass) {
    const IndexRange part = {row, row + kDecodePass < rows.end ? row + kDecodePass : rows.end};
    for (int64_t panel = panels.begin; panel < panels.end; ++panel) {
      if (part.end - part.begin > Set::kDecodeRows) {
        MultiplyPanels<Set, 1>(product, part, panel);
        continue;
      }
      TileArgs args = ArgsFor(product, part.begin, panel);
      args.prefetch = args.weights + kDecodePrefetchBytes;
      args.prefetch_lines = (kBlockValueBytes + kBlockScaleBytes + kLine - 1) / kLine;
      RunTile<Set, 1, Set::kDecodeRows>(part.end - part.begin, args);
    }
  }
}

}  // namespace
}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_INT8_INT8_DRIVER_H_
