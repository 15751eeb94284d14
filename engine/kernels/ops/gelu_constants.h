// GELU by its usual approximation with tanh, as every table computes it. No code: files compiled for one instruction
// set include this.
//
// x/2 (1 + tanh(u)) with u = sqrt(2 / pi) (x + 0.044715 x^3) is x / (1 + e^(-2u)).
#ifndef FERRO_ENGINE_KERNELS_OPS_GELU_CONSTANTS_H_
#define FERRO_ENGINE_KERNELS_OPS_GELU_CONSTANTS_H_

namespace ferro {

// 2u = x (kLinear + kCubic x^2).
struct GeluConstants {
  static constexpr float kLinear = 1.5957691216057308f;  // 2 sqrt(2 / pi)
  static constexpr float kCubic = 0.07135481627260025f;  // 0.044715 * kLinear
};

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_GELU_CONSTANTS_H_
