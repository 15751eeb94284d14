#include "engine/schedule/decision/decision_types.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

absl::Status InRange(const char* flag, int value, int low, int high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(flag, " ", value, " is outside ", low, "..", high));
}

}  // namespace

absl::Status ValidateOptions(const DecisionOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateBackendOptions(options.backend));
  FERRO_RETURN_IF_ERROR(InRange("--decision-batch", options.batch_tokens, 1, kMaxDecisionTokens));
  FERRO_RETURN_IF_ERROR(InRange("--queue-depth", options.queue_depth, 1, 100000));
  FERRO_RETURN_IF_ERROR(InRange("--max-questions", options.max_questions, 1, 100000));
  return InRange("--max-tokens", options.max_tokens, kMaxDecisionTokens, 1 << 24);
}

}  // namespace ferro
