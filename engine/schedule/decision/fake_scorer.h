// A device for tests of everything above it: scores that are a hash of the question, and passes that can be held.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_FAKE_SCORER_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_FAKE_SCORER_H_

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <vector>

#include "engine/schedule/decision/decision_scorer.h"

namespace ferro {

// Thread-safe.
class FakeScorer final : public DecisionScorer {
 public:
  explicit FakeScorer(int max_pass_rows = 16384) : max_pass_rows_(max_pass_rows) {}

  // The pass number `pass` (the first is 0) fails.
  void FailPass(int pass, absl::Status status) {
    const std::lock_guard lock(mutex_);
    failures_[pass] = std::move(status);
  }
  // From now on a pass runs, calling its hook, until Release.
  void Hold() {
    const std::lock_guard lock(mutex_);
    held_ = true;
  }
  void Release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    changed_.notify_all();
  }
  // Waits until a pass is held.
  void AwaitHeld() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return holding_; });
  }
  // Lengths of the sequences of each pass so far.
  std::vector<std::vector<int>> passes() const {
    const std::lock_guard lock(mutex_);
    return passes_;
  }

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
    std::unique_lock lock(mutex_);
    const int pass = static_cast<int>(passes_.size());
    std::vector<int>& lengths = passes_.emplace_back();
    for (const DecisionSequence& sequence : sequences) lengths.push_back(static_cast<int>(sequence.tokens.size()));
    while (held_) {
      holding_ = true;
      changed_.notify_all();
      changed_.wait_for(lock, std::chrono::milliseconds(1));
      lock.unlock();
      const absl::Status wanted = hook();
      lock.lock();
      holding_ = false;
      if (!wanted.ok()) return wanted;
    }
    if (const auto failure = failures_.find(pass); failure != failures_.end()) return failure->second;
    std::vector<float> scores;
    for (const DecisionSequence& sequence : sequences) {
      const std::vector<float> of_sequence = ScoresOf(sequence);
      scores.insert(scores.end(), of_sequence.begin(), of_sequence.end());
    }
    return scores;
  }

 private:
  const int max_pass_rows_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int, absl::Status> failures_;
  std::vector<std::vector<int>> passes_;
  bool held_ = false;
  bool holding_ = false;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_FAKE_SCORER_H_
