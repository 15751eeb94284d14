// Ends the process when a driver call does not come back: a hung device cannot be waited for, cancelled or repaired
// from within, but the supervisor starts the service again.
//
//   Watchdog::Guard guard(watchdog, "reading the logits", absl::Seconds(60));
//   clEnqueueReadBuffer(...);
#ifndef FERRO_ENGINE_OPENCL_WATCHDOG_H_
#define FERRO_ENGINE_OPENCL_WATCHDOG_H_

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"

namespace ferro::opencl {

// EX_TEMPFAIL of sysexits.h: try again.
constexpr int kHungExitCode = 75;

// Owns a thread that sleeps while nothing is guarded. Thread-safe. Guards must be gone before it is destroyed.
class Watchdog {
 public:
  Watchdog();
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // While one lives, its call may last for `limit`; then one line is logged and the process exits with kHungExitCode,
  // without destructors: they would call the driver. `what` must outlive the guard and `limit` be above zero. Costs two
  // uncontended locks and a look at the clock.
  class Guard {
   public:
    Guard(Watchdog& watchdog, const char* what, absl::Duration limit);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    Watchdog& watchdog_;
    const int64_t id_;
  };

 private:
  struct Call {
    int64_t id;
    const char* what;
    absl::Duration limit;
    int64_t deadline_ns;  // of the steady clock
  };

  int64_t Begin(const char* what, absl::Duration limit);
  void End(int64_t id);
  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_:
  std::vector<Call> calls_;
  int64_t next_id_ = 0;
  int64_t wake_ns_;  // when the thread looks next, if nobody wakes it
  bool stop_ = false;

  std::thread thread_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_WATCHDOG_H_
