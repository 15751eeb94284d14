#include "engine/models/load_embedding.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/models/gemma_embedding/config.h"
#include "engine/models/gemma_embedding/model.h"

namespace ferro {
namespace {

// Says what a file that is no embedding model is, and who serves it.
absl::Status CheckKind(const GgufFile& file) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view arch, file.GetString("general.architecture"));
  if (!absl::StartsWith(arch, "lfm2")) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("architecture \"", arch, "\" is not an embedding model; ",
                                                 file.Has("lfm2.decision.type") ? "ferro-decide" : "ferro-lm",
                                                 " serves it"));
}

absl::StatusOr<GemmaEmbeddingConfig> ReadConfig(const GgufFile& file) {
  FERRO_RETURN_IF_ERROR(CheckKind(file));
  return ReadGemmaEmbeddingConfig(file);
}

}  // namespace

absl::StatusOr<EmbeddingFacts> ReadEmbeddingFacts(const GgufFile& file) {
  absl::StatusOr<GemmaEmbeddingConfig> config = ReadConfig(file);
  if (!config.ok()) return Annotate(config.status(), file.path());
  return config->facts;
}

absl::StatusOr<std::unique_ptr<EmbeddingModel>> LoadEmbeddingModel(const GgufFile& file, Backend& backend,
                                                                   const EmbeddingModelOptions& options) {
  FERRO_RETURN_IF_ERROR(ReadEmbeddingFacts(file).status());
  absl::StatusOr<std::unique_ptr<GemmaEmbeddingModel>> model = GemmaEmbeddingModel::Load(file, backend, options);
  if (!model.ok()) return Annotate(model.status(), file.path());
  return model;
}

EmbeddingMemory EstimateEmbeddingMemory(const GgufFile& file, const EmbeddingModelOptions& options) {
  EmbeddingMemory memory;
  const absl::StatusOr<GemmaEmbeddingConfig> config = ReadConfig(file);
  if (!config.ok()) return memory;
  for (const TensorInfo& tensor : file.tensors()) memory.weights += static_cast<int64_t>(tensor.data.size());
  memory.activations = GemmaActivationBytes(*config, options);
  return memory;
}

double EmbeddingProducts(const GgufFile& file, double tokens, double sequences) {
  const absl::StatusOr<GemmaEmbeddingConfig> config = ReadConfig(file);
  return config.ok() ? GemmaEmbeddingProducts(*config, tokens, sequences) : 0;
}

}  // namespace ferro
