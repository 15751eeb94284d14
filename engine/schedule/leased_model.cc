#include "engine/schedule/leased_model.h"

#include <algorithm>
#include <vector>

#include "base/status_macros.h"

namespace ferro {

// The tokens of one pass, which end its turn when they are there or when nobody wants them any more.
class LeasedModel::TokensOfTurn final : public ChosenTokens {
 public:
  TokensOfTurn(std::unique_ptr<ChosenTokens> tokens, LeasedModel& model, int64_t pass)
      : tokens_(std::move(tokens)), model_(model), pass_(pass) {}
  ~TokensOfTurn() override {
    tokens_.reset();
    model_.EndTurn(pass_);
  }
  absl::StatusOr<std::vector<int32_t>> Wait() override {
    absl::StatusOr<std::vector<int32_t>> tokens = tokens_->Wait();
    model_.EndTurn(pass_);
    return tokens;
  }

 private:
  std::unique_ptr<ChosenTokens> tokens_;
  LeasedModel& model_;
  const int64_t pass_;
};

absl::Status LeasedModel::BeginTurn(absl::Span<const SequenceStep> steps) {
  const auto has = [&](RowRole role) {
    return std::any_of(steps.begin(), steps.end(), [role](const SequenceStep& step) { return step.role == role; });
  };
  const LeaseClass urgency = has(RowRole::kDecode) ? LeaseClass::kDecode : LeaseClass::kPrefill;
  if (pending_ && lease_->Contended()) FERRO_RETURN_IF_ERROR(backend_.Finish());
  if (has(RowRole::kPrefill)) {
    backend_.SetSegmentHook([this, urgency] {
      lease_->Yield(urgency);
      return absl::OkStatus();
    });
  } else {
    backend_.SetSegmentHook(nullptr);
  }
  lease_->Yield(urgency);  // acquires it where it is not held
  pending_ = true;
  ++passes_;
  return absl::OkStatus();
}

void LeasedModel::EndTurn(int64_t pass) {
  if (pass != passes_) return;  // a later pass is enqueued
  pending_ = false;
  lease_->Release();
}

absl::StatusOr<absl::Span<const float>> LeasedModel::Forward(absl::Span<const SequenceStep> steps) {
  FERRO_RETURN_IF_ERROR(BeginTurn(steps));
  absl::StatusOr<absl::Span<const float>> logits = model_->Forward(steps);
  EndTurn(passes_);
  return logits;
}

absl::StatusOr<std::unique_ptr<ChosenTokens>> LeasedModel::ForwardGreedy(absl::Span<const SequenceStep> steps) {
  FERRO_RETURN_IF_ERROR(BeginTurn(steps));
  absl::StatusOr<std::unique_ptr<ChosenTokens>> tokens = model_->ForwardGreedy(steps);
  if (tokens.ok() && model_->runs_ahead()) return std::make_unique<TokensOfTurn>(*std::move(tokens), *this, passes_);
  EndTurn(passes_);
  return tokens;
}

}  // namespace ferro
