#include "engine/schedule/embedding/load_embedder.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/schedule/embedding/hetero_embedder.h"
#include "engine/schedule/embedding/hetero_share.h"
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

// Of the processor beside a GPU.
EmbeddingModelOptions SideOptions(const EmbeddingOptions& options) {
  EmbeddingModelOptions side = ModelOptions(options);
  side.max_rows = std::max(1, MostShared(options.batch_tokens, options.hetero.share));
  return side;
}

// One half of the way from 0 to 1; null stays null.
std::function<void(double)> HalfOf(const std::function<void(double)>& progress, double begin) {
  if (progress == nullptr) return nullptr;
  return [progress, begin](double share) { progress(begin + share / 2); };
}

// A pass over one short text: touches every weight once, so that the first request is as fast as the next.
absl::Status WarmUp(Embedder& embedder) {
  const std::vector<int32_t> tokens(4, 0);
  const TokenSequence sequence(tokens);
  const absl::Status status = embedder.Embed({&sequence, 1}, [] { return absl::OkStatus(); }).status();
  return Annotate(status, "the warm-up pass failed");
}

absl::StatusOr<std::unique_ptr<Embedder>> LoadOnto(Backend& backend, const GgufFile& file,
                                                   const EmbeddingModelOptions& options) {
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<EmbeddingModel> model, LoadEmbeddingModel(file, backend, options));
  return std::make_unique<ModelEmbedder>(std::move(model), backend);
}

absl::StatusOr<ModelOnDevice<Embedder>> LoadSide(const GgufFile& file, const EmbeddingOptions& options) {
  BackendOptions backend = options.backend;
  backend.device = "cpu";
  ModelOnDevice<Embedder> side;
  FERRO_ASSIGN_OR_RETURN(side.backend, CreateBackend(backend));
  EmbeddingModelOptions model = SideOptions(options);
  model.progress = HalfOf(options.progress, 0.5);
  FERRO_ASSIGN_OR_RETURN(side.model, LoadOnto(*side.backend, file, model));
  FERRO_RETURN_IF_ERROR(WarmUp(*side.model));
  return side;
}

absl::Status NoGpu(const std::string& remark) {
  return absl::FailedPreconditionError(absl::StrCat(
      "--hetero shares passes between a GPU and the processor, and no GPU could be used: ",
      remark.empty() ? "--device auto found none" : remark,
      "; leave out --hetero to compute on the processor alone, or see what ferro devices says of the GPU"));
}

// Model and processor beside it, on a GPU that is `loaded.backend`.
absl::Status LoadBoth(const GgufFile& file, const EmbeddingOptions& options, ModelOnDevice<Embedder>& loaded) {
  EmbeddingModelOptions model = ModelOptions(options);
  model.progress = HalfOf(options.progress, 0);
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Embedder> gpu, LoadOnto(*loaded.backend, file, model));
  absl::StatusOr<ModelOnDevice<Embedder>> side = LoadSide(file, options);
  if (!side.ok()) return Annotate(side.status(), "on the processor");
  loaded.beside = absl::StrCat(side->backend->name(), " ", options.hetero.share, "%");
  loaded.model = std::make_unique<HeteroEmbedder>(std::move(gpu), *std::move(side), options.hetero.share);
  return absl::OkStatus();
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
  loaded.backend = std::move(device.backend);
  const bool opencl = absl::StartsWith(loaded.backend->name(), "opencl");
  if (options.hetero.on && !opencl && options.backend.device == "auto") return NoGpu(device.remark);
  if (options.hetero.on && opencl) {
    FERRO_RETURN_IF_ERROR(LoadBoth(file, options, loaded));
  } else {
    FERRO_ASSIGN_OR_RETURN(loaded.model, LoadOnto(*loaded.backend, file, ModelOptions(options)));
  }
  loaded.lease = std::move(device.lease);
  if (loaded.lease != nullptr) {
    loaded.model = std::make_unique<LeasedEmbedder>(std::move(loaded.model), loaded.lease);
  }
  FERRO_RETURN_IF_ERROR(WarmUp(*loaded.model));
  return loaded;
}

EmbeddingMemory EstimateEmbedderMemory(const GgufFile& file, const EmbeddingOptions& options) {
  EmbeddingMemory memory = EstimateEmbeddingMemory(file, ModelOptions(options));
  if (!options.hetero.on) return memory;
  const EmbeddingMemory side = EstimateEmbeddingMemory(file, SideOptions(options));
  memory.weights += side.weights;
  memory.activations += side.activations;
  return memory;
}

}  // namespace ferro
