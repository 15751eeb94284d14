// A decision model that takes turns on the device with other processes.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_LEASED_SCORER_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_LEASED_SCORER_H_

#include <memory>
#include <utility>
#include <vector>

#include "engine/lease/device_lease.h"
#include "engine/schedule/decision/decision_scorer.h"

namespace ferro {

// A pass waits for the lease and gives way between its segments. Scores are those of the scorer, bit for bit.
class LeasedScorer final : public DecisionScorer {
 public:
  LeasedScorer(std::unique_ptr<DecisionScorer> scorer, std::shared_ptr<DeviceLease> lease)
      : scorer_(std::move(scorer)), lease_(std::move(lease)) {}

  int max_pass_rows() const override { return scorer_->max_pass_rows(); }
  absl::StatusOr<std::vector<float>> Score(absl::Span<const DecisionSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override {
    const LeaseHold hold(lease_.get(), LeaseClass::kDecision);
    return scorer_->Score(sequences, [&] {
      lease_->Yield(LeaseClass::kDecision);
      return hook();
    });
  }

 private:
  const std::unique_ptr<DecisionScorer> scorer_;
  const std::shared_ptr<DeviceLease> lease_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_LEASED_SCORER_H_
