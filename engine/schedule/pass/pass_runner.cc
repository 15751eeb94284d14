#include "engine/schedule/pass/pass_runner.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

absl::Status Unavailable(const char* reason, const std::string& message) {
  ErrorDetail detail;
  detail.reason = reason;
  detail.retry_after_s = 1;
  return WithDetail(absl::UnavailableError(message), detail);
}

absl::Status ServerStops() { return Unavailable(kReasonDraining, "the server is shutting down"); }

// The device's own failures, as opposed to passes that break the model's rules.
bool IsOfDevice(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsResourceExhausted(status) || absl::IsInternal(status);
}

absl::Status PassFailed(const absl::Status& status) {
  if (IsOfDevice(status)) {
    return Unavailable(kReasonDeviceFailed, absl::StrCat("the device failed: ", status.message(), "; retry"));
  }
  return absl::InternalError(absl::StrCat("the model failed in this pass: ", status.ToString()));
}

}  // namespace

PassRunner::PassRunner(PassDevice& device, const PassRunnerOptions& options)
    : options_(options), pass_tokens_(std::min(options.batch_tokens, device.max_pass_rows())), device_(device) {
  stats_.queue_depth = options_.queue_depth;
  thread_ = std::thread([this] { Run(); });
}

PassRunner::~PassRunner() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

absl::Status PassRunner::RefusalLocked() const {
  if (draining_ || stopping_) return ServerStops();
  FERRO_RETURN_IF_ERROR(broken_);
  if (queue_.waiting() < options_.queue_depth) return absl::OkStatus();
  ErrorDetail detail;
  detail.reason = kReasonQueueFull;
  const double rate = stats_.tokens_per_second;
  detail.retry_after_s = std::clamp(rate > 0 ? static_cast<double>(queue_.waiting_tokens()) / rate : 1, 1.0, 60.0);
  return WithDetail(
      absl::ResourceExhaustedError(absl::StrCat("the queue is full: ", queue_.waiting(), " requests wait already")),
      detail);
}

absl::Status PassRunner::Refusal(absl::Time deadline) const {
  {
    const std::lock_guard lock(mutex_);
    FERRO_RETURN_IF_ERROR(RefusalLocked());
  }
  if (deadline > absl::Now()) return absl::OkStatus();
  return absl::DeadlineExceededError("the deadline had passed when the request arrived");
}

absl::StatusOr<PassWorkId> PassRunner::Submit(PassWorkPtr work) {
  PassWorkId id;
  {
    const std::lock_guard lock(mutex_);
    FERRO_RETURN_IF_ERROR(RefusalLocked());
    id = work->id = ++last_id_;
    work->arrival = Clock::now();
    queue_.Add(std::move(work));
  }
  wake_.notify_one();
  return id;
}

absl::Status PassRunner::Ending(const PassWork& work) const {
  FERRO_RETURN_IF_ERROR(work.failure);
  if (stopping_ || Clock::now() >= drain_end_) return ServerStops();
  FERRO_RETURN_IF_ERROR(broken_);
  if (work.deadline <= absl::Now()) {
    return absl::DeadlineExceededError("the deadline passed before the request was done");
  }
  return absl::OkStatus();
}

void PassRunner::Cancel(PassWorkId id) {
  std::vector<PassWorkPtr> ended;
  {
    const std::lock_guard lock(mutex_);
    PassWork* const work = queue_.Find(id);
    if (work == nullptr) return;
    work->failure = absl::CancelledError("the request was cancelled");
    if (work->in_pass) return;  // the thread will see it
    ended = queue_.Remove([&](const PassWork& other) { return &other == work; });
    CountEnd(*ended.front());
  }
  Deliver(*ended.front());
}

void PassRunner::Drain(absl::Duration grace) {
  {
    const std::lock_guard lock(mutex_);
    draining_ = true;
    stats_.draining = true;
    drain_end_ = std::min(drain_end_, EndOfGrace(grace));
  }
  wake_.notify_all();
}

bool PassRunner::Idle() const {
  const std::lock_guard lock(mutex_);
  return queue_.empty();
}

absl::Status PassRunner::Health() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

