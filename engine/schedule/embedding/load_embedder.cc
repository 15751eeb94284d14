#include "engine/schedule/embedding/load_embedder.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "engine/schedule/embedding/leased_embedder.h"
#include "engine/schedule/engine_parts.h"
#include "engine/schedule/pass/null_device.h"

namespace ferro {
namespace {

EmbeddingModelOptions ModelOptions(const EmbeddingOptions& options) {
  EmbeddingModelOptions model;
  model.max_rows = options.batch_tokens;
  model.progress = options.progress;
  return model;
}

// A pass over one short text: touches every weight once, so that the first request is as fast as the next.
absl::Status WarmUp(Embedder& embedder) {
  const std::vector<int32_t> tokens(4, 0);
  const TokenSequence sequence(tokens);
  const absl::Status status = embedder.Embed({&sequence, 1}, [] { return absl::OkStatus(); }).status();
  return Annotate(status, "the warm-up pass failed");
}

}  // namespace

absl::StatusOr<ModelOnDevice<Embedder>> LoadEmbedder(const GgufFile& file, const EmbeddingFacts& facts,
                                                     const EmbeddingOptions& options, LateLease& lease) {
  ModelOnDevice<Embedder> loaded;
  if (options.backend.device == kNullDevice) {
    loaded.model = std::make_unique<NullEmbedder>(std::max(options.batch_tokens, facts.context), facts.width);
    return loaded;
  }
  FERRO_ASSIGN_OR_RETURN(OpenedDevice device, OpenDevice(options.backend, lease));
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<EmbeddingModel> model,
                         LoadEmbeddingModel(file, *device.backend, ModelOptions(options)));
  loaded.model = std::make_unique<ModelEmbedder>(std::move(model), *device.backend);
  loaded.backend = std::move(device.backend);
  if (device.lease != nullptr) {
    loaded.model = std::make_unique<LeasedEmbedder>(std::move(loaded.model), std::move(device.lease));
  }
  FERRO_RETURN_IF_ERROR(WarmUp(*loaded.model));
  return loaded;
}

EmbeddingMemory EstimateEmbedderMemory(const GgufFile& file, const EmbeddingOptions& options) {
  return EstimateEmbeddingMemory(file, ModelOptions(options));
}

}  // namespace ferro
