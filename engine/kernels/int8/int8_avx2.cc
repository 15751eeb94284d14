// Int8 products with AVX2. Tile: 4 rows x 16 outputs.
//
// VPMADDUBSW multiplies unsigned by signed bytes and adds pairs with saturation to 16 bits. |w| <= 128 as the unsigned
// side and x with the sign of w as the signed side (|x| <= 127, so its negation is exact) keep every pair within
// 2 * 128 * 127 = 32512: exact for every weight, -128 included. The bound is the multiplier: 2 of the 4 instructions
// per 32 products, as in the machine's peak; subtraction of signs and sums go to the other ports.
//
// w and |w| from the stored byte are two more instructions for every four rows. Where many rows meet a panel, both are
// therefore written down once ("expanded"): 10 % faster on Zen 5, whose four vector ports are otherwise full.
//
// Registers (16): 8 integer accumulators, w, |w|, the row's four inputs, the running product, two constants. The float
// accumulators live in memory, touched once a block.
#include <immintrin.h>

#include "engine/kernels/int8/int8_driver.h"
#include "engine/kernels/int8/int8_tables.h"

namespace ferro {
namespace {

#include "engine/kernels/int8/int8_ymm_store.inc"

[[gnu::always_inline]] inline __m256i LoadValues(const uint8_t* values) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(values));
}

// Weights as they are stored. Of 32 of them, eight outputs' for four inputs:
struct Stored {
  static constexpr int kBytes = 1;  // of a weight
  [[gnu::always_inline]] static __m256i Weight(const uint8_t* values) {
    return _mm256_xor_si256(LoadValues(values), _mm256_set1_epi8(-128));
  }
  [[gnu::always_inline]] static __m256i Magnitude(const uint8_t*, __m256i weight) { return _mm256_abs_epi8(weight); }
};

// 32 weights, then their magnitudes, and so on.
struct Expanded {
  static constexpr int kBytes = 2;
  [[gnu::always_inline]] static __m256i Weight(const uint8_t* values) { return LoadValues(values); }
  [[gnu::always_inline]] static __m256i Magnitude(const uint8_t* values, __m256i) { return LoadValues(values + 32); }
};

void Expand(const uint8_t* stored, int64_t bytes, uint8_t* expanded) {
  for (int64_t i = 0; i < bytes; i += 32) {
    const __m256i weight = Stored::Weight(stored + i);
    __m256i* const to = reinterpret_cast<__m256i*>(expanded + Expanded::kBytes * i);
    _mm256_store_si256(to, weight);
    _mm256_store_si256(to + 1, _mm256_abs_epi8(weight));
  }
}

// `w`: the values of the panel, in the form of `Weights`.
template <int ROWS, class Weights>
[[gnu::always_inline]] inline void MultiplyTile(const TileArgs& args, const uint8_t* w) {
  alignas(32) float acc[ROWS][kPanelOutputs] = {};
  const uint8_t* w_scale = args.weights + args.blocks * kBlockValueBytes;
  const uint8_t* prefetch = args.prefetch;
  const int64_t blocks = args.blocks, prefetch_lines = args.prefetch_lines;
  RowPointers<ROWS> rows(args);
  PrefetchOutputs<ROWS, 1>(args);
  for (int64_t b = 0; b < blocks; ++b) {
    for (int64_t i = 0; i < prefetch_lines; ++i, prefetch += kLine) _mm_prefetch(prefetch, _MM_HINT_T0);
    __m256i dot[ROWS][2];
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; ++r) dot[r][0] = dot[r][1] = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int g = 0; g < kBlockInputs / 4; ++g) {
#pragma GCC unroll 2
      for (int v = 0; v < 2; ++v) {
        const uint8_t* const values = w + (g * 64 + v * 32) * Weights::kBytes;
        const __m256i weight = Weights::Weight(values);
        const __m256i magnitude = Weights::Magnitude(values, weight);
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
    w += kBlockValueBytes * Weights::kBytes;
    w_scale += kBlockScaleBytes;
    rows.Next();
    KeepInMemory(acc);
  }
  Store<ROWS>(args, acc);
}

struct Avx2 {
  static constexpr int kTileRows = 4;
  static constexpr int kDecodeRows = 4;
  static constexpr int kTilePanels = 1;

  template <int ROWS, int PANELS>
  static void Tile(const TileArgs& args) {
    static_assert(PANELS == 1);
    MultiplyTile<ROWS, Stored>(args, args.weights);
  }
};

struct Avx2ManyRows {
  static constexpr int kTileRows = 4;
  static constexpr int kDecodeRows = 4;
  static constexpr int kTilePanels = 1;

  template <int ROWS, int PANELS>
  [[gnu::noinline]] static void Tile(const TileArgs& args) {  // inlined, its addresses would crowd each other out
    static_assert(PANELS == 1);
    MultiplyTile<ROWS, Expanded>(args, args.expanded);
  }
};

// Fewer rows do not earn the writing.
constexpr int64_t kExpandRows = 32;

// The widest panel that is expanded, on the stack: 256 KiB, which still lie in a second-level cache.
constexpr int64_t kMostExpandedInputs = 8192;

void GemmAvx2(const Int8Product& product, IndexRange rows, IndexRange panels) {
  const int64_t inputs = product.x.inputs;
  if (rows.end - rows.begin < kExpandRows || inputs > kMostExpandedInputs) {
    return Gemm<Avx2>(product, rows, panels);
  }
  alignas(kLine) uint8_t expanded[kMostExpandedInputs * kPanelOutputs * Expanded::kBytes];
  const int64_t chunk = RowsOfChunk<Avx2ManyRows>(inputs);
  for (int64_t row = rows.begin; row < rows.end; row += chunk) {
    const IndexRange part = {row, row + chunk < rows.end ? row + chunk : rows.end};
    for (int64_t panel = panels.begin; panel < panels.end; ++panel) {
      Expand(product.weights.panel(panel), inputs * kPanelOutputs, expanded);
      MultiplyPanels<Avx2ManyRows, 1>(product, part, panel, expanded);
    }
  }
}

}  // namespace

const Int8Kernels kInt8Avx2 = {Isa::kAvx2, QuantizeRowAvx2, GemmAvx2, Gemv<Avx2>};

}  // namespace ferro
