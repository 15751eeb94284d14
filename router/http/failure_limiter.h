// Slows down guessing of API keys: counts failures of each address within a minute.
#ifndef FERRO_ROUTER_HTTP_FAILURE_LIMITER_H_
#define FERRO_ROUTER_HTTP_FAILURE_LIMITER_H_

#include <mutex>
#include <string>
#include <unordered_map>

#include "absl/time/time.h"

namespace ferro::router {

// Thread-safe. Remembers at most kMaxPeers addresses; beyond that the expired ones go, then all.
class FailureLimiter {
 public:
  static constexpr int kMaxFailures = 20;
  static constexpr size_t kMaxPeers = 4096;

  // Whether `peer` has failed too often in the minute before `now`.
  bool Blocked(const std::string& peer, absl::Time now);
  void Fail(const std::string& peer, absl::Time now);

 private:
  struct Window {
    absl::Time start;
    int failures = 0;
  };
  std::mutex mutex_;
  std::unordered_map<std::string, Window> windows_;  // guarded by mutex_
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_FAILURE_LIMITER_H_
