#include "engine/models/lfm2_decision/answer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/status/status.h"

namespace ferro {
namespace {

int IndexOfMax(absl::Span<const double> values) {
  return static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace

std::vector<double> OptionProbabilities(absl::Span<const float> scores, float temperature) {
  const float max = *std::max_element(scores.begin(), scores.end());
  std::vector<double> probabilities;
  double sum = 0;
  for (const float score : scores) {
    probabilities.push_back(std::exp(static_cast<double>(score - max) / temperature));
    sum += probabilities.back();
  }
  for (double& p : probabilities) p /= sum;
  return probabilities;
}

double ChoiceConfidence(absl::Span<const double> probabilities) {
  if (probabilities.size() < 2) return 1;
  const double even = 1.0 / static_cast<double>(probabilities.size());
  return std::max(0.0, (probabilities[IndexOfMax(probabilities)] - even) / (1 - even));
}

double ScoreConfidence(absl::Span<const double> probabilities) {
  if (probabilities.size() < 2) return 1;
  const int n = static_cast<int>(probabilities.size());
  const int best = IndexOfMax(probabilities);
  double distance = 0, even_distance = 0;
  for (int i = 0; i < n; ++i) {
    distance += probabilities[i] * std::abs(i - best);
    even_distance += std::abs(i - (n - 1) / 2.0) / n;
  }
  return std::max(0.0, 1 - distance / even_distance);
}

absl::StatusOr<DecisionAnswer> AnswerFromScores(DecisionType type, absl::Span<const float> scores, float temperature) {
  for (const float score : scores) {
    if (!std::isfinite(score)) return absl::InternalError("the model could not evaluate the decision");
  }
  DecisionAnswer answer;
  answer.type = type;
  answer.probabilities = OptionProbabilities(scores, temperature);
  answer.best = IndexOfMax(answer.probabilities);
  for (size_t i = 0; i < answer.probabilities.size(); ++i) {
    answer.expected += static_cast<double>(i) * answer.probabilities[i];
  }
  if (type == DecisionType::kChoice) answer.confidence = ChoiceConfidence(answer.probabilities);
  if (type == DecisionType::kScore) answer.confidence = ScoreConfidence(answer.probabilities);
  return answer;
}

}  // namespace ferro
