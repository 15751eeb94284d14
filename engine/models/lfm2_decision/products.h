// How much a decision model multiplies.
#ifndef FERRO_ENGINE_MODELS_LFM2_DECISION_PRODUCTS_H_
#define FERRO_ENGINE_MODELS_LFM2_DECISION_PRODUCTS_H_

#include "engine/models/lfm2_decision/config.h"

namespace ferro {

// Multiply-adds of all matrix products of `tokens` tokens with `options` options among them, attention not counted. The
// last head block asks from the options alone.
double DecisionProducts(const DecisionConfig& config, double tokens, double options);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_DECISION_PRODUCTS_H_
