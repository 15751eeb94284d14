// Holds API keys to their limits: how often and how many at once.
#ifndef FERRO_ROUTER_HTTP_KEY_LIMITER_H_
#define FERRO_ROUTER_HTTP_KEY_LIMITER_H_

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "absl/time/time.h"
#include "router/http/key_entry.h"

namespace ferro::router {

// Counts by label, so that a key file that is read again does not begin anew. Thread-safe; leases may outlive it.
class KeyLimiter {
 public:
  struct Decision {
    // Holds the place of an admitted request until it is dropped; null = refused.
    std::shared_ptr<void> lease;
    // Of a refusal: the limit as the entry writes it (`rpm=60`), and when a place may be free.
    std::string limit;
    absl::Duration retry_after;
  };

  // Whether a request that comes at `now` keeps within `limits`: at most requests_per_minute admitted ones within any
  // minute, and at most `concurrent` held leases. Refused requests do not count.
  Decision Admit(const std::string& label, const KeyLimits& limits, absl::Time now);

 private:
  struct Usage {
    std::deque<absl::Time> admitted;  // within the last minute, oldest first; at most requests_per_minute
    int running = 0;
  };
  struct Shared {
    std::mutex mutex;
    std::unordered_map<std::string, Usage> by_label;  // guarded by mutex
  };

  // Shared with the leases, which give their places back to it.
  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_KEY_LIMITER_H_
