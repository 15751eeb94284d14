// What a GGUF file is to Ferro, judged by its header alone.
#ifndef FERRO_TOOLS_FERRO_MODEL_KIND_H_
#define FERRO_TOOLS_FERRO_MODEL_KIND_H_

#include <string>

#include "absl/status/status.h"
#include "engine/gguf/file.h"
#include "engine/gguf/metadata.h"

namespace ferro {

enum class ModelKind { kLm, kDecide, kEmbed, kMediaProjector, kUnknown };

struct ModelIdentity {
  ModelKind kind = ModelKind::kUnknown;
  std::string architecture;  // general.architecture; empty when absent
  std::string explanation;   // half a sentence for people: what serves it, or why nothing does
};

// "lm", "decide", "embed", "mmproj", "unknown".
const char* ModelKindName(ModelKind kind);

// Never fails: a header that says nothing useful is kUnknown with the reason.
ModelIdentity IdentifyModel(const Metadata& metadata);

// OK when this is a file of the kind. The message names the file, what it is, and the service that takes such a file,
// where there is one.
absl::Status CheckModelKind(const GgufFile& file, ModelKind expected);
// The same for the file at `path`, which has to be a readable GGUF.
absl::Status CheckModelFile(const std::string& path, ModelKind expected);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_MODEL_KIND_H_
