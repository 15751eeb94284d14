// Float functions with the bits of engine/kernels/ops/scalar_math.h and int8_scalar.cc, whatever the driver's own
// division, square root and exponential round to.
#include "prelude.cl"

// a / b correctly rounded for normal results: a rounded quotient, then one correction by its exact remainder.
inline float div_rn(float a, float b) {
  const float q = a / b;  // within 2.5 units in the last place
  float r = 1.0f / b;
  r = fma(fma(-b, r, 1.0f), r, r);
  const float near_q = fma(fma(-b, q, a), r, q);
  return isfinite(near_q) ? near_q : q;
}

// sqrt(a) correctly rounded for normal a >= 0.
inline float sqrt_rn(float a) {
  const float s = sqrt(a);  // within 3 units in the last place
  const float half_inverse = 0.5f / s;
  const float near_s = fma(fma(-s, s, a), half_inverse, s);
  return a > 0.0f && isfinite(near_s) ? near_s : s;
}

// e^x, see exp_constants.h. 0 below -87.33654, infinity above 88.72283.
inline float exp_f(float x) {
  const float shifted = fma(x, 0x1.715476p+0f, 0x1.8p+23f);
  const uint n = as_uint(shifted) - as_uint(0x1.8p+23f);
  const float whole = shifted - 0x1.8p+23f;
  const float r = fma(-whole, 0x1.7f7d1cp-20f, fma(-whole, 0x1.62e4p-1f, x));
  float p = 1.0f / 5040;
  p = fma(p, r, 1.0f / 720);
  p = fma(p, r, 1.0f / 120);
  p = fma(p, r, 1.0f / 24);
  p = fma(p, r, 1.0f / 6);
  p = fma(p, r, 0.5f);
  p = fma(p, r, 1.0f);
  p = fma(p, r, 1.0f);
  const uint low = (uint)((int)n >> 1);
  const float y = p * as_float((low + 127u) << 23) * as_float((n - low + 127u) << 23);
  if (x < -0x1.5d589ep+6f) return 0.0f;
  if (x > 0x1.62e42ep+6f) return INFINITY;
  return y;
}

// gate / (1 + e^-gate) * up.
inline float swiglu(float gate, float up) { return div_rn(gate, 1.0f + exp_f(-gate)) * up; }

// x >= 0 rounded to the nearest half, ties to even, and widened again; infinity from 65520 on.
inline float round_to_half(float x) {
  if (x < 0x1p-14f) return (x + 0.5f) - 0.5f;  // a multiple of 2^-24, the unit of a float in [0.5, 1)
  if (x >= 65520.0f) return INFINITY;
  const uint bits = as_uint(x);
  return as_float((bits + 0xfffu + ((bits >> 13) & 1u)) & ~0x1fffu);
}

// The scale of a block of 32 activations whose largest magnitude is `largest`, and what its values are multiplied by
// before they are rounded. A block whose scale rounds to zero is all zeros; one that holds a NaN or an infinity gets
// zeros and the scale NaN, so that it shows in the result.
inline float activation_scale(float largest, float* inverse) {
  const float d = div_rn(largest, 127.0f);
  const float scale = round_to_half(d);
  *inverse = scale > 0.0f && isfinite(largest) ? div_rn(1.0f, d) : 0.0f;
  return isfinite(largest) ? scale : NAN;
}

// Round half away from zero. |x| <= 127.5, or NaN, which gives 0.
inline int quantise(float x) { return isnan(x) ? 0 : (int)round(x); }

// Four values in the low bytes, first value lowest.
inline int pack4(int a, int b, int c, int d) { return (a & 255) | (b & 255) << 8 | (c & 255) << 16 | d << 24; }
