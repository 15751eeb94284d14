// Int8 products with AVX-VNNI, the widest set of an N100. Tile: 6 rows x 16 outputs.
//
// VPDPBUSD adds four products of unsigned (weight + 128) and signed (activation) bytes to each 32-bit lane; the sums
// start at -128 * sum(activations), which takes the offset out again.
//
// Registers (16): 12 integer accumulators, 2 weight vectors, the row's four inputs. The float accumulators live in
// memory, touched once a block: twelve sums hide the latency of VPDPBUSD and need 8 loads per 12 of them, where a tile
// that kept both kinds in registers would have 3 rows and be bound by its 5 loads per 6.
#include <immintrin.h>

#include "engine/kernels/int8/int8_driver.h"
#include "engine/kernels/int8/int8_tables.h"

namespace ferro {
namespace {

struct AvxVnni {
  static constexpr int kTileRows = 6;
  static constexpr int kDecodeRows = 6;
  static constexpr int kTilePanels = 1;

  template <int ROWS, int PANELS>
  static void Tile(const TileArgs& args);
};

#include "engine/kernels/int8/int8_ymm_store.inc"

template <int ROWS, int PANELS>
void AvxVnni::Tile(const TileArgs& args) {
  static_assert(PANELS == 1);
  alignas(32) float acc[ROWS][kPanelOutputs] = {};
  const uint8_t* w = args.weights;
  const uint8_t* w_scale = args.weights + args.blocks * kBlockValueBytes;
  const uint8_t* prefetch = args.prefetch;
  const int64_t blocks = args.blocks, prefetch_lines = args.prefetch_lines;
  RowPointers<ROWS> rows(args);
  PrefetchOutputs<ROWS, PANELS>(args);
  for (int64_t b = 0; b < blocks; ++b) {
    for (int64_t i = 0; i < prefetch_lines; ++i, prefetch += kLine) _mm_prefetch(prefetch, _MM_HINT_T0);
    __m256i dot[ROWS][2];
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; ++r) dot[r][0] = dot[r][1] = _mm256_set1_epi32(rows.Offset(r));
#pragma GCC unroll 8
    for (int g = 0; g < kBlockInputs / 4; ++g) {
      const __m256i w0 = _mm256_load_si256(reinterpret_cast<const __m256i*>(w + g * 64));
      const __m256i w1 = _mm256_load_si256(reinterpret_cast<const __m256i*>(w + g * 64 + 32));
#pragma GCC unroll 8
      for (int r = 0; r < ROWS; ++r) {
        const __m256i four = _mm256_set1_epi32(LoadFour(rows.Values(r) + g * 4));
        dot[r][0] = _mm256_dpbusd_avx_epi32(dot[r][0], w0, four);
        dot[r][1] = _mm256_dpbusd_avx_epi32(dot[r][1], w1, four);
      }
    }
    AddScaled<ROWS>(dot, w_scale, rows, acc);
    w += kBlockValueBytes;
    w_scale += kBlockScaleBytes;
    rows.Next();
    KeepInMemory(acc);
  }
  Store<ROWS>(args, acc);
}

}  // namespace

const Int8Kernels kInt8AvxVnni = {Isa::kAvxVnni, QuantizeRowAvx2, Gemm<AvxVnni>, Gemv<AvxVnni>};

}  // namespace ferro
