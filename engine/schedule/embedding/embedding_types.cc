#include "engine/schedule/embedding/embedding_types.h"

#include "base/flag_range.h"
#include "base/status_macros.h"

namespace ferro {

absl::Status ValidateOptions(const EmbeddingOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateBackendOptions(options.backend));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--embed-batch", options.batch_tokens, 1, 65536));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--queue-depth", options.queue_depth, 1, 100000));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--max-inputs", options.max_items, 1, 100000));
  return CheckFlagRange("--max-input-tokens", options.max_tokens, 1, 1 << 24);
}

}  // namespace ferro
