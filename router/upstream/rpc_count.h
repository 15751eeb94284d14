// Counts calls that are under way, so that what they use is not destroyed under them.
#ifndef FERRO_ROUTER_UPSTREAM_RPC_COUNT_H_
#define FERRO_ROUTER_UPSTREAM_RPC_COUNT_H_

#include <condition_variable>
#include <mutex>

namespace ferro::router {

// Thread-safe.
class RpcCount {
 public:
  void Add() {
    const std::lock_guard lock(mutex_);
    ++count_;
  }
  void Done() {
    // Notified under the lock: the waiter may destroy this object as soon as it sees zero.
    const std::lock_guard lock(mutex_);
    if (--count_ == 0) zero_.notify_all();
  }
  void WaitForZero() {
    std::unique_lock lock(mutex_);
    zero_.wait(lock, [this] { return count_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable zero_;
  int count_ = 0;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_RPC_COUNT_H_
