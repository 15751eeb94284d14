#include "engine/text/decision/question.h"

#include "absl/strings/str_cat.h"

namespace ferro {

const char* DecisionTypeName(DecisionType type) {
  switch (type) {
    case DecisionType::kChoice:
      return "choice";
    case DecisionType::kScore:
      return "score";
    case DecisionType::kNoul:
      return "noul";
  }
  return "unknown";
}

int OptionCount(const DecisionQuestion& question) {
  return question.type == DecisionType::kNoul ? 2 : static_cast<int>(question.criteria.size());
}

absl::Status CheckQuestion(const DecisionQuestion& question) {
  if (question.instructions.is_null()) return absl::InvalidArgumentError("\"instructions\" must be provided");
  const size_t n = question.criteria.size();
  if (question.type == DecisionType::kChoice && n == 0) {
    return absl::InvalidArgumentError("a choice needs at least one option");
  }
  if (question.type == DecisionType::kChoice && n > kMaxDecisionOptions) {
    return absl::InvalidArgumentError(
        absl::StrCat("too many options (", n, "), this model supports at most ", kMaxDecisionOptions));
  }
  if (question.type == DecisionType::kScore && (n < kMinScoreLevels || n > kMaxScoreLevels)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a score needs ", kMinScoreLevels, " to ", kMaxScoreLevels, " levels, not ", n));
  }
  return absl::OkStatus();
}

}  // namespace ferro
