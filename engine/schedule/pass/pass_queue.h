// Requests that wait for the device, and which of their sequences go into the next pass.
#ifndef FERRO_ENGINE_SCHEDULE_PASS_PASS_QUEUE_H_
#define FERRO_ENGINE_SCHEDULE_PASS_PASS_QUEUE_H_

#include <cstdint>
#include <functional>
#include <list>
#include <utility>
#include <vector>

#include "engine/schedule/pass/pass_work.h"

namespace ferro {

// A pass takes sequences of as many requests as fit. The request that has waited longest comes first, with as many of
// its sequences as fit; one that is not done then goes behind the others, so that a request of thousands of sequences
// delays no other by more than a pass. A sequence that alone exceeds the budget has a pass of its own. Nothing waits
// for company. Thread-compatible.
class PassQueue {
 public:
  void Add(PassWorkPtr work) { works_.push_back(std::move(work)); }

  // The next pass: sequences of `max_tokens` tokens in all, or a single longer one. Marks the requests as in_pass and
  // their sequences as given out. Empty: nothing waits.
  std::vector<PassPart> TakePass(int max_tokens);

  // Takes the requests for which `ended` holds out of the queue.
  std::vector<PassWorkPtr> Remove(const std::function<bool(const PassWork&)>& ended);

  // Null: not there.
  PassWork* Find(PassWorkId id);
  bool empty() const { return works_.empty(); }
  // Requests of which nothing is on the device.
  int waiting() const;
  // Of the sequences that no pass has taken yet.
  int64_t waiting_tokens() const;

 private:
  std::list<PassWorkPtr> works_;  // the next to be served first
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_PASS_PASS_QUEUE_H_
