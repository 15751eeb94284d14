#include "services/embed/flags.h"

#include <string>

#include "base/flag_range.h"
#include "base/status_macros.h"
#include "services/common/device_limit_flags.h"

namespace ferro {

void AddHeteroFlags(CLI::App& app, HeteroOptions& options) {
  const std::string group = "Device";
  CLI::Option* const on =
      app.add_flag("--hetero", options.on,
                   "embeddings: the processor works along with the GPU. Weights are in memory twice, and bits of a "
                   "vector may depend on what shares its pass")
          ->group(group);
  app.add_option("--hetero-share", options.share, "percent of a pass's tokens that the processor gets, 1 to 99")
      ->type_name("PERCENT")
      ->capture_default_str()
      ->needs(on)
      ->group(group);
}

void AddEmbeddingFlags(CLI::App& app, EmbeddingOptions& options) {
  AddDeviceFlags(app, options.backend,
                 "auto, cpu, reference, opencl or opencl:N; null computes nothing and answers at once");
  AddHeteroFlags(app, options.hetero);
  AddEmbedBatchFlag(app, options);
}

void AddEmbedBatchFlag(CLI::App& app, EmbeddingOptions& options) {
  app.add_option("--embed-batch", options.batch_tokens,
                 "tokens of one pass, which inputs of several requests share; a longer input runs alone")
      ->capture_default_str();
}

void AddEmbedFlags(CLI::App& app, EmbedFlags& flags) {
  app.add_option("--embed,--model", flags.model, "GGUF file of the embedding model")->required();
  AddListenFlag(app, flags.process);
  AddEmbeddingFlags(app, flags.embedding);
  app.add_option("--queue-depth", flags.embedding.queue_depth, "requests that may wait for a pass; more are refused")
      ->capture_default_str();
  app.add_option("--max-inputs", flags.embedding.max_items, "most inputs of one call")->capture_default_str();
  app.add_option("--max-input-tokens", flags.embedding.max_tokens, "most tokens of one call, over all its inputs")
      ->capture_default_str();
  app.add_option("--max-message-mb", flags.max_message_mb, "largest message in either direction, MiB")
      ->capture_default_str();
  app.add_option("--alias", flags.embedding.alias, "name under which the model is served; default: the file's stem");
  AddServingFlags(app, flags.process);
}

absl::Status ValidateEmbedFlags(EmbedFlags& flags) {
  FERRO_RETURN_IF_ERROR(ValidateProcessFlags(flags.process));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--max-message-mb", flags.max_message_mb, 1, 2047));
  flags.process.server.max_message_bytes = flags.max_message_mb << 20;
  return ValidateOptions(flags.embedding);
}

}  // namespace ferro
