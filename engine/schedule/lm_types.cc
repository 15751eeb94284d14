#include "engine/schedule/lm_types.h"

#include "base/flag_range.h"
#include "base/status_macros.h"

namespace ferro {
absl::Status ValidateOptions(const LanguageModelOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateBackendOptions(options.backend));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--lm-slots", options.slots, 1, 256));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--lm-ctx", options.context, 8, 1 << 20));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--queue-depth", options.queue_depth, 1, 100000));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--prefill-slice", options.prefill_slice_tokens, 1, 8192));
  return Annotate(ValidateSampling(WithOverrides({}, options.sampling)), "sampling flags");
}

}  // namespace ferro
