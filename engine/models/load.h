// Loads a causal language model of any family that Ferro knows, by the file's general.architecture.
#ifndef FERRO_ENGINE_MODELS_LOAD_H_
#define FERRO_ENGINE_MODELS_LOAD_H_

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/causal_model.h"

namespace ferro {

struct CausalModelOptions {
  int slots = 4;
  int context = 4096;  // positions per slot; cut to the model's trained context
  KvType kv_type = KvType::kF32;
  int max_prefill_rows = 512;  // prompt rows of one pass
  // Called from time to time with the share of the weights packed so far, 0..1; may be null.
  std::function<void(double)> progress;
};

// `backend` and `file` must outlive the model: the reference backend multiplies straight from the mapping.
// kInvalidArgument: not a causal language model, or a file that contradicts itself; the message names key or tensor.
absl::StatusOr<std::unique_ptr<CausalModel>> LoadCausalModel(const GgufFile& file, Backend& backend,
                                                             const CausalModelOptions& options);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LOAD_H_
