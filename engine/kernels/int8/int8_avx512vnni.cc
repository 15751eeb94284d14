// Int8 products with AVX-512 VNNI. Tile: 6 rows x 32 outputs.
//
// As int8_avxvnni.cc, with 16 outputs a vector and both kinds of accumulators in registers (32): 12 integer, 12 float,
// 2 weight vectors, the row's four inputs, scales.
#include <immintrin.h>

#include "engine/kernels/int8/int8_driver.h"
#include "engine/kernels/int8/int8_tables.h"

namespace ferro {
namespace {

struct Avx512Vnni {
  static constexpr int kTileRows = 6;
  static constexpr int kDecodeRows = 8;
  static constexpr int kTilePanels = 2;

  template <int ROWS, int PANELS>
  static void Tile(const TileArgs& args);
};

template <int ROWS, int PANELS>
void Avx512Vnni::Tile(const TileArgs& args) {
  // A single row and panel would wait for its own sum; integer sums may be split, being exact in any order.
  constexpr int kChains = ROWS * PANELS == 1 ? 2 : 1;
  __m512 acc[ROWS][PANELS];
#pragma GCC unroll 8
  for (int r = 0; r < ROWS; ++r) {
#pragma GCC unroll 2
    for (int p = 0; p < PANELS; ++p) acc[r][p] = _mm512_setzero_ps();
  }
  const uint8_t* w = args.weights;
  const uint8_t* w_scale = args.weights + args.blocks * kBlockValueBytes;
  const uint8_t* prefetch = args.prefetch;
  const int64_t panel_bytes = args.panel_bytes;
  const int64_t blocks = args.blocks, prefetch_lines = args.prefetch_lines;
  RowPointers<ROWS> rows(args);
  PrefetchOutputs<ROWS, PANELS>(args);
  for (int64_t b = 0; b < blocks; ++b) {
    for (int64_t i = 0; i < prefetch_lines; ++i, prefetch += kLine) _mm_prefetch(prefetch, _MM_HINT_T0);
    __m512i dot[ROWS][PANELS][kChains];
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; ++r) {
#pragma GCC unroll 2
      for (int p = 0; p < PANELS; ++p) {
        dot[r][p][0] = _mm512_set1_epi32(rows.Offset(r));
        if (kChains == 2) dot[r][p][1] = _mm512_setzero_si512();
      }
    }
#pragma GCC unroll 8
    for (int g = 0; g < kBlockInputs / 4; ++g) {
      __m512i weight[PANELS];
#pragma GCC unroll 2
      for (int p = 0; p < PANELS; ++p) weight[p] = _mm512_load_si512(w + p * panel_bytes + g * 64);
#pragma GCC unroll 8
      for (int r = 0; r < ROWS; ++r) {
        const __m512i four = _mm512_set1_epi32(LoadFour(rows.Values(r) + g * 4));
#pragma GCC unroll 2
        for (int p = 0; p < PANELS; ++p) {
          __m512i& sum = dot[r][p][g % kChains];
          sum = _mm512_dpbusd_epi32(sum, weight[p], four);
        }
      }
    }
    __m512 scale[PANELS];
#pragma GCC unroll 2
    for (int p = 0; p < PANELS; ++p) {
      scale[p] = _mm512_cvtph_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(w_scale + p * panel_bytes)));
    }
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; ++r) {
      const __m512 row_scale = _mm512_set1_ps(rows.Scale(r));
#pragma GCC unroll 2
      for (int p = 0; p < PANELS; ++p) {
        __m512i sum = dot[r][p][0];
        if (kChains == 2) sum = _mm512_add_epi32(sum, dot[r][p][1]);
        acc[r][p] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum), _mm512_mul_ps(scale[p], row_scale), acc[r][p]);
      }
    }
    w += kBlockValueBytes;
    w_scale += kBlockScaleBytes;
    rows.Next();
  }
#pragma GCC unroll 2
  for (int p = 0; p < PANELS; ++p) {
    const int64_t outputs = args.outputs - p * kPanelOutputs;
    const __mmask16 mask = outputs >= kPanelOutputs ? 0xffff : static_cast<__mmask16>((1u << outputs) - 1);
    // Adding -0 changes no value.
    const __m512 bias =
        args.bias == nullptr ? _mm512_set1_ps(-0.0f) : _mm512_maskz_loadu_ps(mask, args.bias + p * kPanelOutputs);
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; ++r) {
      float* const y = args.y + r * args.y_stride + p * kPanelOutputs;
      __m512 sum = _mm512_add_ps(acc[r][p], bias);
      if (args.accumulate) sum = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, y), sum);
      _mm512_mask_storeu_ps(y, mask, sum);
    }
  }
}

}  // namespace

const Int8Kernels kInt8Avx512Vnni = {Isa::kAvx512Vnni, QuantizeRowAvx512, Gemm<Avx512Vnni>, Gemv<Avx512Vnni>};

}  // namespace ferro
