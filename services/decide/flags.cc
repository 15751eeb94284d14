#include "services/decide/flags.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "services/common/device_limit_flags.h"

namespace ferro {

void AddDecisionFlags(CLI::App& app, DecisionOptions& options) {
  AddDeviceFlags(app, options.backend,
                 "auto, cpu, reference, opencl or opencl:N; null computes nothing and answers at once");
  app.add_option("--decision-batch", options.batch_tokens,
                 "tokens of one pass, which questions of several requests share; a longer question runs alone")
      ->capture_default_str();
}

void AddDecideFlags(CLI::App& app, DecideFlags& flags) {
  app.add_option("--d1,--decide,--model", flags.model, "GGUF file of the decision model")->required();
  AddListenFlag(app, flags.process);
  AddDecisionFlags(app, flags.decision);
  app.add_option("--queue-depth", flags.decision.queue_depth, "requests that may wait for a pass; more are refused")
      ->capture_default_str();
  app.add_option("--max-questions", flags.decision.max_questions, "most questions of one call")->capture_default_str();
  app.add_option("--max-tokens", flags.decision.max_tokens,
                 "most tokens of one call, over all its questions, each with its state")
      ->capture_default_str();
  app.add_option("--max-message-mb", flags.max_message_mb, "largest message in either direction, MiB")
      ->capture_default_str();
  app.add_option("--alias", flags.decision.alias, "name under which the model is served; default: the file's stem");
  AddServingFlags(app, flags.process);
}

absl::Status ValidateDecideFlags(DecideFlags& flags) {
  FERRO_RETURN_IF_ERROR(ValidateProcessFlags(flags.process));
  if (flags.max_message_mb < 1 || flags.max_message_mb > 2047) {
    return absl::InvalidArgumentError(absl::StrCat("--max-message-mb ", flags.max_message_mb, " is outside 1..2047"));
  }
  flags.process.server.max_message_bytes = flags.max_message_mb << 20;
  return ValidateOptions(flags.decision);
}

}  // namespace ferro
