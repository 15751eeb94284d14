// The callers' half of Scheduler: what is let in, and what others see.
#include "engine/schedule/scheduler.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"

namespace ferro {
absl::StatusOr<std::unique_ptr<Scheduler>> Scheduler::Create(CausalModel& model, const SchedulerOptions& options) {
  if (options.queue_depth < 1) {
    return absl::InvalidArgumentError(absl::StrCat("queue depth is ", options.queue_depth, "; at least 1"));
  }
  if (options.prefill_slice_tokens < 1) {
    return absl::InvalidArgumentError(absl::StrCat("prefill slice is ", options.prefill_slice_tokens, "; at least 1"));
  }
  if (model.max_pass_rows() <= model.slots()) {
    return absl::InvalidArgumentError(absl::StrCat("a pass holds ", model.max_pass_rows(), " rows, too few for ",
                                                   model.slots(), " slots and a prompt token"));
  }
  if (options.vocabulary.size < 1 || options.vocabulary.size > model.vocab_size()) {
    return absl::InvalidArgumentError(absl::StrCat("the tokenizer has ", options.vocabulary.size,
                                                   " tokens, the model has logits for ", model.vocab_size()));
  }
  return std::unique_ptr<Scheduler>(new Scheduler(model, options));
}

Scheduler::Scheduler(CausalModel& model, const SchedulerOptions& options)
    : options_(options),
      slots_(model.slots()),
      context_(model.context()),
      vocab_size_(model.vocab_size()),
      max_pass_rows_(model.max_pass_rows()),
      model_(&model) {
  for (int slot = 0; slot < slots_; ++slot) {
    free_slots_.insert(slot);
    stats_.slots.emplace_back().id = slot;
  }
  stats_.queue_depth = options_.queue_depth;
  thread_ = std::thread([this] { Run(); });
}

Scheduler::~Scheduler() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

absl::Status Scheduler::Check(const GenerationRequest& request) const {
  const int size = static_cast<int>(request.prompt.size());
  if (size == 0) return InvalidField("prompt", "the prompt is empty");
  if (size >= context_) {
    ErrorDetail detail;
    detail.reason = kReasonContextExceeded;
    detail.prompt_tokens = size;
    detail.context_tokens = context_;
    return WithDetail(absl::OutOfRangeError(absl::StrCat("the prompt has ", size,
                                                         " tokens and leaves no room for a reply; this server's "
                                                         "maximum context length is ",
                                                         context_, " tokens")),
                      detail);
  }
  for (int i = 0; i < size; ++i) {
    const int32_t id = request.prompt[i];
    if (id >= 0 && id < options_.vocabulary.size) continue;
    return InvalidField(
        "prompt", absl::StrCat("token ", i, " of the prompt is ", id, "; ids are 0 to ", options_.vocabulary.size - 1));
  }
  if (request.max_tokens < -1) {
    return InvalidField("max_tokens", absl::StrCat("max_tokens is ", request.max_tokens,
                                                   "; it must be -1 (no limit), 0 or a number of tokens"));
  }
  return absl::OkStatus();
}

absl::Status Scheduler::ServerStops() {
  ErrorDetail detail;
  detail.reason = kReasonDraining;
  detail.retry_after_s = 1;
  return WithDetail(absl::UnavailableError("the server is shutting down"), detail);
}

int Scheduler::FreeSlots() const { return std::max(0, slots_ - static_cast<int>(active_ids_.size())); }

int Scheduler::Waiting() const { return std::max(0, static_cast<int>(queue_.size()) - FreeSlots()); }

absl::Status Scheduler::Refusal() const {
  if (draining_ || stopping_) return ServerStops();
  FERRO_RETURN_IF_ERROR(broken_);
  // One more request either gets a free slot or is one more that waits.
  if (static_cast<int>(queue_.size()) < options_.queue_depth + FreeSlots()) return absl::OkStatus();
  ErrorDetail detail;
  detail.reason = kReasonQueueFull;
  const double wait_s = Waiting() * stats_.mean_service_s / slots_;
  detail.retry_after_s = std::clamp(wait_s, 1.0, 60.0);
  return WithDetail(
      absl::ResourceExhaustedError(absl::StrCat("the queue is full: ", Waiting(), " requests wait already")), detail);
}

absl::StatusOr<RequestId> Scheduler::Submit(GenerationRequest request, std::shared_ptr<GenerationSink> sink) {
  FERRO_RETURN_IF_ERROR(Check(request));
  RequestId id;
  {
    const std::lock_guard lock(mutex_);
    FERRO_RETURN_IF_ERROR(Refusal());
    id = ++last_id_;
  }
  // Outside the lock: counting a long prompt takes a while.
  auto stream = std::make_unique<Stream>(id, std::move(request), std::move(sink), options_.vocabulary, context_);
  {
    const std::lock_guard lock(mutex_);
    FERRO_RETURN_IF_ERROR(Refusal());
    queue_.push_back(std::move(stream));
  }
  wake_.notify_all();
  return id;
}

void Scheduler::Cancel(RequestId id) {
  {
    const std::lock_guard lock(mutex_);
    const auto waiting =
        std::find_if(queue_.begin(), queue_.end(), [id](const StreamPtr& stream) { return stream->id() == id; });
    if (waiting != queue_.end()) {
      left_queue_.push_back(std::move(*waiting));
      queue_.erase(waiting);
    } else if (active_ids_.count(id) > 0) {
      cancels_.insert(id);
    }
  }
  wake_.notify_all();
}

void Scheduler::Drain(absl::Duration grace) {
  {
    const std::lock_guard lock(mutex_);
    draining_ = true;
    stats_.draining = true;
    drain_end_ = std::min(drain_end_, EndOfGrace(grace));
  }
  wake_.notify_all();
}

bool Scheduler::Idle() const {
  const std::lock_guard lock(mutex_);
  return queue_.empty() && left_queue_.empty() && active_ids_.empty();
}

absl::Status Scheduler::Health() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

SchedulerStats Scheduler::Stats() const {
  const std::lock_guard lock(mutex_);
  SchedulerStats stats = stats_;
  stats.queue_length = Waiting();
  const double since_s = SecondsBetween(published_, Clock::now());
  for (SlotStats& slot : stats.slots) {
    if (slot.state != "idle") slot.age_ms += since_s * 1e3;
  }
  if (active_ids_.empty() && since_s > 10) {
    stats.prefill_tokens_per_second = 0;
    stats.decode_tokens_per_second = 0;
  }
  return stats;
}

}  // namespace ferro
