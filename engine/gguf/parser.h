// Reads the header of a GGUF file. Private to this package: use GgufFile.
#ifndef FERRO_ENGINE_GGUF_PARSER_H_
#define FERRO_ENGINE_GGUF_PARSER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/gguf/metadata.h"
#include "engine/gguf/tensor_info.h"

namespace ferro {

struct GgufContents {
  uint32_t version = 0;
  uint32_t alignment = 0;
  uint64_t data_start = 0;  // where tensor data begins, from the start of the file
  Metadata metadata;
  std::vector<TensorInfo> tensors;
  std::vector<std::string> warnings;
};

// Time and memory are linear in the size of the header, whatever its fields claim. Views point into `bytes`.
// Errors: see GgufFile::Open; messages do not name the file.
absl::StatusOr<GgufContents> ParseGguf(absl::Span<const uint8_t> bytes);

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_PARSER_H_
