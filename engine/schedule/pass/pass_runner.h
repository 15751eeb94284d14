// The device's thread for whole passes: joins what waits and ends requests when their results are there.
#ifndef FERRO_ENGINE_SCHEDULE_PASS_PASS_RUNNER_H_
#define FERRO_ENGINE_SCHEDULE_PASS_PASS_RUNNER_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "engine/schedule/pass/pass_queue.h"
#include "engine/schedule/pass/pass_work.h"
#include "engine/schedule/size_histogram.h"
#include "engine/schedule/stats.h"

namespace ferro {

struct PassRunnerOptions {
  int batch_tokens = 4096;  // of a pass of several sequences; no more than the device takes
  int queue_depth = 64;     // requests that wait
  // Called on the runner's thread when the device failed, after everything of that pass has ended: makes the device
  // work again, for passes as large as before. On an error the runner refuses requests with it from then on. Null: the
  // device is used further as it is.
  std::function<absl::Status(const absl::Status& failure)> recover;
};

struct PassStats {
  bool draining = false;
  int queue_length = 0;
  int queue_depth = 0;
  // Since start.
  int64_t tokens = 0;  // computed
  int64_t passes = 0;
  // Of each pass: sequences, and tokens of all of them.
  SizeHistogram batch_sequences{64}, batch_tokens{16384};
  double busy_seconds = 0;
  double tokens_per_second = 0;              // over the last seconds; 0 when idle
  std::map<std::string, int64_t> finished;   // by done, cancelled, error
  std::map<std::string, int64_t> cancelled;  // by queue, pass
};

// A pass begins as soon as anything waits and takes what is there; what comes meanwhile is joined into the next. So a
// lone request never waits for company. Any thread may call any method.
//
// Between the segments of a pass the runner looks whether anybody still waits for it; if nobody does, it ends.
class PassRunner {
 public:
  // `device` must outlive the runner and belongs to its thread from now on.
  PassRunner(PassDevice& device, const PassRunnerOptions& options);
  // Ends what waits or runs with kUnavailable and joins the thread.
  ~PassRunner();

  // Whether a request would be let in now: what Submit returns, for those who want to know before they do work;
  // kDeadlineExceeded where `deadline` has passed.
  absl::Status Refusal(absl::Time deadline) const;
  // Queues the request, which is of the device's kind and has no sequence longer than its pass. On an error End is not
  // called: kResourceExhausted (queue full, with a time to retry after), kUnavailable (draining, or the device failed
  // for good).
  // End may get kCancelled, kDeadlineExceeded, kUnavailable (server stops, or device failed: kReasonDeviceFailed)
  // and kInternal.
  absl::StatusOr<PassWorkId> Submit(PassWorkPtr work);
  // End gets kCancelled: at once if nothing of it is on the device, else when that pass is over. No effect on a
  // request that has ended.
  void Cancel(PassWorkId id);
  // Refuses new requests; what still waits or runs after `grace` ends with kUnavailable. A later call can only shorten
  // the grace. Returns at once.
  void Drain(absl::Duration grace);
  bool Idle() const;
  // kUnavailable: the device failed and could not be recovered; every request is refused.
  absl::Status Health() const;
  // Never waits for the device.
  PassStats Stats() const;

 private:
  using Parts = std::vector<PassPart>;

  void Run();
  // Waits for work and takes the next pass. False: the runner is being destroyed and nothing is left.
  bool TakePass(Parts& parts);
  // Between segments: an error when nobody waits for the pass any more.
  absl::Status StillWanted(const Parts& parts);
  void EndPass(const Parts& parts, const absl::Status& status, Clock::time_point begin);
  void Recover(const absl::Status& failure);

  // With mutex_ held.
  absl::Status RefusalLocked() const;
  // What ends the request whatever the device says: OK = nothing does.
  absl::Status Ending(const PassWork& work) const;
  void CountEnd(const PassWork& work);

  static void Deliver(PassWork& work);

  const PassRunnerOptions options_;
  const int pass_tokens_;  // of a pass of several questions

  // Of the thread alone.
  PassDevice& device_;
  RateMeter rate_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_. Requests on the device stay in the queue, so that they can be found; only the thread takes those
  // out.
  PassQueue queue_;
  PassWorkId last_id_ = 0;
  bool stopping_ = false;
  bool draining_ = false;
  absl::Status broken_;  // see Health
  Clock::time_point drain_end_ = Clock::time_point::max();
  PassStats stats_;
  Clock::time_point published_ = Clock::now();

  std::thread thread_;  // last: starts when everything else is ready
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_PASS_PASS_RUNNER_H_
