// Quantisation of rows to int8 by neighbouring work-items, and the lane sum, with the bits of int8_scalar.cc and
// scalar_math.h.
#include "math.cl"

#define SUM_LANES 16   // of a sum: lane j folds elements j, j + 16, ...
#define BLOCK_WORDS 8  // of four values; each work-item holds one, eight neighbours a block
#define NO_SIGN 0x7fffffffu

// Elements i, i + 16, ..., i + 112.
inline float8 strided8(__global const float* p, int i) {
  return (float8)(p[i], p[i + SUM_LANES], p[i + 2 * SUM_LANES], p[i + 3 * SUM_LANES], p[i + 4 * SUM_LANES],
                  p[i + 5 * SUM_LANES], p[i + 6 * SUM_LANES], p[i + 7 * SUM_LANES]);
}

// Sum of a[i] * b[i] over i = lane, lane + 16, ... One chain, but eight elements at a time are on their way from
// memory.
inline float lane_dot(__global const float* a, __global const float* b, int n, int lane) {
  float sum = 0.0f;
  int i = lane;
  for (; i + 7 * SUM_LANES < n; i += 8 * SUM_LANES) {
    const float8 x = strided8(a, i);
    const float8 y = strided8(b, i);
    sum = fma(x.s0, y.s0, sum);
    sum = fma(x.s1, y.s1, sum);
    sum = fma(x.s2, y.s2, sum);
    sum = fma(x.s3, y.s3, sum);
    sum = fma(x.s4, y.s4, sum);
    sum = fma(x.s5, y.s5, sum);
    sum = fma(x.s6, y.s6, sum);
    sum = fma(x.s7, y.s7, sum);
  }
  for (; i < n; i += SUM_LANES) sum = fma(a[i], b[i], sum);
  return sum;
}

// All lanes together: 8..15 are added to 0..7, 4..7 to 0..3, 2..3 to 0..1, 1 to 0.
inline float sum_of_lanes(__local const float* lanes) {
  const float8 eight = vload8(0, lanes) + vload8(1, lanes);
  const float4 four = eight.lo + eight.hi;
  const float2 two = four.lo + four.hi;
  return two.x + two.y;
}

inline float inverse_rms(float sum_of_squares, int n, float eps) {
  return div_rn(1.0f, sqrt_rn(div_rn(sum_of_squares, (float)n) + eps));
}

// Magnitudes compare as integers, which orders NaN above infinity above every number.
inline uint largest_bits(float4 y) {
  const uint4 bits = as_uint4(y) & NO_SIGN;
  return max(max(bits.x, bits.y), max(bits.z, bits.w));
}

// Quantises the four values y as word `word` of `values`. Every work-item of the group must call it, and the eight of a
// block hold its words in order; those without a word pass present = 0. `shared` has one element a work-item.
inline void quantise_word(float4 y, int present, int word, __local uint* shared, __global int* values,
                          __global float* scales) {
  const int item = get_local_id(0);
  shared[item] = largest_bits(y);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int first = item & ~(BLOCK_WORDS - 1);
  uint largest = 0;
  for (int i = 0; i < BLOCK_WORDS; ++i) largest = max(largest, shared[first + i]);
  barrier(CLK_LOCAL_MEM_FENCE);  // the next call writes `shared`
  if (!present) return;
  float inverse;
  const float scale = activation_scale(as_float(largest), &inverse);
  y *= inverse;
  values[word] = pack4(quantise(y.x), quantise(y.y), quantise(y.z), quantise(y.w));
  if (item == first) scales[word / BLOCK_WORDS] = scale;
}
