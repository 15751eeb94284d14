// Int8 products with AVX2. Tile: 4 rows x 16 outputs.
//
// VPMADDUBSW multiplies unsigned by signed bytes and adds pairs with saturation to 16 bits. |w| <= 128 as the unsigned
// side and x with the sign of w as the signed side (|x| <= 127, so its negation is exact) keep every pair within
// 2 * 128 * 127 = 32512: exact for every weight, -128 included. The bound is the multiplier: 2 of the 4 instructions
// per 32 products, as in the machine's peak; subtraction of signs and sums go to the other ports.
//
// Registers (16): 8 integer accumulators, w, |w|, the row's four inputs, the running product, two constants. The float
// accumulators live in memory, touched once a block.
#include <immintrin.h>

#include "engine/kernels/int8/int8_driver.h"
#include "engine/kernels/int8/int8_tables.h"

namespace ferro {
namespace {

struct Avx2 {
  static constexpr int kTileRows = 4;
  static constexpr int kDecodeRows = 4;
  static constexpr int kTilePanels = 1;

  template <int ROWS, int PANELS>
  static void Tile(const TileArgs& args);
};

#include "engine/kernels/int8/int8_ymm_store.inc"

template <int ROWS, int PANELS>
void Avx2::Tile(const TileArgs& args) {
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
    for (int r = 0; r < ROWS; ++r) dot[r][0] = dot[r][1] = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int g = 0; g < kBlockInputs / 4; ++g) {
#pragma GCC unroll 2
      for (int v = 0; v < 2; ++v) {
        const __m256i stored = _mm256_load_si256(reinterpret_cast<const __m256i*>(w + g * 64 + v * 32));
        const __m256i weight = _mm256_xor_si256(stored, _mm256_set1_epi8(-128));
        const __m256i magnitude = _mm256_abs_epi8(weight);
#pragma GCC unroll 8
        for (int r = 0; r < ROWS; ++r) {
          const __m256i four = _mm256_set1_epi32(LoadFour(rows.Values(r) + g * 4));
          const __m256i pairs = _mm256_maddubs_epi16(magnitude, _mm256_sign_epi8(four, weight));
          dot[r][v] = _mm256_add_epi32(dot[r][v], _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
          asm("" : "+x"(dot[r][v]));  // or the compiler collects the products of a block, spills them and adds at last
        }
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

const Int8Kernels kInt8Avx2 = {Isa::kAvx2, QuantizeRowAvx2, Gemm<Avx2>, Gemv<Avx2>};

}  // namespace ferro
