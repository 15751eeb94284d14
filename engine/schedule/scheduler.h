// Runs many requests on one model: iteration-level batching over the model's sequence slots.
#ifndef FERRO_ENGINE_SCHEDULE_SCHEDULER_H_
#define FERRO_ENGINE_SCHEDULE_SCHEDULER_H_

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
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
  // Called on the scheduler's thread when the device failed, after everything that ran has ended: gives the model to go
  // on with, of the same shape, its slots empty. The old model may be gone as soon as it is called. On an error the
  // scheduler refuses requests with it from then on. Null: the device that failed is used further.
  std::function<absl::StatusOr<CausalModel*>(const absl::Status& failure)> recover;
};

// One thread owns the model. It repeats steps: a step is one token of every decoding stream plus at most one slice of
// prompt tokens, taken from the unfinished prompts in the order of their arrival. Slots are given first come, first
// served. With nothing to do the thread sleeps on a condition variable. Between steps it sees cancellations, so that a
// cancelled stream frees its slot within one step.
//
// A step in which nothing but the largest logit decides is chosen on the device. If the device has a queue, the next
// step is then enqueued before the tokens of this one are read, so that the device never waits for the host; what it
// computes for a reply that has ended meanwhile is dropped. Replies are the same either way.
//
// A model error ends the streams of its step; the others go on. An error of the device ends every stream, since their
// state is lost with it, and what is queued runs on the model that `recover` gives.
//
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
  // kUnavailable (draining, or the device failed for good).
  absl::StatusOr<RequestId> Submit(GenerationRequest request, std::shared_ptr<GenerationSink> sink);

  // The sink gets OnError(kCancelled) within one step. No effect on a request that has ended.
  void Cancel(RequestId id);

  // Refuses new requests; what is still queued or running after `grace` ends with kUnavailable. A later call can only
  // shorten the grace. Returns at once.
  void Drain(absl::Duration grace);

  // Whether nothing is queued or running.
  bool Idle() const;

  // kUnavailable: the device failed and could not be recovered; every request is refused.
  absl::Status Health() const;

  // Counters and slots as of the last step. Never waits for the device.
  SchedulerStats Stats() const;

 private:
  using StreamPtr = std::unique_ptr<Stream>;
  // What a step is for one stream.
  struct Part {
    Stream* stream;  // null once it is gone
    int tokens;
    RowRole role;
    bool wants_token;
  };
  // What to compute next.
  struct Plan {
    std::vector<SequenceStep> steps;
    std::vector<Part> parts;
    bool takes_largest = true;  // of every stream that wants a token
  };
  // A step that the device has, or had: its tokens are not read yet.
  struct Ahead {
    std::vector<Part> parts;
    std::unique_ptr<ChosenTokens> tokens;
    Clock::time_point begin;
  };

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
  Plan PlanStep() const;
  void RunSampled(const Plan& plan);
  // Leaves the step in ahead_ if the device runs ahead, after reading the one that was there.
  void RunGreedy(const Plan& plan);
  // Waits for the step's tokens and hands them out.
  void Read(Ahead step);
  // Reads ahead_, if there is one.
  void ReadAhead();
  void CountStep(const std::vector<Part>& parts, Clock::time_point begin);
  // Ends the streams of a step that failed; all of them if the device is to be recovered.
  void StepFailed(const std::vector<Part>& parts, const absl::Status& status);
  void Recover();
  // Frees the slots of streams that are done, publishes the state, then hands out their last events.
  void Settle();
  void CountEnd(const Stream& stream);

  // Constant after construction. The shape is that of every model that `recover` gives.
  const SchedulerOptions options_;
  const int slots_, context_, vocab_size_, max_pass_rows_;

  // Of the thread alone.
  CausalModel* model_;
  std::vector<StreamPtr> active_;  // in order of arrival
  std::vector<StreamPtr> ended_;   // done without a slot
  std::set<int> free_slots_;
  std::optional<Ahead> ahead_;
  absl::Status device_failure_;            // to be recovered from
  Clock::time_point read_ = Clock::now();  // when the tokens of the last step were read
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
  absl::Status broken_;  // see Health
  Clock::time_point drain_end_ = Clock::time_point::max();
  SchedulerStats stats_;
  Clock::time_point published_ = Clock::now();

  std::thread thread_;  // last: starts when everything else is ready
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_SCHEDULER_H_
