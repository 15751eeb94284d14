// Greedy choice for backends that compute at once: remembers per slot which token was chosen last.
#ifndef FERRO_ENGINE_BACKEND_HOST_CHOICE_H_
#define FERRO_ENGINE_BACKEND_HOST_CHOICE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/backend/chosen_tokens.h"
#include "engine/backend/pass.h"

namespace ferro {

class HostChoice {
 public:
  // The token of a row, whoever chose it.
  int32_t TokenOf(const Pass& pass, int row) const {
    return pass.tokens[row] == kChosenToken ? chosen_[pass.slot_of(row)] : pass.tokens[row];
  }

  // See Backend::Argmax. logits(i) = the logits of the i-th logit row; argmax(logits) = the index of the largest.
  template <class Logits, class Argmax>
  std::unique_ptr<ChosenTokens> Choose(const Pass& pass, const Logits& logits, const Argmax& argmax) {
    std::vector<int32_t> tokens;
    for (const int32_t row : pass.logit_rows) {
      const float* own = logits(static_cast<int>(tokens.size()));
      const int32_t best = argmax(own);
      Remember(pass.slot_of(row), best);
      tokens.push_back(std::isfinite(own[best]) ? best : kNoToken);
    }
    return std::make_unique<ReadyTokens>(std::move(tokens));
  }

 private:
  void Remember(int slot, int32_t token) {
    chosen_.resize(std::max<size_t>(chosen_.size(), slot + 1));
    chosen_[slot] = token;
  }

  std::vector<int32_t> chosen_;  // [slot]
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_HOST_CHOICE_H_
