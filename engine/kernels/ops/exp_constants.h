// The exponential of all kernels. No code: files compiled for one instruction set include this.
#ifndef FERRO_ENGINE_KERNELS_OPS_EXP_CONSTANTS_H_
#define FERRO_ENGINE_KERNELS_OPS_EXP_CONSTANTS_H_

namespace ferro {

// e^x = 2^n * e^r with n = round(x / ln 2) and |r| <= ln(2) / 2, e^r by its Taylor polynomial of degree 7: the first
// term left out is below 2^-27. 2^n goes in as two factors, since 2^128 times a number below 1 may be finite.
struct ExpConstants {
  static constexpr float kLowest = -0x1.5d589ep+6f;  // -87.33654, the last x with a normal result
  static constexpr float kHighest = 0x1.62e42ep+6f;  // 88.72283, the last x with a finite result
  static constexpr float kLog2E = 0x1.715476p+0f;
  static constexpr float kRound = 0x1.8p+23f;        // adding it rounds to an integer, ties to even
  static constexpr float kLn2High = 0x1.62e4p-1f;    // 15 bits, so that n * kLn2High is exact
  static constexpr float kLn2Low = 0x1.7f7d1cp-20f;  // ln 2 - kLn2High
  // 1/7! .. 1/2!
  static constexpr float kTaylor[6] = {1.0f / 5040, 1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f};
};

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_EXP_CONSTANTS_H_
