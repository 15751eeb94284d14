// Threads for calls of tools, so that a slow one holds up neither the reader nor the others.
#ifndef FERRO_TOOLS_FERRO_MCP_CALL_POOL_H_
#define FERRO_TOOLS_FERRO_MCP_CALL_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/time/time.h"

namespace ferro::mcp {

// Any thread may call any method.
class CallPool {
 public:
  // Threads start as they are needed, up to `threads`.
  CallPool(int threads, size_t max_waiting) : max_threads_(threads), max_waiting_(max_waiting) {}
  // Waits for all that was taken.
  ~CallPool();

  CallPool(const CallPool&) = delete;
  CallPool& operator=(const CallPool&) = delete;

  // False: all threads are busy and max_waiting calls wait already; `call` was not taken.
  bool Start(std::function<void()> call);
  // Waits at most `timeout` until nothing runs or waits; whether that is so.
  bool WaitIdle(absl::Duration timeout);

 private:
  void Work();

  const size_t max_threads_;
  const size_t max_waiting_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  std::vector<std::thread> threads_;
  size_t busy_ = 0;
  bool ending_ = false;
};

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_CALL_POOL_H_
