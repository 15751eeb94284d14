// The thread's half of Scheduler: takes work over, runs steps, settles what is done.
#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "engine/schedule/scheduler.h"

namespace ferro {
namespace {

absl::Status Cancelled() { return absl::CancelledError("the request was cancelled"); }

// Whatever the model reports is no fault of the request.
absl::Status ModelFailed(const absl::Status& status) {
  return absl::InternalError(absl::StrCat("the model failed in this step: ", status.ToString()));
}

}  // namespace

void Scheduler::Run() {
  while (TakeWork()) {
    RunStep();
    Settle();
  }
  Settle();
}

bool Scheduler::TakeWork() {
  std::vector<StreamPtr> starting;
  std::set<RequestId> cancels;
  bool abort = false, stopping = false;
  {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty() || !left_queue_.empty() || !active_.empty(); });
    stopping = stopping_;
    abort = stopping_ || Clock::now() >= drain_end_;
    cancels.swap(cancels_);
    for (StreamPtr& stream : left_queue_) {
      stream->Fail(Cancelled());
      ended_.push_back(std::move(stream));
    }
    left_queue_.clear();
    while (!queue_.empty() && (abort || starting.size() + active_.size() < static_cast<size_t>(model_.slots()))) {
      active_ids_.insert(queue_.front()->id());
      (abort ? ended_ : starting).push_back(std::move(queue_.front()));
      queue_.pop_front();
    }
  }
  for (const StreamPtr& stream : active_) {
    if (cancels.count(stream->id()) > 0) stream->Fail(Cancelled());
    if (abort) stream->Fail(ServerStops());
  }
  for (const StreamPtr& stream : ended_) stream->Fail(ServerStops());
  for (StreamPtr& stream : starting) StartStream(std::move(stream));
  return !stopping;
}

void Scheduler::StartStream(StreamPtr stream) {
  const int slot = *free_slots_.begin();
  free_slots_.erase(free_slots_.begin());
  const absl::Status reset = model_.ResetSlot(slot);
  stream->Start(slot);
  if (!reset.ok()) stream->Fail(ModelFailed(reset));
  active_.push_back(std::move(stream));
}

std::vector<Stream*> Scheduler::PlanStep(std::vector<SequenceStep>& steps) {
  std::vector<Stream*> prefilling, decoding;
  for (const StreamPtr& stream : active_) {
    if (!stream->done()) (stream->decoding() ? decoding : prefilling).push_back(stream.get());
  }
  std::vector<Stream*> streams;
  int room = std::min(options_.prefill_slice_tokens, model_.max_pass_rows() - static_cast<int>(decoding.size()));
  for (Stream* stream : prefilling) {
    if (room == 0) break;
    const int tokens = std::min(room, stream->prefill_left());
    steps.push_back(stream->PrefillStep(tokens));
    streams.push_back(stream);
    room -= tokens;
  }
  for (Stream* stream : decoding) {
    steps.push_back(stream->DecodeStep());
    streams.push_back(stream);
  }
  return streams;
}

void Scheduler::RunStep() {
  std::vector<SequenceStep> steps;
  const std::vector<Stream*> streams = PlanStep(steps);
  if (steps.empty()) return;

  const Clock::time_point begin = Clock::now();
  absl::StatusOr<absl::Span<const float>> logits = model_.Forward(steps);
  const size_t vocab = model_.vocab_size();
  const size_t wanted = std::count_if(steps.begin(), steps.end(), [](const auto& step) { return step.wants_logits; });
  if (logits.ok() && logits->size() < wanted * vocab) {
    logits = absl::InternalError(absl::StrCat(logits->size(), " logits for ", wanted, " rows of ", vocab));
  }
  if (!logits.ok()) {
    // Slots are emptied when they are given out again.
    for (Stream* stream : streams) stream->Fail(ModelFailed(logits.status()));
    return;
  }
  size_t row = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto own = steps[i].wants_logits ? logits->subspan(vocab * row++, vocab) : absl::Span<const float>();
    streams[i]->Advance(steps[i], own, scratch_);
  }
  CountStep(steps, SecondsBetween(begin, Clock::now()));
}

void Scheduler::CountStep(const std::vector<SequenceStep>& steps, double seconds) {
  int64_t prefill = 0, decode = 0, sampled = 0;
  for (const SequenceStep& step : steps) {
    (step.role == RowRole::kPrefill ? prefill : decode) += static_cast<int64_t>(step.tokens.size());
    sampled += step.wants_logits;
  }
  const Clock::time_point now = Clock::now();
  if (prefill > 0) prefill_rate_.Add(now, prefill, seconds);
  if (decode > 0) decode_rate_.Add(now, decode, seconds);
  const std::lock_guard lock(mutex_);
  ++stats_.steps;
  stats_.prompt_tokens += prefill;
  stats_.generated_tokens += sampled;
  if (prefill > 0) stats_.prefill_seconds += seconds;
  if (decode > 0) stats_.decode_seconds += seconds;
}

void Scheduler::Settle() {
  const auto first_done =
      std::stable_partition(active_.begin(), active_.end(), [](const StreamPtr& stream) { return !stream->done(); });
  std::move(first_done, active_.end(), std::back_inserter(ended_));
  active_.erase(first_done, active_.end());
  for (const StreamPtr& stream : ended_) {
    if (stream->slot() >= 0) free_slots_.insert(stream->slot());
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
    ++stats_.cancelled[stream.slot() < 0 ? "queue" : stream.decoding() ? "decode" : "prefill"];
  } else {
    ++stats_.finished["error"];
  }
  if (stream.slot() < 0) return;
  // Each new request weighs an eighth.
  const double held_s = stream.SlotSeconds();
  stats_.mean_service_s = stats_.mean_service_s == 0 ? held_s : stats_.mean_service_s * 7 / 8 + held_s / 8;
}

}  // namespace ferro
