// Passes of a fake model that tests can hold, let fail and look back on.
#ifndef FERRO_ENGINE_SCHEDULE_PASS_HELD_PASSES_H_
#define FERRO_ENGINE_SCHEDULE_PASS_HELD_PASSES_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace ferro {

// Thread-safe.
class HeldPasses {
 public:
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

 protected:
  // A pass of sequences of these lengths: as long as it is held, then how it ends.
  absl::Status RunHeld(std::vector<int> lengths, const std::function<absl::Status()>& hook) {
    std::unique_lock lock(mutex_);
    const int pass = static_cast<int>(passes_.size());
    passes_.push_back(std::move(lengths));
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
    const auto failure = failures_.find(pass);
    return failure == failures_.end() ? absl::OkStatus() : failure->second;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int, absl::Status> failures_;
  std::vector<std::vector<int>> passes_;
  bool held_ = false;
  bool holding_ = false;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_PASS_HELD_PASSES_H_
