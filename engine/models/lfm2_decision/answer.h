// From the scores of a question's options to its answer.
#ifndef FERRO_ENGINE_MODELS_LFM2_DECISION_ANSWER_H_
#define FERRO_ENGINE_MODELS_LFM2_DECISION_ANSWER_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/text/decision/question.h"

namespace ferro {

struct DecisionAnswer {
  DecisionType type = DecisionType::kNoul;
  // By option (noul: false, true); sum to 1.
  std::vector<double> probabilities;
  // The most probable option, the first of equals.
  int best = 0;
  // Sum of index * probability: the expected level of a score, P(true) of noul.
  double expected = 0;
  // 0..1, of a choice or a score; not defined for noul. See the functions below.
  double confidence = 0;
};

// exp((s - max) / temperature), normalised. As in llama.cpp differences are taken in float, the rest in double; the sum
// runs in the order of the options. `scores` holds at least one finite value only.
std::vector<double> OptionProbabilities(absl::Span<const float> scores, float temperature);

// How far the best of n options lies above 1/n, in parts of what certainty would: (p_max - 1/n) / (1 - 1/n), at least
// 0; 1 for a single option.
double ChoiceConfidence(absl::Span<const double> probabilities);

// 1 less the mean distance of the levels from the most probable one, in units of the mean distance from the middle that
// equal probabilities have; at least 0.
double ScoreConfidence(absl::Span<const double> probabilities);

// kInternal: a score that is not finite. REQUIRES: at least one score, temperature > 0.
absl::StatusOr<DecisionAnswer> AnswerFromScores(DecisionType type, absl::Span<const float> scores, float temperature);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LFM2_DECISION_ANSWER_H_
