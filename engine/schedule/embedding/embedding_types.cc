#include "engine/schedule/embedding/embedding_types.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/flag_range.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

absl::Status ValidateHetero(const EmbeddingOptions& options) {
  if (!options.hetero.on) return absl::OkStatus();
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--hetero-share", options.hetero.share, 1, 99));
  const std::string& device = options.backend.device;
  if (device == "auto" || absl::StartsWith(device, "opencl")) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--hetero shares passes between a GPU and the processor, and --device ", device,
                   " is no GPU; auto, opencl or opencl:N may be one"));
}

}  // namespace

absl::Status ValidateOptions(const EmbeddingOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateBackendOptions(options.backend));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--embed-batch", options.batch_tokens, 1, 65536));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--queue-depth", options.queue_depth, 1, 100000));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--max-inputs", options.max_items, 1, 100000));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--max-input-tokens", options.max_tokens, 1, 1 << 24));
  return ValidateHetero(options);
}

}  // namespace ferro
