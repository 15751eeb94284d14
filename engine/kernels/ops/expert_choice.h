// Which experts a row of a mixture-of-experts layer uses, and with what weights.
#ifndef FERRO_ENGINE_KERNELS_OPS_EXPERT_CHOICE_H_
#define FERRO_ENGINE_KERNELS_OPS_EXPERT_CHOICE_H_

namespace ferro {

// gates = sigmoid(logits), or softmax over all experts if `softmax_gate`. Chooses the `used` largest gates + bias
// (`bias` may be null), the lower expert on ties, best first; NaN counts as -infinity. weights[i] = gates[chosen[i]]
// without bias, divided by max(their sum in that order, 2^-14), times `scale`. f32 throughout, with the exponential of
// exp_constants.h; softmax subtracts the largest logit and adds up in the order of the experts.
// logits, bias: [experts]; chosen, weights: [used], 1 <= used <= experts. Overwrites `logits` with the gates.
void ChooseExperts(float* logits, const float* bias, int experts, int used, bool softmax_gate, float scale, int* chosen,
                   float* weights);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPS_EXPERT_CHOICE_H_
