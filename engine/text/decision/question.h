// A decision as the prompt builder takes it: one question with its options, apart from the state it is asked about.
#ifndef FERRO_ENGINE_TEXT_DECISION_QUESTION_H_
#define FERRO_ENGINE_TEXT_DECISION_QUESTION_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "base/json.h"

namespace ferro {

// The values are the rows of the model's type embedding (`token_types.weight`).
enum class DecisionType { kChoice = 0, kScore = 1, kNoul = 2 };

// "choice", "score" or "noul".
const char* DecisionTypeName(DecisionType type);

inline constexpr int kMaxDecisionOptions = 255;
inline constexpr int kMinScoreLevels = 2;
inline constexpr int kMaxScoreLevels = 10;
// Nesting of a JSON value in a question or a state: parse them with ParseJson(text, kMaxDecisionJsonDepth). Writing a
// value recurses; this depth takes a megabyte of stack.
inline constexpr int kMaxDecisionJsonDepth = 2052;

struct DecisionCriterion {
  std::string key;   // not used for score levels
  Json description;  // null = none
};

struct DecisionQuestion {
  DecisionType type = DecisionType::kNoul;
  Json instructions;
  // choice: the options, 1 to kMaxDecisionOptions. score: the levels from the lowest. noul: what the keys "true" and
  // "false" (or their aliases "yes" and "no") mean; other keys are ignored.
  std::vector<DecisionCriterion> criteria;
};

// How many answers are weighed against each other; for noul 2, false before true.
int OptionCount(const DecisionQuestion& question);

// kInvalidArgument: instructions that are null, or a number of options or levels out of range.
absl::Status CheckQuestion(const DecisionQuestion& question);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DECISION_QUESTION_H_
