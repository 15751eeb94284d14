#include "tools/ferro/mcp/call_pool.h"

#include <utility>

namespace ferro::mcp {

CallPool::~CallPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool CallPool::Start(std::function<void()> call) {
  const std::lock_guard lock(mutex_);
  const size_t taken = busy_ + waiting_.size();
  if (taken >= max_threads_ + max_waiting_) return false;
  const bool needs_thread = taken >= threads_.size();
  waiting_.push_back(std::move(call));
  if (needs_thread && threads_.size() < max_threads_) {
    threads_.emplace_back([this] { Work(); });
  } else {
    changed_.notify_all();
  }
  return true;
}

bool CallPool::WaitIdle(absl::Duration timeout) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, absl::ToChronoMilliseconds(timeout),
                           [this] { return waiting_.empty() && busy_ == 0; });
}

void CallPool::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    std::function<void()> call = std::move(waiting_.front());
    waiting_.pop_front();
    ++busy_;
    lock.unlock();
    call();
    call = nullptr;  // what it holds goes before it counts as ended
    lock.lock();
    --busy_;
    changed_.notify_all();
  }
}

}  // namespace ferro::mcp
