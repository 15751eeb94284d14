// Quantisation of activation rows with AVX-512 VNNI. Same operations as the scalar twin, so the same bits.
//
// Sixteen blocks share the vector of their divisions, four that of their maxima and sums: block by block, each would
// wait for two divisions and two reductions in a row.
#include <immintrin.h>

#include "engine/kernels/int8/int8_tables.h"

namespace ferro {
namespace {

constexpr int kGroup = 4;  // blocks that are reduced together
constexpr int kMost = 16;  // blocks whose scales are divided together

// Rounds half away from zero, as std::round does: adding the largest float below a half, with the sign of `v`, and
// cutting off the fraction is exact for every |v| < 2^22. A NaN becomes 0, the last byte of what it is converted to.
inline __m128i Rounded(__m512 v) {
  const __m512i sign = _mm512_and_epi32(_mm512_castps_si512(v), _mm512_set1_epi32(static_cast<int>(0x80000000u)));
  const __m512i almost_half = _mm512_or_epi32(sign, _mm512_castps_si512(_mm512_set1_ps(0x1.fffffep-2f)));
  return _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(_mm512_add_ps(v, _mm512_castsi512_ps(almost_half))));
}

// The largest magnitude of a block in eight parts. They compare as integers, which orders NaN above infinity above
// every number.
inline __m256i Magnitudes(const float* block) {
  const __m512i mask = _mm512_set1_epi32(0x7fffffff);
  const __m512i both = _mm512_max_epi32(_mm512_and_epi32(_mm512_loadu_si512(block), mask),
                                        _mm512_and_epi32(_mm512_loadu_si512(block + 16), mask));
  return _mm256_max_epi32(_mm512_castsi512_si256(both), _mm512_extracti64x4_epi64(both, 1));
}

// Lane i: the result for the eight lanes of parts[i].
template <class Join>
inline __m128i Reduce(const __m256i parts[kGroup], Join join) {
  const __m256i p01 = join(_mm256_unpacklo_epi32(parts[0], parts[1]), _mm256_unpackhi_epi32(parts[0], parts[1]));
  const __m256i p23 = join(_mm256_unpacklo_epi32(parts[2], parts[3]), _mm256_unpackhi_epi32(parts[2], parts[3]));
  const __m256i all = join(_mm256_unpacklo_epi64(p01, p23), _mm256_unpackhi_epi64(p01, p23));
  return join(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
}

struct Larger {
  __m256i operator()(__m256i a, __m256i b) const { return _mm256_max_epi32(a, b); }
  __m128i operator()(__m128i a, __m128i b) const { return _mm_max_epi32(a, b); }
};

struct Together {
  __m256i operator()(__m256i a, __m256i b) const { return _mm256_add_epi32(a, b); }
  __m128i operator()(__m128i a, __m128i b) const { return _mm_add_epi32(a, b); }
};

// Stores the scales of up to kMost blocks, and what their values are to be multiplied with.
inline void Scale(const int32_t* max_bits, int count, float* scales, float* factors) {
  const __m512i all_bits = _mm512_load_si512(max_bits);
  const __mmask16 finite = _mm512_cmplt_epi32_mask(all_bits, _mm512_set1_epi32(0x7f800000));
  const __m512 d = _mm512_div_ps(_mm512_castsi512_ps(all_bits), _mm512_set1_ps(127.0f));
  const __m512 scale = _mm512_cvtph_ps(_mm512_cvtps_ph(d, _MM_FROUND_TO_NEAREST_INT));
  const __m512 stored = _mm512_mask_blend_ps(finite, _mm512_set1_ps(__builtin_nanf("")), scale);
  _mm512_mask_storeu_ps(scales, static_cast<__mmask16>((1u << count) - 1), stored);
  // The factor 0 leaves zeros and NaNs, and both become 0. (A half that is not zero is no denormal float.)
  const __mmask16 some = _mm512_mask_cmpneq_epi32_mask(finite, _mm512_castps_si512(scale), _mm512_setzero_si512());
  _mm512_store_ps(factors, _mm512_maskz_div_ps(some, _mm512_set1_ps(1.0f), d));
}

// Up to kMost blocks, a multiple of kGroup.
inline void QuantizeBlocks(const float* x, int count, int8_t* values, float* scales, int32_t* offsets) {
  alignas(64) int32_t max_bits[kMost] = {};
  alignas(64) float factors[kMost];
  __m256i parts[kGroup];
  for (int b = 0; b < count; b += kGroup) {
#pragma GCC unroll 4
    for (int i = 0; i < kGroup; ++i) parts[i] = Magnitudes(x + (b + i) * kBlockInputs);
    _mm_store_si128(reinterpret_cast<__m128i*>(max_bits + b), Reduce(parts, Larger()));
  }
  Scale(max_bits, count, scales, factors);
  for (int b = 0; b < count; b += kGroup) {
#pragma GCC unroll 4
    for (int i = 0; i < kGroup; ++i) {
      const float* from = x + (b + i) * kBlockInputs;
      const __m512 factor = _mm512_set1_ps(factors[b + i]);
      const __m128i low = Rounded(_mm512_mul_ps(_mm512_loadu_ps(from), factor));
      const __m128i high = Rounded(_mm512_mul_ps(_mm512_loadu_ps(from + 16), factor));
      const __m256i q = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(values + (b + i) * kBlockInputs), q);
      parts[i] = _mm256_dpbusd_epi32(_mm256_setzero_si256(), _mm256_set1_epi8(1), q);
    }
    const __m128i sums = Reduce(parts, Together());
    _mm_storeu_si128(reinterpret_cast<__m128i*>(offsets + b), _mm_mullo_epi32(sums, _mm_set1_epi32(-128)));
  }
}

}  // namespace

void QuantizeRowAvx512(const float* x, const QuantizedRows& out, int64_t row) {
  const int64_t blocks = out.blocks();
  int8_t* const values = out.values + row * out.inputs;
  float* const scales = out.scales + row * blocks;
  int32_t* const offsets = out.offsets + row * blocks;
  int64_t b = 0;
  while (b + kGroup <= blocks) {
    const int count = blocks - b < kMost ? static_cast<int>(blocks - b) / kGroup * kGroup : kMost;
    QuantizeBlocks(x + b * kBlockInputs, count, values + b * kBlockInputs, scales + b, offsets + b);
    b += count;
  }
  if (b == blocks) return;
  const int64_t rest = b * kBlockInputs;
  QuantizeRowAvx2(x + rest, {out.inputs - rest, values + rest, scales + b, offsets + b}, 0);
}

}  // namespace ferro
