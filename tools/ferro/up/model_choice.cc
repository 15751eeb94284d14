#include "tools/ferro/up/model_choice.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/gguf/file.h"

namespace ferro {
namespace {

bool IsNamed(const KindChoice& kind) { return kind.path && *kind.path != kNoModel; }

// A file named by --model takes the place of its kind's flag.
absl::Status Place(const std::string& path, std::vector<KindChoice>& kinds) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(path));
  const ModelIdentity identity = IdentifyModel(*file);
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const KindChoice& one) { return one.kind == identity.kind; });
  if (kind == kinds.end()) return absl::InvalidArgumentError(absl::StrCat(path, ": ", identity.explanation));
  if (IsNamed(*kind)) {
    return absl::InvalidArgumentError(absl::StrCat(*kind->path, " and ", path, " are models of one kind (",
                                                   ModelKindName(kind->kind), "); a stack serves one of each"));
  }
  if (kind->path) {
    return absl::InvalidArgumentError(
        absl::StrCat(kind->flag, " ", kNoModel, " leaves out what --model ", path, " is; drop one of the two"));
  }
  kind->path = path;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<ChosenModel>> ChooseModels(std::vector<KindChoice> kinds,
                                                      const std::vector<std::string>& models) {
  for (const KindChoice& kind : kinds) {
    if (kind.path && kind.path->empty()) {
      return absl::InvalidArgumentError(absl::StrCat(kind.flag, " is empty; give the path of a GGUF file"));
    }
  }
  for (const std::string& path : models) FERRO_RETURN_IF_ERROR(Place(path, kinds));
  const bool any_named = std::any_of(kinds.begin(), kinds.end(), IsNamed);
  std::vector<ChosenModel> chosen;
  for (const KindChoice& kind : kinds) {
    const bool bundled = !any_named && !kind.path && !kind.bundled.empty();
    if (!bundled && !IsNamed(kind)) continue;
    const std::string& path = bundled ? kind.bundled : *kind.path;
    FERRO_RETURN_IF_ERROR(CheckModelFile(path, kind.kind));
    chosen.push_back({kind.kind, std::filesystem::absolute(path).string(), bundled});
  }
  if (chosen.empty()) {
    return absl::InvalidArgumentError(
        "no model: give one with --lm PATH, --decide PATH or --embed PATH; ferro fetch --list shows models to "
        "download");
  }
  return chosen;
}

}  // namespace ferro
