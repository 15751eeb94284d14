#include "router/upstream/call_group.h"

#include <utility>
#include <vector>

namespace ferro::router {

bool CallGroup::Begin(std::shared_ptr<Call> call) {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  ++unfinished_;
  const Call* key = call.get();
  calls_.emplace(key, std::move(call));
  return true;
}

void CallGroup::End(const Call* call) {
  std::shared_ptr<Call> last;
  {
    const std::lock_guard lock(mutex_);
    const auto it = calls_.find(call);
    last = std::move(it->second);
    calls_.erase(it);
  }
  // A call may own an executor, so it goes before the waiter is told that nothing is left. Not under the lock: what it
  // owns is not known here.
  last.reset();
  // Told under the lock: the waiter may destroy the group as soon as it sees zero.
  const std::lock_guard lock(mutex_);
  if (--unfinished_ == 0) idle_.notify_all();
}

void CallGroup::Close() {
  std::vector<std::shared_ptr<Call>> running;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto& [key, call] : calls_) running.push_back(call);
  }
  for (const std::shared_ptr<Call>& call : running) call->Abort();
  running.clear();
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return unfinished_ == 0; });
}

}  // namespace ferro::router
