// Sixteen floats in two AVX2 registers, lanes 0..7 and 8..15; vec_avx512.h has the same operations on one AVX-512
// register. Included by avx2.cc only: everything is in an unnamed namespace, so that no other file can link code that
// its machine lacks. Needs AVX2, FMA and F16C.
#ifndef FERRO_ENGINE_KERNELS_OPS_VEC_AVX2_H_
#define FERRO_ENGINE_KERNELS_OPS_VEC_AVX2_H_

#include <immintrin.h>

#include <cstdint>

namespace ferro {
namespace {

// Attention tiles, in queries by vectors of 16 keys or components: 6 x 1 sums are 12 of the 16 registers, so are 3 x 2.
constexpr int kTileQueries = 6;
constexpr int kTileVecs = 1;
constexpr int kSmallTileQueries = 3;
constexpr int kSmallTileVecs = 2;

struct Vec {
  __m256 low, high;
};

inline Vec Set(float x) { return {_mm256_set1_ps(x), _mm256_set1_ps(x)}; }
inline Vec Zero() { return {_mm256_setzero_ps(), _mm256_setzero_ps()}; }
inline Vec Load(const float* p) { return {_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8)}; }
inline void Store(float* p, Vec x) {
  _mm256_storeu_ps(p, x.low);
  _mm256_storeu_ps(p + 8, x.high);
}

struct Mask {
  __m256i low, high;
};
inline Mask FirstLanes(int n) {
  alignas(64) static constexpr int32_t kOnesThenZeros[32] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                                             -1, -1, -1, -1, -1, -1, -1, -1};
  const int32_t* lanes = kOnesThenZeros + 16 - n;
  return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(lanes)),
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(lanes + 8))};
}
// Only the first n lanes, 0 <= n <= 16: absent ones read as +0, and memory behind them is not touched.
inline Vec LoadFirst(const float* p, int n) {
  const Mask mask = FirstLanes(n);
  return {_mm256_maskload_ps(p, mask.low), _mm256_maskload_ps(p + 8, mask.high)};
}
inline void StoreFirst(float* p, Vec x, int n) {
  const Mask mask = FirstLanes(n);
  _mm256_maskstore_ps(p, mask.low, x.low);
  _mm256_maskstore_ps(p + 8, mask.high, x.high);
}
inline Vec KeepFirst(Vec x, int n, Vec rest) {
  const Mask mask = FirstLanes(n);
  return {_mm256_blendv_ps(rest.low, x.low, _mm256_castsi256_ps(mask.low)),
          _mm256_blendv_ps(rest.high, x.high, _mm256_castsi256_ps(mask.high))};
}

inline Vec Add(Vec a, Vec b) { return {_mm256_add_ps(a.low, b.low), _mm256_add_ps(a.high, b.high)}; }
inline Vec Sub(Vec a, Vec b) { return {_mm256_sub_ps(a.low, b.low), _mm256_sub_ps(a.high, b.high)}; }
inline Vec Mul(Vec a, Vec b) { return {_mm256_mul_ps(a.low, b.low), _mm256_mul_ps(a.high, b.high)}; }
inline Vec Div(Vec a, Vec b) { return {_mm256_div_ps(a.low, b.low), _mm256_div_ps(a.high, b.high)}; }
inline Vec Fma(Vec a, Vec b, Vec c) {  // a * b + c
  return {_mm256_fmadd_ps(a.low, b.low, c.low), _mm256_fmadd_ps(a.high, b.high, c.high)};
}
inline Vec NegativeFma(Vec a, Vec b, Vec c) {  // -a * b + c
  return {_mm256_fnmadd_ps(a.low, b.low, c.low), _mm256_fnmadd_ps(a.high, b.high, c.high)};
}
inline Vec Negate(Vec a) {
  const __m256 sign = _mm256_set1_ps(-0.0f);
  return {_mm256_xor_ps(a.low, sign), _mm256_xor_ps(a.high, sign)};
}
inline Vec Abs(Vec a) {
  const __m256 sign = _mm256_set1_ps(-0.0f);
  return {_mm256_andnot_ps(sign, a.low), _mm256_andnot_ps(sign, a.high)};
}
// b unless the comparison holds, so b where either is NaN.
inline Vec Max(Vec a, Vec b) { return {_mm256_max_ps(a.low, b.low), _mm256_max_ps(a.high, b.high)}; }
inline Vec Min(Vec a, Vec b) { return {_mm256_min_ps(a.low, b.low), _mm256_min_ps(a.high, b.high)}; }
inline Vec WhereLess(Vec a, Vec b, Vec then, Vec otherwise) {
  return {_mm256_blendv_ps(otherwise.low, then.low, _mm256_cmp_ps(a.low, b.low, _CMP_LT_OQ)),
          _mm256_blendv_ps(otherwise.high, then.high, _mm256_cmp_ps(a.high, b.high, _CMP_LT_OQ))};
}
inline unsigned EqualMask(Vec a, Vec b) {
  const int low = _mm256_movemask_ps(_mm256_cmp_ps(a.low, b.low, _CMP_EQ_OQ));
  const int high = _mm256_movemask_ps(_mm256_cmp_ps(a.high, b.high, _CMP_EQ_OQ));
  return static_cast<unsigned>(high << 8 | low);
}

