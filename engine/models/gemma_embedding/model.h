// EmbeddingGemma 1 and 2, text: a Gemma encoder that sees both ways, one unit vector a sequence. See config.h for what
// the two have in common.
#ifndef FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_MODEL_H_
#define FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_MODEL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/models/embedding_model.h"
#include "engine/models/gemma_embedding/config.h"
#include "engine/models/gemma_embedding/weights.h"
#include "engine/models/load_embedding.h"

namespace ferro {

// See EmbeddingModel for ownership, threads and exactness, LoadEmbeddingModel for lifetimes and errors.
class GemmaEmbeddingModel final : public EmbeddingModel {
 public:
  static absl::StatusOr<std::unique_ptr<GemmaEmbeddingModel>> Load(const GgufFile& file, Backend& backend,
                                                                   const EmbeddingModelOptions& options);

  const EmbeddingFacts& facts() const override { return config_.facts; }
  int max_pass_rows() const override { return max_rows_; }
  absl::StatusOr<std::vector<float>> Embed(absl::Span<const absl::Span<const int32_t>> sequences) override;

 private:
  GemmaEmbeddingModel(GemmaEmbeddingConfig config, GemmaEmbeddingWeights weights, Backend& backend,
                      const EmbeddingModelOptions& options);

  absl::Status AllocateActivations();
  absl::Status CheckSequences(absl::Span<const absl::Span<const int32_t>> sequences) const;
  void BuildPass(absl::Span<const absl::Span<const int32_t>> sequences);

  // Each enqueues its part of the pass; x_ carries the rows from one to the next.
  void RunInputs();
  void RunLayer(size_t i);
  void RunFeedForward(const GemmaLayer& layer);
  void RunBranch(const GemmaLayer& layer);
  // Returns the rows that hold the vectors, one for each run.
  const Rows& RunHead();

  // Calls body() for one window of rows after the other, `rows` in all.
  template <class Body>
  void ForEachWindow(int rows, const Body& body);

  const GemmaEmbeddingConfig config_;
  const GemmaEmbeddingWeights weights_;
  Backend& backend_;
  const int max_rows_, window_rows_;

  // Activations of one pass, reused by every layer. Of pass scope:
  Pass pass_;
  std::unique_ptr<Rows> x_;                // the residual stream [row][width]
  std::unique_ptr<Rows> qkv_;              // [row][widest q, k, v]
  std::unique_ptr<MatrixInput> embedded_;  // what the inputs of layers are made of [row][width]; null without them
  std::unique_ptr<Rows> mean_;             // [run][width]
  // Of each head matrix [run]; window scope but for what the last one gives.
  std::vector<std::unique_ptr<MatrixInput>> head_inputs_;
  std::vector<std::unique_ptr<Rows>> heads_;
  // Of window scope:
  std::unique_ptr<Rows> branch_;                             // what joins the residual [row][width]
  std::unique_ptr<Rows> hidden_;                             // [row][2 * ff]
  std::unique_ptr<Rows> gate_, own_;                         // [row][per_layer]; null without inputs of layers
  std::unique_ptr<MatrixInput> in_width_;                    // [row][width]
  std::map<int, std::unique_ptr<MatrixInput>> in_attended_;  // by width: heads differ from layer to layer
  std::unique_ptr<MatrixInput> in_ff_;                       // [row][ff]
  std::unique_ptr<MatrixInput> in_own_;                      // [row][per_layer]
};

// What it holds for a pass: bytes, as EstimateEmbeddingMemory says.
int64_t GemmaActivationBytes(const GemmaEmbeddingConfig& config, const EmbeddingModelOptions& options);

// Multiply-adds of all matrix products of `tokens` tokens in `sequences` sequences, attention not counted.
double GemmaEmbeddingProducts(const GemmaEmbeddingConfig& config, double tokens, double sequences);

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_GEMMA_EMBEDDING_MODEL_H_
