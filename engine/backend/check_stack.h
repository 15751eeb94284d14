// What every backend asks of the parts of a matrix stack.
#ifndef FERRO_ENGINE_BACKEND_CHECK_STACK_H_
#define FERRO_ENGINE_BACKEND_CHECK_STACK_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"

namespace ferro {

// kInvalidArgument: no expert, an expert without parts, or one whose matrix is not as large as the first one's. The
// message names the tensor. (Equal row lengths within an expert are checked where its matrix is loaded.)
absl::Status CheckStack(absl::Span<const std::vector<MatrixPart>> experts);

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_CHECK_STACK_H_
