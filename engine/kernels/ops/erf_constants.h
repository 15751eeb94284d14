// The error function as every table computes it. No code: files compiled for one instruction set include this.
//
// erf(a) = 1 - (c1 t + c2 t^2 + ... + c5 t^5) exp(-a^2) with t = 1 / (1 + p a), for a >= 0; its absolute error is below
// 1.5e-7. Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26.
#ifndef FERRO_ENGINE_KERNELS_OPS_ERF_CONSTANTS_H_
#define FERRO_ENGINE_KERNELS_OPS_ERF_CONSTANTS_H_

namespace ferro {

struct ErfConstants {
  static constexpr float kP = 0.3275911f;
  static constexpr float kC[5] = {1.061405429f, -1.453152027f, 1.421413741f, -0.284496736f, 0.254829592f};  // c5 .. c1
  static constexpr float kInverseSqrt2 = 0.70710678f;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_ERF_CONSTANTS_H_
