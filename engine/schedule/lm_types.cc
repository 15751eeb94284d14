#include "engine/schedule/lm_types.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

absl::Status InRange(const char* flag, int value, int low, int high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(flag, " ", value, " is outside ", low, "..", high));
}

}  // namespace

absl::Status ValidateOptions(const LanguageModelOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateBackendOptions(options.backend));
  FERRO_RETURN_IF_ERROR(InRange("--lm-slots", options.slots, 1, 256));
  FERRO_RETURN_IF_ERROR(InRange("--lm-ctx", options.context, 8, 1 << 20));
  FERRO_RETURN_IF_ERROR(InRange("--queue-depth", options.queue_depth, 1, 100000));
  FERRO_RETURN_IF_ERROR(InRange("--prefill-slice", options.prefill_slice_tokens, 1, 8192));
  return Annotate(ValidateSampling(WithOverrides({}, options.sampling)), "sampling flags");
}

}  // namespace ferro
