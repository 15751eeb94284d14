#include "engine/kernels/ops/expert_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/kernels/ops/scalar_math.h"

namespace ferro {
namespace {

void Sigmoid(float* x, int n) {
  for (int i = 0; i < n; ++i) x[i] = 1.0f / (1.0f + Exp(-x[i]));
}

void Softmax(float* x, int n) {
  float largest = x[0];
  for (int i = 1; i < n; ++i) largest = std::max(largest, x[i]);
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    x[i] = Exp(x[i] - largest);
    sum += x[i];
  }
  for (int i = 0; i < n; ++i) x[i] /= sum;
}

// The best expert that chosen[0..taken) does not hold.
int BestOfTheRest(const float* gates, const float* bias, int experts, const int* chosen, int taken) {
  int best = -1;
  float largest = 0.0f;
  for (int e = 0; e < experts; ++e) {
    if (std::find(chosen, chosen + taken, e) != chosen + taken) continue;
    const float plain = bias == nullptr ? gates[e] : gates[e] + bias[e];
    const float score = std::isnan(plain) ? -std::numeric_limits<float>::infinity() : plain;
    if (best < 0 || score > largest) {
      best = e;
      largest = score;
    }
  }
  return best;
}

}  // namespace

void ChooseExperts(float* logits, const float* bias, int experts, int used, bool softmax_gate, float scale, int* chosen,
                   float* weights) {
  float* gates = logits;
  if (softmax_gate) {
    Softmax(gates, experts);
  } else {
    Sigmoid(gates, experts);
  }
  float sum = 0.0f;
  for (int i = 0; i < used; ++i) {
    chosen[i] = BestOfTheRest(gates, bias, experts, chosen, i);
    weights[i] = gates[chosen[i]];
    sum += weights[i];
  }
  const float divisor = std::max(sum, 0x1p-14f);
  for (int i = 0; i < used; ++i) weights[i] = weights[i] / divisor * scale;
}

}  // namespace ferro