PassStats PassRunner::Stats() const {
  const std::lock_guard lock(mutex_);
  PassStats stats = stats_;
  stats.queue_length = queue_.waiting();
  if (queue_.empty() && SecondsBetween(published_, Clock::now()) > 10) stats.tokens_per_second = 0;
  return stats;
}

void PassRunner::Run() {
  Parts parts;
  while (TakePass(parts)) {
    if (parts.empty()) continue;
    const Clock::time_point begin = Clock::now();
    const absl::Status status = device_.RunPass(parts, [this, &parts] { return StillWanted(parts); });
    EndPass(parts, status, begin);
    if (IsOfDevice(status) && options_.recover) Recover(status);
  }
}

bool PassRunner::TakePass(Parts& parts) {
  std::vector<PassWorkPtr> ended;
  bool stopping = false;
  {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    stopping = stopping_;
    ended = queue_.Remove([this](const PassWork& work) { return !Ending(work).ok(); });
    for (const PassWorkPtr& work : ended) {
      work->failure = Ending(*work);
      CountEnd(*work);
    }
    parts = queue_.TakePass(pass_tokens_);
    for (const PassPart& part : parts) {
      if (part.first == 0) part.work->start = Clock::now();
    }
  }
  for (const PassWorkPtr& work : ended) Deliver(*work);
  return !stopping;
}

absl::Status PassRunner::StillWanted(const Parts& parts) {
  const std::lock_guard lock(mutex_);
  for (const PassPart& part : parts) {
    if (Ending(*part.work).ok()) return absl::OkStatus();
  }
  return absl::CancelledError("nobody waits for this pass");
}

void PassRunner::EndPass(const Parts& parts, const absl::Status& status, Clock::time_point begin) {
  const Clock::time_point now = Clock::now();
  int64_t sequences = 0, tokens = 0;
  for (const PassPart& part : parts) {
    sequences += static_cast<int64_t>(part.count);
    for (size_t i = part.first; i < part.first + part.count; ++i) {
      tokens += static_cast<int64_t>(part.work->tokens(i));
    }
  }
  std::vector<PassWorkPtr> ended;
  {
    const std::lock_guard lock(mutex_);
    for (const PassPart& part : parts) {
      part.work->in_pass = false;
      if (status.ok()) part.work->computed += part.count;
      if (status.ok() || !part.work->failure.ok()) continue;
      // A pass that nobody waited for any more was ended by this side; why, the request knows.
      const absl::Status ending = absl::IsCancelled(status) ? Ending(*part.work) : absl::OkStatus();
      part.work->failure = ending.ok() ? PassFailed(status) : ending;
    }
    ended = queue_.Remove([](const PassWork& work) { return !work.failure.ok() || work.computed == work.size(); });
    for (const PassWorkPtr& work : ended) CountEnd(*work);
    ++stats_.passes;
    stats_.batch_sequences.Add(sequences);
    stats_.batch_tokens.Add(tokens);
    if (status.ok()) {
      stats_.tokens += tokens;
      stats_.busy_seconds += SecondsBetween(begin, now);
      rate_.Add(now, tokens, SecondsBetween(begin, now));
    }
    published_ = now;
    stats_.tokens_per_second = rate_.Rate(now);
  }
  for (const PassWorkPtr& work : ended) Deliver(*work);
}

void PassRunner::Recover(const absl::Status& failure) {
  const absl::Status recovered = options_.recover(failure);
  if (recovered.ok()) return;
  const std::lock_guard lock(mutex_);
  broken_ = Unavailable(kReasonDeviceFailed, std::string(recovered.message()));
}

void PassRunner::CountEnd(const PassWork& work) {
  if (work.failure.ok()) {
    ++stats_.finished["done"];
  } else if (absl::IsCancelled(work.failure)) {
    ++stats_.finished["cancelled"];
    ++stats_.cancelled[work.next == 0 ? "queue" : "pass"];
  } else {
    ++stats_.finished["error"];
  }
}

void PassRunner::Deliver(PassWork& work) {
  PassTimes times;
  if (work.failure.ok()) {
    times.queue_ms = 1e3 * SecondsBetween(work.arrival, work.start);
    times.compute_ms = 1e3 * SecondsBetween(work.start, Clock::now());
  }
  work.End(std::move(work.failure), times);
}

}  // namespace ferro
