#include "engine/schedule/decision/decision_types.h"

#include "base/flag_range.h"
#include "base/status_macros.h"

namespace ferro {
absl::Status ValidateOptions(const DecisionOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateBackendOptions(options.backend));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--decision-batch", options.batch_tokens, 1, kMaxDecisionTokens));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--queue-depth", options.queue_depth, 1, 100000));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--max-questions", options.max_questions, 1, 100000));
  return CheckFlagRange("--max-tokens", options.max_tokens, kMaxDecisionTokens, 1 << 24);
}

}  // namespace ferro
