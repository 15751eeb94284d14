// A full scan of tensor data for values that would poison every result.
#ifndef FERRO_ENGINE_GGUF_CHECK_VALUES_H_
#define FERRO_ENGINE_GGUF_CHECK_VALUES_H_

#include "absl/status/status.h"
#include "engine/gguf/tensor_info.h"

namespace ferro {

// Dequantizes every row and looks for NaN and infinity; one such block scale turns all logits into NaN. Reads the
// whole tensor, so it is for a tool or a flag rather than for every start.
// kDataLoss: names the tensor and the row. kFailedPrecondition: of a type that we do not read.
absl::Status CheckValues(const TensorInfo& tensor);

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_CHECK_VALUES_H_
