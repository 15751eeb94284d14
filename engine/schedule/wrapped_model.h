// A real model behind the manners of another device, for tests.
#ifndef FERRO_ENGINE_SCHEDULE_WRAPPED_MODEL_H_
#define FERRO_ENGINE_SCHEDULE_WRAPPED_MODEL_H_

#include <climits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/models/causal_model.h"

namespace ferro {

struct Manners {
  bool runs_ahead = false;  // claims a queue: tokens count as unread until Wait
  int passes = INT_MAX;     // after so many the device is lost
};

class WrappedModel final : public CausalModel {
 public:
  WrappedModel(std::unique_ptr<CausalModel> model, Manners manners) : model_(std::move(model)), manners_(manners) {}

  int vocab_size() const override { return model_->vocab_size(); }
  int slots() const override { return model_->slots(); }
  int context() const override { return model_->context(); }
  int max_pass_rows() const override { return model_->max_pass_rows(); }
  bool runs_ahead() const override { return manners_.runs_ahead; }
  absl::Status ResetSlot(int slot) override { return model_->ResetSlot(slot); }

  absl::StatusOr<absl::Span<const float>> Forward(absl::Span<const SequenceStep> steps) override {
    if (Lost()) return Loss();
    return model_->Forward(steps);
  }
  absl::StatusOr<std::unique_ptr<ChosenTokens>> ForwardGreedy(absl::Span<const SequenceStep> steps) override {
    if (!Lost()) return model_->ForwardGreedy(steps);
    if (!manners_.runs_ahead) return Loss();
    return std::make_unique<ReadyTokens>(Loss());  // a queue finds out later
  }

 private:
  bool Lost() { return manners_.passes-- <= 0; }
  static absl::Status Loss() { return absl::UnavailableError("lost"); }

  const std::unique_ptr<CausalModel> model_;
  Manners manners_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_WRAPPED_MODEL_H_
