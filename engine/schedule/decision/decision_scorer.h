// What the scheduler of decisions needs of a model, so that others than the real one can take its place.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_SCORER_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_SCORER_H_

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/models/lfm2_decision/model.h"

namespace ferro {

// One thread at a time.
class DecisionScorer {
 public:
  virtual ~DecisionScorer() = default;

  // Most tokens of one pass, all sequences together.
  virtual int max_pass_rows() const = 0;

  // One pass: a score for every marker, as DecisionModel::Score. `hook` (not null) is called between its segments; an
  // error that it returns ends the pass and is returned.
  virtual absl::StatusOr<std::vector<float>> Score(absl::Span<const DecisionSequence> sequences,
                                                   const EncoderOps::SegmentHook& hook) = 0;
};

// The real one.
class ModelScorer final : public DecisionScorer {
 public:
  // `backend` is the model's and must outlive this.
  ModelScorer(std::unique_ptr<DecisionModel> model, Backend& backend) : model_(std::move(model)), backend_(backend) {}

  int max_pass_rows() const override { return model_->max_pass_rows(); }
  absl::StatusOr<std::vector<float>> Score(absl::Span<const DecisionSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override {
    backend_.SetSegmentHook(hook);
    return model_->Score(sequences);
  }

 private:
  const std::unique_ptr<DecisionModel> model_;
  Backend& backend_;
};

// Answers at once, with a score of -i for the option i: what is left is the time of everything around a model.
class NullScorer final : public DecisionScorer {
 public:
  explicit NullScorer(int max_pass_rows) : max_pass_rows_(max_pass_rows) {}

  int max_pass_rows() const override { return max_pass_rows_; }
  absl::StatusOr<std::vector<float>> Score(absl::Span<const DecisionSequence> sequences,
                                           const EncoderOps::SegmentHook&) override {
    std::vector<float> scores;
    for (const DecisionSequence& sequence : sequences) {
      for (size_t i = 0; i < sequence.markers.size(); ++i) scores.push_back(-static_cast<float>(i));
    }
    return scores;
  }

 private:
  const int max_pass_rows_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_SCORER_H_
