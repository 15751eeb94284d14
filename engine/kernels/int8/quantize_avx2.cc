// Quantisation of activation rows, 32 values a step. Same operations as the scalar twin, so the same bits.
#include <immintrin.h>

#include "engine/kernels/int8/int8_tables.h"

namespace ferro {
namespace {

// Rounds half away from zero, as std::round does: adding the largest float below a half, with the sign of `v`, and
// cutting off the fraction is exact for every |v| < 2^22.
inline __m256i RoundHalfAway(__m256 v) {
  const __m256 sign = _mm256_and_ps(v, _mm256_set1_ps(-0.0f));
  const __m256 almost_half = _mm256_or_ps(sign, _mm256_set1_ps(0x1.fffffep-2f));
  return _mm256_cvttps_epi32(_mm256_add_ps(v, almost_half));
}

inline __m256i Magnitude(__m256 v) { return _mm256_and_si256(_mm256_castps_si256(v), _mm256_set1_epi32(0x7fffffff)); }

inline int32_t HorizontalMax(__m256i v) {
  __m128i m = _mm_max_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  m = _mm_max_epi32(m, _mm_shuffle_epi32(m, 0x4e));
  m = _mm_max_epi32(m, _mm_shuffle_epi32(m, 0xb1));
  return _mm_cvtsi128_si32(m);
}

inline int32_t HorizontalSum(__m256i v) {
  __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4e));
  s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xb1));
  return _mm_cvtsi128_si32(s);
}

}  // namespace

void QuantizeRowAvx2(const float* x, const QuantizedRows& out, int64_t row) {
  const int64_t blocks = out.blocks();
  int8_t* values = out.values + row * out.inputs;
  float* const scales = out.scales + row * blocks;
  int32_t* const offsets = out.offsets + row * blocks;
  for (int64_t b = 0; b < blocks; ++b, x += kBlockInputs, values += kBlockInputs) {
    const __m256 v0 = _mm256_loadu_ps(x), v1 = _mm256_loadu_ps(x + 8);
    const __m256 v2 = _mm256_loadu_ps(x + 16), v3 = _mm256_loadu_ps(x + 24);
    // Magnitudes compare as integers, which orders NaN above infinity above every number.
    const int32_t max_bits = HorizontalMax(_mm256_max_epi32(_mm256_max_epi32(Magnitude(v0), Magnitude(v1)),
                                                            _mm256_max_epi32(Magnitude(v2), Magnitude(v3))));
    const bool finite = max_bits < 0x7f800000;
    const __m128 d = _mm_div_ss(_mm_castsi128_ps(_mm_cvtsi32_si128(max_bits)), _mm_set_ss(127.0f));
    const __m128i half = _mm_cvtps_ph(d, _MM_FROUND_TO_NEAREST_INT);
    if (!finite || (_mm_cvtsi128_si32(half) & 0xffff) == 0) {
      scales[b] = finite ? 0.0f : __builtin_nanf("");
      offsets[b] = 0;
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(values), _mm256_setzero_si256());
      continue;
    }
    scales[b] = _mm_cvtss_f32(_mm_cvtph_ps(half));
    const __m256 inverse = _mm256_broadcastss_ps(_mm_div_ss(_mm_set_ss(1.0f), d));
    const __m256i q01 =
        _mm256_packs_epi32(RoundHalfAway(_mm256_mul_ps(v0, inverse)), RoundHalfAway(_mm256_mul_ps(v1, inverse)));
    const __m256i q23 =
        _mm256_packs_epi32(RoundHalfAway(_mm256_mul_ps(v2, inverse)), RoundHalfAway(_mm256_mul_ps(v3, inverse)));
    // The packs work within 128-bit halves; the permutation puts the groups of four back in order.
    const __m256i q =
        _mm256_permutevar8x32_epi32(_mm256_packs_epi16(q01, q23), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(values), q);
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(1), q);
    offsets[b] = -128 * HorizontalSum(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
}

}  // namespace ferro
