#include "engine/opencl/queue_bound.h"

#include <utility>

namespace ferro::opencl {

void QueueBound::PopOldest() {
  queued_ms_ -= marks_.front().cost_ms;
  marks_.pop_front();
  if (marks_.empty()) queued_ms_ = unmarked_ms_;  // sheds what rounding left
}

void QueueBound::Add(double cost_ms, Handle<cl_event> event) {
  if (max_ms_ == 0) return;
  queued_ms_ += cost_ms;
  unmarked_ms_ += cost_ms;
  if (event.get() == nullptr) return;
  marks_.push_back({std::move(event), unmarked_ms_});
  unmarked_ms_ = 0;
}

void QueueBound::Clear() {
  marks_.clear();
  queued_ms_ = unmarked_ms_ = 0;
}

}  // namespace ferro::opencl
