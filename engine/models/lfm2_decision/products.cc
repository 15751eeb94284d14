#include "engine/models/lfm2_decision/products.h"

namespace ferro {

double DecisionProducts(const DecisionConfig& config, double tokens, double options) {
  const double n = config.width, kv = double{1} * config.kv_heads * config.head_dim;
  double per_token = 0;
  for (const bool attention : config.attention) {
    per_token += (attention ? n * (n + 2 * kv) + n * n : 4 * n * n) + 3 * n * config.ff;
  }
  const double block = 4 * n * n + 2 * n * config.head_ff;
  per_token += (config.head_blocks - 1) * block + 2 * n * n;  // the last one: keys and values
  return tokens * per_token + options * (block - 2 * n * n + n * n);
}

}  // namespace ferro
