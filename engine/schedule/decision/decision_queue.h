// Requests that wait for the device, and which of their questions go into the next pass.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_QUEUE_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_QUEUE_H_

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/schedule/stats.h"
#include "engine/text/decision/prompt.h"

namespace ferro {

using DecisionId = int64_t;

// What the device made of one request.
struct DecisionScores {
  std::vector<std::vector<float>> scores;  // [question][option]
  double queue_ms = 0;                     // until its first pass began
  double compute_ms = 0;                   // from there to the end of its last pass
};

// A request as the device sees it: its questions as prompts.
struct DecisionWork {
  std::vector<DecisionPrompt> prompts;  // at least one
  absl::Time deadline = absl::InfiniteFuture();
  // Gets the end of the request, once, without a lock held, on any thread. Must not block.
  std::function<void(absl::StatusOr<DecisionScores>)> done;

  // --- Of whoever schedules it.
  DecisionId id = 0;
  Clock::time_point arrival, start;        // start: of its first pass
  size_t next = 0;                         // the prompts before it have been given out
  std::vector<std::vector<float>> scores;  // of the prompts before `next`, once their pass is over
  bool in_pass = false;                    // on the device now
  absl::Status failure;                    // ends it when its pass is over

  bool given_out() const { return next == prompts.size(); }
  int64_t tokens_left() const;
};

using DecisionWorkPtr = std::unique_ptr<DecisionWork>;

// A pass takes questions of as many requests as fit. The request that has waited longest comes first, with as many of
// its questions as fit; one that is not done then goes behind the others, so that a request of thousands of questions
// delays no other by more than a pass. A question that alone exceeds the budget has a pass of its own. Nothing waits
// for company. Thread-compatible.
class DecisionQueue {
 public:
  // Consecutive questions of one request.
  struct Part {
    DecisionWork* work;
    size_t first;
    size_t count;
  };

  void Add(DecisionWorkPtr work) { works_.push_back(std::move(work)); }

  // The next pass: sequences of `max_tokens` tokens in all, or a single longer one. Marks the requests as in_pass and
  // their questions as given out. Empty: nothing waits.
  std::vector<Part> TakePass(int max_tokens);

  // Takes the requests for which `ended` holds out of the queue.
  std::vector<DecisionWorkPtr> Remove(const std::function<bool(const DecisionWork&)>& ended);

  // Null: not there.
  DecisionWork* Find(DecisionId id);
  bool empty() const { return works_.empty(); }
  // Requests of which nothing is on the device.
  int waiting() const;
  // Of the questions that no pass has taken yet.
  int64_t waiting_tokens() const;

 private:
  std::list<DecisionWorkPtr> works_;  // the next to be served first
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_QUEUE_H_
