#include "tools/ferro/model_kind.h"

#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

ModelIdentity IdentifyLfm2(const Metadata& metadata, const std::string& architecture) {
  if (metadata.Has(absl::StrCat(architecture, ".decision.type"))) {
    return {ModelKind::kDecide, architecture, "a decision model, which ferro-decide serves (--decide)"};
  }
  // Encoders share the architecture's name; as a language model they would answer nonsense.
  const absl::StatusOr<bool> causal = metadata.GetBoolOr(absl::StrCat(architecture, ".attention.causal"), true);
  const absl::StatusOr<uint32_t> pooling = metadata.GetU32Or(absl::StrCat(architecture, ".pooling_type"), 0);
  if (!causal.ok() || !*causal || !pooling.ok() || *pooling != 0) {
    return {ModelKind::kUnknown, architecture, "an encoder, not a language model; Ferro does not serve it"};
  }
  return {ModelKind::kLm, architecture, "a language model, which ferro-lm serves (--lm)"};
}

}  // namespace

const char* ModelKindName(ModelKind kind) {
  switch (kind) {
    case ModelKind::kLm:
      return "lm";
    case ModelKind::kDecide:
      return "decide";
    case ModelKind::kEmbed:
      return "embed";
    case ModelKind::kMediaProjector:
      return "mmproj";
    case ModelKind::kUnknown:
      break;
  }
  return "unknown";
}

ModelIdentity IdentifyModel(const Metadata& metadata) {
  const absl::StatusOr<absl::string_view> text = metadata.GetString("general.architecture");
  if (!text.ok()) return {ModelKind::kUnknown, "", "the file does not name its architecture (general.architecture)"};
  const std::string architecture(*text);
  if (architecture == "lfm2" || architecture == "lfm2moe") return IdentifyLfm2(metadata, architecture);
  if (absl::StartsWith(architecture, "gemma-embedding")) {
    return {ModelKind::kEmbed, architecture, "an embedding model, which ferro-embed serves (--embed)"};
  }
  if (architecture == "clip") {
    return {ModelKind::kMediaProjector, architecture, "a media encoder (mmproj) that belongs to another model"};
  }
  return {ModelKind::kUnknown, architecture,
          absl::StrCat("architecture \"", architecture,
                       "\" is not served by Ferro (lfm2, lfm2moe and gemma-embedding are)")};
}

absl::Status CheckModelKind(const GgufFile& file, ModelKind expected) {
  const ModelIdentity identity = IdentifyModel(file);
  if (identity.kind == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(file.path(), ": wrong kind of model: ", identity.explanation));
}

absl::Status CheckModelFile(const std::string& path, ModelKind expected) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(path));
  return CheckModelKind(*file, expected);
}

}  // namespace ferro
