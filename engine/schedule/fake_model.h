// A scripted model for tests of everything above a model: it checks what it is fed and says what it was told to say.
#ifndef FERRO_ENGINE_SCHEDULE_FAKE_MODEL_H_
#define FERRO_ENGINE_SCHEDULE_FAKE_MODEL_H_

#include <algorithm>
#include <climits>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/models/causal_model.h"

namespace ferro {

// After Script(prompt, reply) a slot that holds `prompt` and the first i tokens of `reply` prefers reply[i] over every
// other token. Any other history gets logits that are a hash of it: arbitrary, but the same every time and whatever
// else runs. Breaking the rules of CausalModel is an error that names the rule. Hold() lets tests stop the device
// between two passes. After RunAhead() it is a device with a queue: ForwardGreedy returns at once and Hold stops its
// Wait instead. Thread-safe.
class FakeModel final : public CausalModel {
 public:
  struct PassRecord {
    int prefill_rows = 0;
    int decode_rows = 0;
  };

  FakeModel(int vocab_size, int slots, int context, int max_pass_rows = 512)
      : vocab_size_(vocab_size), context_(context), max_pass_rows_(max_pass_rows), slots_(slots) {}

  void Script(const std::vector<int32_t>& prompt, const std::vector<int32_t>& reply) {
    const std::lock_guard lock(mutex_);
    std::vector<int32_t> history = prompt;
    for (const int32_t token : reply) {
      next_[history] = token;
      history.push_back(token);
    }
  }
  // Before the first pass.
  void RunAhead() { runs_ahead_ = true; }
  // The pass number `pass` (the first is 0) fails; a device with a queue says so in Wait.
  void FailPass(int pass, absl::Status status) {
    const std::lock_guard lock(mutex_);
    failures_[pass] = std::move(status);
  }
  // This pass and every later one fail: the device is gone.
  void LoseDevice(int pass, absl::Status status) {
    const std::lock_guard lock(mutex_);
    lost_ = pass;
    loss_ = std::move(status);
  }
  // All logits of this history are NaN.
  void Break(const std::vector<int32_t>& history) {
    const std::lock_guard lock(mutex_);
    next_[history] = -1;
  }

