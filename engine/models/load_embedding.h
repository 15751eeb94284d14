// Loads an embedding model of any family that Ferro knows, by the file's general.architecture.
#ifndef FERRO_ENGINE_MODELS_LOAD_EMBEDDING_H_
#define FERRO_ENGINE_MODELS_LOAD_EMBEDDING_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/embedding_model.h"

namespace ferro {

struct EmbeddingModelOptions {
  // Most rows of a pass, all sequences together; raised to the model's context if it is less.
  int max_rows = 8192;
  // Rows that wide activations are held for at a time, a multiple of 64.
  int window_rows = 512;
  // Called from time to time with the share of the weights packed so far, 0..1; may be null.
  std::function<void(double)> progress;
};

// Known from the header alone. kInvalidArgument: not an embedding model (the message says what it is), or values out of
// range; kNotFound: a required key or tensor is missing. Messages begin with the file's path.
absl::StatusOr<EmbeddingFacts> ReadEmbeddingFacts(const GgufFile& file);

// `backend` and `file` must outlive the model: the reference backend multiplies straight from the mapping.
// As ReadEmbeddingFacts; kResourceExhausted: weights or activations do not fit.
absl::StatusOr<std::unique_ptr<EmbeddingModel>> LoadEmbeddingModel(const GgufFile& file, Backend& backend,
                                                                   const EmbeddingModelOptions& options);

// Bytes by purpose, from the header alone; zeros for a file that is no embedding model.
struct EmbeddingMemory {
  int64_t weights = 0;      // as the file stores them
  int64_t activations = 0;  // of the longest pass
  int64_t total() const { return weights + activations; }
};
EmbeddingMemory EstimateEmbeddingMemory(const GgufFile& file, const EmbeddingModelOptions& options);

// Multiply-adds of all matrix products of `tokens` tokens in `sequences` sequences, attention not counted; 0 for a file
// that is no embedding model.
double EmbeddingProducts(const GgufFile& file, double tokens, double sequences);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_LOAD_EMBEDDING_H_
