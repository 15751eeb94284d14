#include "engine/models/load.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/models/lfm2/model.h"

namespace ferro {
namespace {

absl::StatusOr<std::unique_ptr<CausalModel>> Load(const GgufFile& file, Backend& backend,
                                                  const CausalModelOptions& options) {
  FERRO_ASSIGN_OR_RETURN(const absl::string_view arch, file.GetString("general.architecture"));
  if (arch == "lfm2" || arch == "lfm2moe") return Lfm2Model::Load(file, backend, options);
  if (absl::StartsWith(arch, "gemma-embedding")) {
    return absl::InvalidArgumentError(
        absl::StrCat("architecture \"", arch, "\" is an embedding model, not a language model; ferro-embed serves it"));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("architecture \"", arch, "\" is not a language model that Ferro runs; it runs lfm2 and lfm2moe"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<CausalModel>> LoadCausalModel(const GgufFile& file, Backend& backend,
                                                             const CausalModelOptions& options) {
  absl::StatusOr<std::unique_ptr<CausalModel>> model = Load(file, backend, options);
  if (!model.ok()) return Annotate(model.status(), file.path());
  return model;
}

}  // namespace ferro
