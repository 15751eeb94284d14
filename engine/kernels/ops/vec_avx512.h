// Sixteen floats in one AVX-512 register; vec_avx2.h has the same operations on two AVX2 registers. Included by
// avx512.cc only: everything is in an unnamed namespace, so that no other file can link code that its machine lacks.
#ifndef FERRO_ENGINE_KERNELS_OPS_VEC_AVX512_H_
#define FERRO_ENGINE_KERNELS_OPS_VEC_AVX512_H_

#include <immintrin.h>

#include <cstdint>

namespace ferro {
namespace {

// Attention tiles, in queries by vectors of 16 keys or components: 8 x 2 sums leave half of the 32 registers for
// operands; with up to 4 queries 4 vectors hide the latency of the multiply-add as well.
constexpr int kTileQueries = 8;
constexpr int kTileVecs = 2;
constexpr int kSmallTileQueries = 4;
constexpr int kSmallTileVecs = 4;

struct Vec {
  __m512 v;
};

inline Vec Set(float x) { return {_mm512_set1_ps(x)}; }
inline Vec Zero() { return {_mm512_setzero_ps()}; }
inline Vec Load(const float* p) { return {_mm512_loadu_ps(p)}; }
inline void Store(float* p, Vec x) { _mm512_storeu_ps(p, x.v); }

inline __mmask16 FirstLanes(int n) { return static_cast<__mmask16>((1u << n) - 1); }
// Only the first n lanes, 0 <= n <= 16: absent ones read as +0, and memory behind them is not touched.
inline Vec LoadFirst(const float* p, int n) { return {_mm512_maskz_loadu_ps(FirstLanes(n), p)}; }
inline void StoreFirst(float* p, Vec x, int n) { _mm512_mask_storeu_ps(p, FirstLanes(n), x.v); }
inline Vec KeepFirst(Vec x, int n, Vec rest) { return {_mm512_mask_blend_ps(FirstLanes(n), rest.v, x.v)}; }

inline Vec Add(Vec a, Vec b) { return {_mm512_add_ps(a.v, b.v)}; }
inline Vec Sub(Vec a, Vec b) { return {_mm512_sub_ps(a.v, b.v)}; }
inline Vec Mul(Vec a, Vec b) { return {_mm512_mul_ps(a.v, b.v)}; }
inline Vec Div(Vec a, Vec b) { return {_mm512_div_ps(a.v, b.v)}; }
inline Vec Fma(Vec a, Vec b, Vec c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }           // a * b + c
inline Vec NegativeFma(Vec a, Vec b, Vec c) { return {_mm512_fnmadd_ps(a.v, b.v, c.v)}; }  // -a * b + c
inline Vec Negate(Vec a) { return {_mm512_xor_ps(a.v, _mm512_set1_ps(-0.0f))}; }
inline Vec Abs(Vec a) { return {_mm512_abs_ps(a.v)}; }
// b unless the comparison holds, so b where either is NaN.
inline Vec Max(Vec a, Vec b) { return {_mm512_max_ps(a.v, b.v)}; }
inline Vec Min(Vec a, Vec b) { return {_mm512_min_ps(a.v, b.v)}; }
inline Vec WhereLess(Vec a, Vec b, Vec then, Vec otherwise) {
  return {_mm512_mask_blend_ps(_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ), otherwise.v, then.v)};
}
inline unsigned EqualMask(Vec a, Vec b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_EQ_OQ); }

// Lanes 4 n .. 4 n + 3 are the first four floats at the n-th pointer.
inline Vec LoadQuarters(const float* a, const float* b, const float* c, const float* d) {
  __m512 x = _mm512_castps128_ps512(_mm_loadu_ps(a));
  x = _mm512_insertf32x4(x, _mm_loadu_ps(b), 1);
  x = _mm512_insertf32x4(x, _mm_loadu_ps(c), 2);
  return {_mm512_insertf32x4(x, _mm_loadu_ps(d), 3)};
}
// Within each quarter: four rows of four floats become four columns.
inline void TransposeQuarters(Vec& a, Vec& b, Vec& c, Vec& d) {
  const __m512d ab_low = _mm512_castps_pd(_mm512_unpacklo_ps(a.v, b.v));
  const __m512d ab_high = _mm512_castps_pd(_mm512_unpackhi_ps(a.v, b.v));
  const __m512d cd_low = _mm512_castps_pd(_mm512_unpacklo_ps(c.v, d.v));
  const __m512d cd_high = _mm512_castps_pd(_mm512_unpackhi_ps(c.v, d.v));
  a.v = _mm512_castpd_ps(_mm512_unpacklo_pd(ab_low, cd_low));
  b.v = _mm512_castpd_ps(_mm512_unpackhi_pd(ab_low, cd_low));
  c.v = _mm512_castpd_ps(_mm512_unpacklo_pd(ab_high, cd_high));
  d.v = _mm512_castpd_ps(_mm512_unpackhi_pd(ab_high, cd_high));
}

inline __m256 Fold8(__m512 x, bool max) {
  const __m256 low = _mm512_castps512_ps256(x);
  const __m256 high = _mm512_extractf32x8_ps(x, 1);
  return max ? _mm256_max_ps(low, high) : _mm256_add_ps(low, high);
}
inline float Sum(Vec x) {
  const __m256 by8 = Fold8(x.v, false);
  const __m128 by4 = _mm_add_ps(_mm256_castps256_ps128(by8), _mm256_extractf128_ps(by8, 1));
  const __m128 by2 = _mm_add_ps(by4, _mm_movehl_ps(by4, by4));
  return _mm_cvtss_f32(_mm_add_ss(by2, _mm_movehdup_ps(by2)));
}
inline float MaxOf(Vec x) {
  const __m256 by8 = Fold8(x.v, true);
  const __m128 by4 = _mm_max_ps(_mm256_castps256_ps128(by8), _mm256_extractf128_ps(by8, 1));
  const __m128 by2 = _mm_max_ps(by4, _mm_movehl_ps(by4, by4));
  return _mm_cvtss_f32(_mm_max_ss(by2, _mm_movehdup_ps(by2)));
}

inline Vec LoadHalf(const uint16_t* p) {
  return {_mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))};
}
inline void StoreHalf(uint16_t* p, Vec x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                      _mm512_cvtps_ph(x.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
inline Vec LoadInt8(const int8_t* p) {
  return {_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))))};
}
// Towards zero; values must fit.
inline void StoreInt8(int8_t* p, Vec x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(x.v)));
}

// x * 2^n for the integer n = bits(shifted) - bits(zero) = whole; defined where x and the result are normal.
inline Vec TimesPower(Vec x, Vec, Vec, Vec whole) { return {_mm512_scalef_ps(x.v, whole.v)}; }

}  // namespace
}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_VEC_AVX512_H_
