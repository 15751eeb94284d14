// The thread's half of Scheduler: takes work over, runs steps (scheduler_step.cc), settles what is done.
#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "engine/schedule/scheduler.h"

namespace ferro {
namespace {

absl::Status Cancelled() { return absl::CancelledError("the request was cancelled"); }

}  // namespace

void Scheduler::Run() {
  while (TakeWork()) {
    RunStep();
    Settle();
    if (Idle()) ReadAhead();  // nobody waits for its tokens, but an idle device is done, and known to be well
    if (!device_failure_.ok()) Recover();
  }
  ahead_.reset();
  Settle();
}

bool Scheduler::TakeWork() {
  std::vector<StreamPtr> starting;
  std::set<RequestId> cancels;
  absl::Status abort;
  bool stopping = false;
  {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty() || !left_queue_.empty() || !active_.empty(); });
    stopping = stopping_;
    abort = stopping_ || Clock::now() >= drain_end_ ? ServerStops() : broken_;
    cancels.swap(cancels_);
    for (StreamPtr& stream : left_queue_) {
      stream->Fail(Cancelled());
      ended_.push_back(std::move(stream));
    }
    left_queue_.clear();
    while (!queue_.empty() && (!abort.ok() || starting.size() + active_.size() < static_cast<size_t>(slots_))) {
      active_ids_.insert(queue_.front()->id());
      (abort.ok() ? starting : ended_).push_back(std::move(queue_.front()));
      queue_.pop_front();
    }
  }
  for (const StreamPtr& stream : active_) {
    if (cancels.count(stream->id()) > 0) stream->Fail(Cancelled());
    stream->Fail(abort);
  }
  for (const StreamPtr& stream : ended_) stream->Fail(abort);
  for (StreamPtr& stream : starting) StartStream(std::move(stream));
  return !stopping;
}

void Scheduler::StartStream(StreamPtr stream) {
  const int slot = *free_slots_.begin();
  free_slots_.erase(free_slots_.begin());
  const absl::Status reset = model_->ResetSlot(slot);
  stream->Start(slot);
  active_.push_back(std::move(stream));
  if (!reset.ok()) StepFailed({{active_.back().get(), 0, RowRole::kPrefill, false}}, reset);
}

void Scheduler::Settle() {
  const auto first_done =
      std::stable_partition(active_.begin(), active_.end(), [](const StreamPtr& stream) { return !stream->done(); });
  std::move(first_done, active_.end(), std::back_inserter(ended_));
  active_.erase(first_done, active_.end());
  for (const StreamPtr& stream : ended_) {
    // The device may still be at a step of this stream: whoever gets the slot resets it, which comes after that step.
    if (stream->slot() >= 0) free_slots_.insert(stream->slot());
    if (!ahead_) continue;
    for (Part& part : ahead_->parts) {
      if (part.stream == stream.get()) part.stream = nullptr;
    }
  }
  {
    const std::lock_guard lock(mutex_);
    for (const StreamPtr& stream : ended_) {
      active_ids_.erase(stream->id());
      cancels_.erase(stream->id());
      CountEnd(*stream);
    }
    for (SlotStats& slot : stats_.slots) {
      const int id = slot.id;
      slot = SlotStats();
      slot.id = id;
    }
    for (const StreamPtr& stream : active_) stats_.slots[stream->slot()] = stream->Stats();
    published_ = Clock::now();
    stats_.prefill_tokens_per_second = prefill_rate_.Rate(published_);
    stats_.decode_tokens_per_second = decode_rate_.Rate(published_);
  }
  for (const StreamPtr& stream : ended_) stream->Deliver();
  ended_.clear();
}

void Scheduler::CountEnd(const Stream& stream) {
  if (stream.finished()) {
    ++stats_.finished[Name(stream.finished()->reason)];
  } else if (absl::IsCancelled(stream.error())) {
    ++stats_.finished["cancelled"];
    ++stats_.cancelled[stream.slot() < 0 ? "queue" : stream.prompt_done() ? "decode" : "prefill"];
  } else {
    ++stats_.finished["error"];
  }
  if (stream.slot() < 0) return;
  // Each new request weighs an eighth.
  const double held_s = stream.SlotSeconds();
  stats_.mean_service_s = stats_.mean_service_s == 0 ? held_s : stats_.mean_service_s * 7 / 8 + held_s / 8;
}

}  // namespace ferro
