// Keeps account of the estimated work that waits in an in-order queue, so that it stays bounded: some drivers give a
// queue up for dead after seconds of it, and whatever comes next has to wait for all of it.
//
// Work counts until it is known to be over. That is learnt from few events, one for every quarter of the bound and not
// one for every launch.
#ifndef FERRO_ENGINE_OPENCL_QUEUE_BOUND_H_
#define FERRO_ENGINE_OPENCL_QUEUE_BOUND_H_

#include <deque>

#include "engine/opencl/functions.h"
#include "engine/opencl/handle.h"

namespace ferro::opencl {

// Not thread-safe. Makes no OpenCL call but the release of its events.
class QueueBound {
 public:
  // `max_ms` 0: no bound, nothing is counted.
  explicit QueueBound(double max_ms) : max_ms_(max_ms) {}

  // Whether a launch of that cost may join the queue now. One that is longer than the bound may when it is alone.
  bool Fits(double cost_ms) const { return max_ms_ == 0 || queued_ms_ == 0 || queued_ms_ + cost_ms <= max_ms_; }

  // The event to wait for until more fits, to be followed by PopOldest; null: only the end of the whole queue tells.
  cl_event oldest() const { return marks_.empty() ? nullptr : marks_.front().event.get(); }
  void PopOldest();

  // Whether the launch that is about to join should bring an event.
  bool WantsEvent(double cost_ms) const { return max_ms_ != 0 && unmarked_ms_ + cost_ms >= max_ms_ / 4; }

  // The launch has joined; `event` is of this launch, or null.
  void Add(double cost_ms, Handle<cl_event> event);

  // Everything in the queue is over.
  void Clear();

  double queued_ms() const { return queued_ms_; }

 private:
  // The end of a launch, and what of the queue is over by then.
  struct Mark {
    Handle<cl_event> event;
    double cost_ms;
  };

  const double max_ms_;
  double queued_ms_ = 0;    // all of it
  double unmarked_ms_ = 0;  // what came after the last mark
  std::deque<Mark> marks_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_QUEUE_BOUND_H_
