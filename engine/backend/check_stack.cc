#include "engine/backend/check_stack.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

int64_t OutputsOf(const std::vector<MatrixPart>& parts) {
  int64_t outputs = 0;
  for (const MatrixPart& part : parts) outputs += part.rows;
  return outputs;
}

}  // namespace

absl::Status CheckStack(absl::Span<const std::vector<MatrixPart>> experts) {
  if (experts.empty()) return absl::InvalidArgumentError("a stack of no matrices");
  for (const std::vector<MatrixPart>& parts : experts) {
    if (parts.empty()) return absl::InvalidArgumentError("a matrix of no tensors");
    if (OutputsOf(parts) != OutputsOf(experts[0])) {
      return absl::InvalidArgumentError(absl::StrCat(parts[0].tensor->name, ": ", OutputsOf(parts),
                                                     " outputs in one expert, ", OutputsOf(experts[0]),
                                                     " in the first; all of a stack must have the same"));
    }
    if (parts[0].tensor->row_length() != experts[0][0].tensor->row_length()) {
      return absl::InvalidArgumentError(
          absl::StrCat(parts[0].tensor->name, " has rows of ", parts[0].tensor->row_length(), " values, ",
                       experts[0][0].tensor->name, " of ", experts[0][0].tensor->row_length()));
    }
  }
  return absl::OkStatus();
}

}  // namespace ferro
