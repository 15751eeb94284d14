// Other lengths of a vector than 1, as some clients ask for them.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_SCALE_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_SCALE_H_

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace ferro {

// kInvalidArgument unless `norm` is one that ScaleToNorm knows: 0, 1, 2 and whole numbers up to 64.
absl::Status CheckNorm(int norm);

// Scales in place so that the norm (EmbeddingRequest::norm) becomes 1, or the largest absolute value 32760 for 0; sums
// are made in double. `vector` is of Euclidean length 1 or zero; with 2 its bits stay as they are, zeros always do.
void ScaleToNorm(absl::Span<float> vector, int norm);

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_SCALE_H_
