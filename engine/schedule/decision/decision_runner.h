// The device's thread for decisions: joins what waits into passes and hands the scores out.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_

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
#include "engine/schedule/decision/decision_queue.h"
#include "engine/schedule/decision/decision_scorer.h"
#include "engine/schedule/size_histogram.h"
#include "engine/schedule/stats.h"

namespace ferro {

struct DecisionRunnerOptions {
  int batch_tokens = 4096;  // of a pass of several questions; no more than the scorer takes
  int queue_depth = 64;     // requests that wait
  // Called on the runner's thread when the device failed, after everything of that pass has ended: gives the scorer to
  // go on with, whose passes hold as much. The old one may be gone as soon as it is called. On an error the runner
  // refuses requests with it from then on. Null: the scorer that failed is used further.
  std::function<absl::StatusOr<DecisionScorer*>(const absl::Status& failure)> recover;
};

struct DecisionStats {
  bool draining = false;
  int queue_length = 0;
  int queue_depth = 0;
  // Since start.
  int64_t tokens = 0;  // computed
  int64_t passes = 0;
  // Of each pass: questions, and tokens of all of them.
  SizeHistogram batch_questions{64}, batch_tokens{16384};
  double busy_seconds = 0;
  double tokens_per_second = 0;              // over the last seconds; 0 when idle
  std::map<std::string, int64_t> finished;   // by done, cancelled, error
  std::map<std::string, int64_t> cancelled;  // by queue, pass
};

// A pass begins as soon as anything waits and takes what is there; what comes meanwhile is joined into the next. The
// scores of a question do not depend on its pass. Any thread may call any method.
//
// Between the segments of a pass the runner looks whether anybody still waits for it; if nobody does, it ends.
class DecisionRunner {
 public:
  // `scorer` must outlive the runner and belongs to its thread from now on.
  DecisionRunner(DecisionScorer& scorer, const DecisionRunnerOptions& options);
  // Ends what waits or runs with kUnavailable and joins the thread.
  ~DecisionRunner();

  // Whether a request would be let in now: what Submit returns, for those who want to know before they do work.
  absl::Status Refusal() const;
  // Queues the request. On an error `done` is not called: kResourceExhausted (queue full, with a time to retry after),
  // kUnavailable (draining, or the device failed for good). No prompt may exceed the scorer's pass.
  // `done` may get kCancelled, kDeadlineExceeded, kUnavailable (server stops, or device failed: kReasonDeviceFailed)
  // and kInternal.
  absl::StatusOr<DecisionId> Submit(DecisionWorkPtr work);
  // `done` gets kCancelled: at once if nothing of it is on the device, else when that pass is over. No effect on a
  // request that has ended.
  void Cancel(DecisionId id);
  // Refuses new requests; what still waits or runs after `grace` ends with kUnavailable. A later call can only shorten
  // the grace. Returns at once.
  void Drain(absl::Duration grace);
  bool Idle() const;
  // kUnavailable: the device failed and could not be recovered; every request is refused.
  absl::Status Health() const;
  // Never waits for the device.
  DecisionStats Stats() const;

 private:
  using Parts = std::vector<DecisionQueue::Part>;

  void Run();
  // Waits for work and takes the next pass. False: the runner is being destroyed and nothing is left.
  bool TakePass(Parts& parts);
  absl::Status Compute(const Parts& parts);
  // Between segments: an error when nobody waits for the pass any more.
  absl::Status StillWanted(const Parts& parts);
  void EndPass(const Parts& parts, const absl::Status& status, Clock::time_point begin);
  void Recover(const absl::Status& failure);

  // With mutex_ held.
  absl::Status RefusalLocked() const;
  // What ends the request whatever the device says: OK = nothing does.
  absl::Status Ending(const DecisionWork& work) const;
  void CountEnd(const DecisionWork& work);

  static void Deliver(DecisionWork& work);

  const DecisionRunnerOptions options_;
  const int pass_tokens_;  // of a pass of several questions

  // Of the thread alone.
  DecisionScorer* scorer_;
  RateMeter rate_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_. Requests on the device stay in the queue, so that they can be found; only the thread takes those
  // out.
  DecisionQueue queue_;
  DecisionId last_id_ = 0;
  bool stopping_ = false;
  bool draining_ = false;
  absl::Status broken_;  // see Health
  Clock::time_point drain_end_ = Clock::time_point::max();
  DecisionStats stats_;
  Clock::time_point published_ = Clock::now();

  std::thread thread_;  // last: starts when everything else is ready
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_RUNNER_H_
