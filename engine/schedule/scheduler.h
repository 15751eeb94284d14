// Runs many requests on one model: iteration-level batching over the model's sequence slots.
#ifndef FERRO_ENGINE_SCHEDULE_SCHEDULER_H_
#define FERRO_ENGINE_SCHEDULE_SCHEDULER_H_

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/models/causal_model.h"
#include "engine/schedule/generation.h"
#include "engine/schedule/sampler.h"
#include "engine/schedule/stats.h"
#include "engine/schedule/stream.h"

namespace ferro {

struct SchedulerOptions {
  int queue_depth = 64;            // requests that wait while every slot is taken; more are refused
  int prefill_slice_tokens = 256;  // most prompt tokens of one step
  SamplerVocabulary vocabulary;    // which ids may be drawn, and which of them end a reply
};

// One thread owns the model. It repeats steps: a step is one token of every decoding stream plus at most one slice of
// prompt tokens, taken from the unfinished prompts in the order of their arrival. Slots are given first come, first
// served. With nothing to do the thread sleeps on a condition variable. Between steps it sees cancellations, so that a
// cancelled stream frees its slot within one step. A model error ends the streams of its step and empties their slots;
// the others go on.
// Any thread may call any method.
class Scheduler {
 public:
  // `model` must outlive the scheduler and belongs to its thread from now on.
  // kInvalidArgument: a queue depth or slice below 1, a model whose passes cannot hold a token of every slot and one
  // prompt token, a vocabulary larger than the model's.
  static absl::StatusOr<std::unique_ptr<Scheduler>> Create(CausalModel& model, const SchedulerOptions& options);

  // Ends what is queued or running with kUnavailable and joins the thread.
  ~Scheduler();

  // Queues the request. On an error no event comes: kInvalidArgument (empty prompt, an id outside the vocabulary),
  // kOutOfRange (no room for one token after the prompt), kResourceExhausted (queue full, with a time to retry after),
  // kUnavailable (draining).
  absl::StatusOr<RequestId> Submit(GenerationRequest request, std::shared_ptr<GenerationSink> sink);

  // The sink gets OnError(kCancelled) within one step. No effect on a request that has ended.
  void Cancel(RequestId id);

  // Refuses new requests; what is still queued or running after `grace` ends with kUnavailable. A later call can only
  // shorten the grace. Returns at once.
  void Drain(absl::Duration grace);

  // Whether nothing is queued or running.
  bool Idle() const;

  // Counters and slots as of the last step. Never waits for the device.
  SchedulerStats Stats() const;

 private:
  using StreamPtr = std::unique_ptr<Stream>;

  Scheduler(CausalModel& model, const SchedulerOptions& options);

  absl::Status Check(const GenerationRequest& request) const;
  // With mutex_ held. A request at the head of the queue owns a free slot already, whether or not the thread has woken
  // up to give it out, so that it does not wait.
  int FreeSlots() const;
  int Waiting() const;
  absl::Status Refusal() const;

  static absl::Status ServerStops();

  // --- On the thread.
  void Run();
  // Waits for work and takes it over. False: the scheduler is being destroyed.
  bool TakeWork();
  void StartStream(StreamPtr stream);
  void RunStep();
  std::vector<Stream*> PlanStep(std::vector<SequenceStep>& steps);
  void CountStep(const std::vector<SequenceStep>& steps, double seconds);
  // Frees the slots of streams that are done, publishes the state, then hands out their last events.
  void Settle();
  void CountEnd(const Stream& stream);

  // Constant after construction.
  CausalModel& model_;
  const SchedulerOptions options_;

  // Of the thread alone.
  std::vector<StreamPtr> active_;  // in order of arrival
  std::vector<StreamPtr> ended_;   // done without a slot
  std::set<int> free_slots_;
  SamplerScratch scratch_;
  RateMeter prefill_rate_, decode_rate_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_.
  std::deque<StreamPtr> queue_;
  std::vector<StreamPtr> left_queue_;  // cancelled while they waited
  std::set<RequestId> active_ids_;
  std::set<RequestId> cancels_;  // of active_ids_
  RequestId last_id_ = 0;
  bool stopping_ = false;
  bool draining_ = false;
  Clock::time_point drain_end_ = Clock::time_point::max();
  SchedulerStats stats_;
  Clock::time_point published_ = Clock::now();

  std::thread thread_;  // last: starts when everything else is ready
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_SCHEDULER_H_
