// What the scheduler of embeddings needs of a model, so that others than the real one can take its place.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDER_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/models/embedding_model.h"

namespace ferro {

using TokenSequence = absl::Span<const int32_t>;

// One thread at a time.
class Embedder {
 public:
  virtual ~Embedder() = default;

  // Most tokens of one pass, all sequences together.
  virtual int max_pass_rows() const = 0;

  // One pass, as EmbeddingModel::Embed. `hook` (not null) is called between its segments; an error that it returns ends
  // the pass and is returned.
  virtual absl::StatusOr<std::vector<float>> Embed(absl::Span<const TokenSequence> sequences,
                                                   const EncoderOps::SegmentHook& hook) = 0;
};

// The real one.
class ModelEmbedder final : public Embedder {
 public:
  // `backend` is the model's and must outlive this.
  ModelEmbedder(std::unique_ptr<EmbeddingModel> model, Backend& backend)
      : model_(std::move(model)), backend_(backend) {}

  int max_pass_rows() const override { return model_->max_pass_rows(); }
  absl::StatusOr<std::vector<float>> Embed(absl::Span<const TokenSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override {
    backend_.SetSegmentHook(hook);
    return model_->Embed(sequences);
  }

 private:
  const std::unique_ptr<EmbeddingModel> model_;
  Backend& backend_;
};

// Answers at once, with the first unit vector for everything: what is left is the time of everything around a model.
class NullEmbedder final : public Embedder {
 public:
  NullEmbedder(int max_pass_rows, int width) : max_pass_rows_(max_pass_rows), width_(width) {}

  int max_pass_rows() const override { return max_pass_rows_; }
  absl::StatusOr<std::vector<float>> Embed(absl::Span<const TokenSequence> sequences,
                                           const EncoderOps::SegmentHook&) override {
    std::vector<float> vectors(sequences.size() * width_);
    for (size_t i = 0; i < sequences.size(); ++i) vectors[i * width_] = 1;
    return vectors;
  }

 private:
  const int max_pass_rows_;
  const size_t width_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDER_H_
