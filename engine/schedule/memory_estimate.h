// Memory that a causal language model will take, from the header of its file.
#ifndef FERRO_ENGINE_SCHEDULE_MEMORY_ESTIMATE_H_
#define FERRO_ENGINE_SCHEDULE_MEMORY_ESTIMATE_H_

#include <cstdint>

#include "engine/backend/backend.h"
#include "engine/gguf/file.h"

namespace ferro {

// Bytes by purpose.
struct MemoryEstimate {
  int64_t weights = 0;
  int64_t sequence_state = 0;  // key/value rows and convolution states of all slots
  int64_t total() const { return weights + sequence_state; }
};

// Weights are counted as the file stores them. A file that lacks or contradicts its shape keys counts as having no
// sequence state: loading it will say what is wrong.
MemoryEstimate EstimateMemory(const GgufFile& file, int slots, int context, KvType kv_type);

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_MEMORY_ESTIMATE_H_
