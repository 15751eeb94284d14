// A device for tests of everything above it: scores that are a hash of the question, and passes that can be held.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_FAKE_SCORER_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_FAKE_SCORER_H_

#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "engine/schedule/decision/decision_scorer.h"
#include "engine/schedule/pass/held_passes.h"

namespace ferro {

// Thread-safe.
class FakeScorer final : public DecisionScorer, public HeldPasses {
 public:
  explicit FakeScorer(int max_pass_rows = 16384) : max_pass_rows_(max_pass_rows) {}

  // What a question scores, wherever it runs.
  static std::vector<float> ScoresOf(const DecisionSequence& sequence) {
    uint64_t hash = static_cast<uint64_t>(sequence.type) + 1;
    for (const int32_t token : sequence.tokens) hash = hash * 0x9E3779B97F4A7C15 + static_cast<uint64_t>(token);
    std::vector<float> scores;
    for (const int marker : sequence.markers) {
      scores.push_back(static_cast<float>((hash + marker) * 0xBF58476D1CE4E5B9 >> 40) * 0x1p-22f);  // 0 to 4
    }
    return scores;
  }

  int max_pass_rows() const override { return max_pass_rows_; }
  absl::StatusOr<std::vector<float>> Score(absl::Span<const DecisionSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override {
    std::vector<int> lengths;
    for (const DecisionSequence& sequence : sequences) lengths.push_back(static_cast<int>(sequence.tokens.size()));
    FERRO_RETURN_IF_ERROR(RunHeld(std::move(lengths), hook));
    std::vector<float> scores;
    for (const DecisionSequence& sequence : sequences) {
      const std::vector<float> of_sequence = ScoresOf(sequence);
      scores.insert(scores.end(), of_sequence.begin(), of_sequence.end());
    }
    return scores;
  }

 private:
  const int max_pass_rows_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_FAKE_SCORER_H_
