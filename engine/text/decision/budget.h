// How many tokens each part of a decision prompt may take. Constants of the models' training; no file states them.
#ifndef FERRO_ENGINE_TEXT_DECISION_BUDGET_H_
#define FERRO_ENGINE_TEXT_DECISION_BUDGET_H_

#include <algorithm>

namespace ferro {

inline constexpr int kMaxDecisionTokens = 16384;

struct TokenBudget {
  int option;    // each " OPTION"; never below 2
  int question;  // <|reserved_8|> and the instructions together; never below 16
};

// What options and question may take of `max_tokens`; the state gets the rest. Source: llama.cpp's prompt of
// lfm2-d1-omni, integer arithmetic included.
constexpr TokenBudget BudgetFor(int option_count, int max_tokens = kMaxDecisionTokens) {
  const int all = std::max(96, std::min(24 * option_count + 32, max_tokens / 2));
  return {std::max(2, (all - 3 * option_count) / option_count), std::max(16, all)};
}

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DECISION_BUDGET_H_