inline __m256 LoadHalves(const float* a, const float* b) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(a)), _mm_loadu_ps(b), 1);
}
// Lanes 4 n .. 4 n + 3 are the first four floats at the n-th pointer.
inline Vec LoadQuarters(const float* a, const float* b, const float* c, const float* d) {
  return {LoadHalves(a, b), LoadHalves(c, d)};
}
inline void TransposeQuarters(__m256& a, __m256& b, __m256& c, __m256& d) {
  const __m256d ab_low = _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
  const __m256d ab_high = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
  const __m256d cd_low = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
  const __m256d cd_high = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
  a = _mm256_castpd_ps(_mm256_unpacklo_pd(ab_low, cd_low));
  b = _mm256_castpd_ps(_mm256_unpackhi_pd(ab_low, cd_low));
  c = _mm256_castpd_ps(_mm256_unpacklo_pd(ab_high, cd_high));
  d = _mm256_castpd_ps(_mm256_unpackhi_pd(ab_high, cd_high));
}
// Within each quarter: four rows of four floats become four columns.
inline void TransposeQuarters(Vec& a, Vec& b, Vec& c, Vec& d) {
  TransposeQuarters(a.low, b.low, c.low, d.low);
  TransposeQuarters(a.high, b.high, c.high, d.high);
}

inline float Sum(Vec x) {
  const __m256 by8 = _mm256_add_ps(x.low, x.high);
  const __m128 by4 = _mm_add_ps(_mm256_castps256_ps128(by8), _mm256_extractf128_ps(by8, 1));
  const __m128 by2 = _mm_add_ps(by4, _mm_movehl_ps(by4, by4));
  return _mm_cvtss_f32(_mm_add_ss(by2, _mm_movehdup_ps(by2)));
}
inline float MaxOf(Vec x) {
  const __m256 by8 = _mm256_max_ps(x.low, x.high);
  const __m128 by4 = _mm_max_ps(_mm256_castps256_ps128(by8), _mm256_extractf128_ps(by8, 1));
  const __m128 by2 = _mm_max_ps(by4, _mm_movehl_ps(by4, by4));
  return _mm_cvtss_f32(_mm_max_ss(by2, _mm_movehdup_ps(by2)));
}

inline Vec LoadHalf(const uint16_t* p) {
  return {_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))),
          _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 8)))};
}
inline void StoreHalf(uint16_t* p, Vec x) {
  constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(x.low, kNearest));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p + 8), _mm256_cvtps_ph(x.high, kNearest));
}
inline Vec LoadInt8(const int8_t* p) {
  const __m256i low = _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
  const __m256i high = _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p + 8)));
  return {_mm256_cvtepi32_ps(low), _mm256_cvtepi32_ps(high)};
}
// Towards zero; values must fit.
inline void StoreInt8(int8_t* p, Vec x) {
  const __m256i low = _mm256_cvttps_epi32(x.low);
  const __m256i high = _mm256_cvttps_epi32(x.high);
  const __m128i low16 = _mm_packs_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
  const __m128i high16 = _mm_packs_epi32(_mm256_castsi256_si128(high), _mm256_extracti128_si256(high, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_packs_epi16(low16, high16));
}

inline __m256 PowerOfTwo(__m256i n) {
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(n, _mm256_set1_epi32(127)), 23));
}
// In two steps, 2^(n / 2) with n / 2 rounded down and what is left of it: 2^128 is no float.
inline __m256 TimesPower(__m256 x, __m256i n) {
  const __m256i half = _mm256_srai_epi32(n, 1);
  return _mm256_mul_ps(_mm256_mul_ps(x, PowerOfTwo(half)), PowerOfTwo(_mm256_sub_epi32(n, half)));
}
// x * 2^n for the integer n = bits(shifted) - bits(zero) = whole; defined where x and the result are normal.
inline Vec TimesPower(Vec x, Vec shifted, Vec zero, Vec) {
  return {TimesPower(x.low, _mm256_sub_epi32(_mm256_castps_si256(shifted.low), _mm256_castps_si256(zero.low))),
          TimesPower(x.high, _mm256_sub_epi32(_mm256_castps_si256(shifted.high), _mm256_castps_si256(zero.high)))};
}

}  // namespace
}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_VEC_AVX2_H_
