// Puts an embedding model onto its device.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_LOAD_EMBEDDER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_LOAD_EMBEDDER_H_

#include "absl/status/statusor.h"
#include "engine/gguf/file.h"
#include "engine/lease/open_lease.h"
#include "engine/models/embedding_model.h"
#include "engine/models/load_embedding.h"
#include "engine/schedule/embedding/embedder.h"
#include "engine/schedule/embedding/embedding_types.h"
#include "engine/schedule/model_keeper.h"

namespace ferro {

// The model of `file`, whose facts are `facts`, on options.backend.device, after one warm-up pass. It takes turns
// with `lease` where TakesTurns says so. `file` must outlive the result.
//
// With options.hetero.on and an OpenCL device, on that and on the processor: a HeteroEmbedder, and `beside` says so.
// The weights are there twice then, since each packs them in its own way. On another device that was named, which is
// the processor where a GPU failed, as without it.
//
// Errors: CreateBackend's and LoadEmbeddingModel's; kFailedPrecondition where options.hetero.on and `auto` finds no GPU
// that works, before anything of the model is loaded.
absl::StatusOr<ModelOnDevice<Embedder>> LoadEmbedder(const GgufFile& file, const EmbeddingFacts& facts,
                                                     const EmbeddingOptions& options, LateLease& lease);

// What LoadEmbedder takes, from the header alone.
EmbeddingMemory EstimateEmbedderMemory(const GgufFile& file, const EmbeddingOptions& options);

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_LOAD_EMBEDDER_H_
