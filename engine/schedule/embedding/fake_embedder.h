// A device for tests of everything above it: unit vectors that are a hash of the tokens, and passes that can be held.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_FAKE_EMBEDDER_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_FAKE_EMBEDDER_H_

#include <chrono>
#include <condition_variable>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/schedule/embedding/embedder.h"

namespace ferro {

// Thread-safe.
class FakeEmbedder final : public Embedder {
 public:
  explicit FakeEmbedder(int width, int max_pass_rows = 8192) : width_(width), max_pass_rows_(max_pass_rows) {}

  // A sequence with this token has a vector that is no numbers.
  static constexpr int32_t kPoison = 13;

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

  // The vector of a sequence, wherever it runs.
  std::vector<float> VectorOf(TokenSequence tokens) const {
    uint64_t state = 1;
    for (const int32_t token : tokens) {
      if (token == kPoison) return std::vector<float>(width_, std::numeric_limits<float>::quiet_NaN());
      state = state * 0x9E3779B97F4A7C15 + static_cast<uint64_t>(token);
    }
    std::vector<float> vector(width_);
    for (float& value : vector) {
      state = state * 6364136223846793005 + 1442695040888963407;
      value = static_cast<float>(static_cast<int64_t>(state >> 40)) - 0x1p23f;
    }
    NormalizeEmbedding(absl::MakeSpan(vector));
    return vector;
  }

  int max_pass_rows() const override { return max_pass_rows_; }
  absl::StatusOr<std::vector<float>> Embed(absl::Span<const TokenSequence> sequences,
                                           const EncoderOps::SegmentHook& hook) override {
    std::unique_lock lock(mutex_);
    const int pass = static_cast<int>(passes_.size());
    std::vector<int>& lengths = passes_.emplace_back();
    for (const TokenSequence& sequence : sequences) lengths.push_back(static_cast<int>(sequence.size()));
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
    std::vector<float> vectors;
    for (const TokenSequence& sequence : sequences) {
      const std::vector<float> vector = VectorOf(sequence);
      vectors.insert(vectors.end(), vector.begin(), vector.end());
    }
    return vectors;
  }

 private:
  const int width_, max_pass_rows_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int, absl::Status> failures_;
  std::vector<std::vector<int>> passes_;
  bool held_ = false;
  bool holding_ = false;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_FAKE_EMBEDDER_H_