  // From now on a pass waits until Allow has granted it.
  void Hold() {
    const std::lock_guard lock(mutex_);
    held_ = true;
    allowed_ = 0;
  }
  void Allow(int passes) {
    const std::lock_guard lock(mutex_);
    allowed_ += passes;
    changed_.notify_all();
  }
  void Release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    changed_.notify_all();
  }
  // Waits until a pass waits for Allow.
  void AwaitBlocked() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return blocked_; });
  }

  std::vector<PassRecord> passes() const {
    const std::lock_guard lock(mutex_);
    return passes_;
  }
  int resets() const {
    const std::lock_guard lock(mutex_);
    return resets_;
  }

  int vocab_size() const override { return vocab_size_; }
  int slots() const override { return static_cast<int>(slots_.size()); }
  int context() const override { return context_; }
  int max_pass_rows() const override { return max_pass_rows_; }
  bool runs_ahead() const override { return runs_ahead_; }

  absl::Status ResetSlot(int slot) override {
    const std::lock_guard lock(mutex_);
    if (slot < 0 || slot >= slots()) return absl::InvalidArgumentError("no such slot");
    slots_[slot] = Slot{/*usable=*/true, /*chosen=*/kNoToken, {}};
    ++resets_;
    return absl::OkStatus();
  }

  absl::StatusOr<absl::Span<const float>> Forward(absl::Span<const SequenceStep> steps) override {
    std::unique_lock lock(mutex_);
    AwaitLeave(lock);
    absl::Status failure = Begin(steps);
    if (!failure.ok()) return failure;
    logits_.clear();
    for (const SequenceStep& step : steps) {
      if (std::vector<float> logits = Compute(step); step.wants_logits) {
        logits_.insert(logits_.end(), logits.begin(), logits.end());
      }
    }
    return absl::Span<const float>(logits_);
  }

  absl::StatusOr<std::unique_ptr<ChosenTokens>> ForwardGreedy(absl::Span<const SequenceStep> steps) override {
    std::unique_lock lock(mutex_);
    if (!runs_ahead_) AwaitLeave(lock);
    absl::Status failure = Begin(steps);
    if (!failure.ok() && (!runs_ahead_ || absl::IsInvalidArgument(failure))) return failure;
    std::vector<int32_t> tokens;
    for (const SequenceStep& step : steps) {
      const std::vector<float> logits = Compute(step);
      if (!step.wants_logits) continue;
      const int32_t best = static_cast<int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
      slots_[step.slot].chosen = best;
      tokens.push_back(std::isfinite(logits[best]) ? best : kNoToken);
    }
    if (!runs_ahead_) return std::make_unique<ReadyTokens>(std::move(tokens));
    // The host goes on as if the pass were computed, until it waits for it.
    if (!failure.ok()) return std::make_unique<Queued>(*this, std::move(failure));
    return std::make_unique<Queued>(*this, std::move(tokens));
  }

 private:
  struct Slot {
    bool usable = false;
    int32_t chosen = kNoToken;  // by the last pass, on the device
    std::vector<int32_t> history;
  };

  // A pass on its way through the queue.
  class Queued final : public ChosenTokens {
   public:
    Queued(FakeModel& model, absl::StatusOr<std::vector<int32_t>> tokens) : model_(model), tokens_(std::move(tokens)) {}
    absl::StatusOr<std::vector<int32_t>> Wait() override {
      std::unique_lock lock(model_.mutex_);
      model_.AwaitLeave(lock);
      return std::move(tokens_);
    }

   private:
    FakeModel& model_;
    absl::StatusOr<std::vector<int32_t>> tokens_;
  };

  // See Hold.
  void AwaitLeave(std::unique_lock<std::mutex>& lock) {
    if (held_ && allowed_ == 0) {
      blocked_ = true;
      changed_.notify_all();
      changed_.wait(lock, [this] { return !held_ || allowed_ > 0; });
      blocked_ = false;
    }
    if (held_) --allowed_;
  }

  // Records the pass, checks its steps and whether it is to fail.
  absl::Status Begin(absl::Span<const SequenceStep> steps) {
    const int pass = static_cast<int>(passes_.size());
    passes_.emplace_back();
    if (absl::Status status = Check(steps); !status.ok()) return status;
    for (const SequenceStep& step : steps) {
      (step.role == RowRole::kPrefill ? passes_.back().prefill_rows : passes_.back().decode_rows) +=
          static_cast<int>(step.tokens.size());
    }
    const auto failure = failures_.find(pass);
    const absl::Status status = pass >= lost_ ? loss_ : failure == failures_.end() ? absl::OkStatus() : failure->second;
    for (const SequenceStep& step : steps) slots_[step.slot].usable = status.ok() || runs_ahead_;
    return status;
  }

  absl::Status Check(absl::Span<const SequenceStep> steps) const {
    std::vector<bool> seen(slots_.size());
    size_t rows = 0;
    for (const SequenceStep& step : steps) {
      if (step.slot < 0 || step.slot >= slots()) return absl::InvalidArgumentError("no such slot");
      const Slot& slot = slots_[step.slot];
      if (seen[step.slot]) return absl::InvalidArgumentError("a slot appears twice");
      seen[step.slot] = true;
      if (!slot.usable) return absl::InvalidArgumentError("the slot was not reset");
      if (step.start_position != static_cast<int>(slot.history.size())) {
        return absl::InvalidArgumentError(
            absl::StrCat("step at ", step.start_position, " of a slot that holds ", slot.history.size()));
      }
      if (step.tokens.empty()) return absl::InvalidArgumentError("a step without tokens");
      if (step.role == RowRole::kDecode && step.tokens.size() != 1) return absl::InvalidArgumentError("decode of many");
      for (const int32_t token : step.tokens) {
        const bool chosen = token == kChosenToken && step.role == RowRole::kDecode && slot.chosen != kNoToken;
        if (!chosen && (token < 0 || token >= vocab_size_)) return absl::InvalidArgumentError("no such token");
      }
      if (slot.history.size() + step.tokens.size() > static_cast<size_t>(context_)) {
        return absl::InvalidArgumentError("beyond the context");
      }
      rows += step.tokens.size();
    }
    if (steps.empty() || rows > static_cast<size_t>(max_pass_rows_))
      return absl::InvalidArgumentError("rows of a pass");
    return absl::OkStatus();
  }

  // Moves the slot on; the logits of the step's last token if it wants them.
  std::vector<float> Compute(const SequenceStep& step) {
    Slot& slot = slots_[step.slot];
    for (const int32_t token : step.tokens) slot.history.push_back(token == kChosenToken ? slot.chosen : token);
    slot.chosen = kNoToken;
    return step.wants_logits ? LogitsAfter(slot.history) : std::vector<float>();
  }

  std::vector<float> LogitsAfter(const std::vector<int32_t>& history) const {
    const auto scripted = next_.find(history);
    uint64_t hash = 0;
    for (const int32_t token : history) hash = Mix(hash ^ static_cast<uint64_t>(token));
    std::vector<float> logits(vocab_size_);
    for (int id = 0; id < vocab_size_; ++id) {
      logits[id] = static_cast<float>(Mix(hash + id) >> 40) * 0x1p-22f;  // 0 to 4
      if (scripted == next_.end()) continue;
      if (scripted->second < 0) logits[id] = NAN;
      if (id == scripted->second) logits[id] = 1000;
    }
    return logits;
  }

  // The finaliser of SplitMix64.
  static uint64_t Mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
  }

  const int vocab_size_, context_, max_pass_rows_;
  bool runs_ahead_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Slot> slots_;
  std::map<std::vector<int32_t>, int32_t> next_;
  std::map<int, absl::Status> failures_;
  int lost_ = INT_MAX;
  absl::Status loss_;
  std::vector<PassRecord> passes_;
  std::vector<float> logits_;
  int resets_ = 0;
  int allowed_ = 0;
  bool held_ = false;
  bool blocked_ = false;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_FAKE_MODEL_H_
