// One step of Scheduler: what to compute, on the device with its tokens read later or at once, and what failures end.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "engine/schedule/scheduler.h"

namespace ferro {
namespace {

// The device's own failures, as opposed to steps that break the model's rules.
bool IsOfDevice(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsResourceExhausted(status) || absl::IsInternal(status);
}

absl::Status DeviceFailed(const absl::Status& status) {
  ErrorDetail detail;
  detail.reason = kReasonDeviceFailed;
  detail.retry_after_s = 1;
  return WithDetail(absl::UnavailableError(absl::StrCat("the device failed: ", status.message(), "; retry")), detail);
}

// Whatever else the model reports is no fault of the request.
absl::Status ModelFailed(const absl::Status& status) {
  return absl::InternalError(absl::StrCat("the model failed in this step: ", status.ToString()));
}

}  // namespace

Scheduler::Plan Scheduler::PlanStep() const {
  std::vector<Stream*> prefilling, decoding;
  for (const StreamPtr& stream : active_) {
    if (!stream->done() && stream->HasStep()) (stream->decoding() ? decoding : prefilling).push_back(stream.get());
  }
  Plan plan;
  const auto add = [&plan](Stream* stream, const SequenceStep& step) {
    plan.steps.push_back(step);
    plan.parts.push_back({stream, static_cast<int>(step.tokens.size()), step.role, step.wants_logits});
    if (step.wants_logits && !stream->TakesLargest()) plan.takes_largest = false;
  };
  int room = std::min(options_.prefill_slice_tokens, max_pass_rows_ - static_cast<int>(decoding.size()));
  for (Stream* stream : prefilling) {
    if (room == 0) break;
    const int tokens = std::min(room, stream->prefill_left());
    add(stream, stream->PrefillStep(tokens));
    room -= tokens;
  }
  for (Stream* stream : decoding) add(stream, stream->DecodeStep());
  // The device would choose among the ids without text too.
  if (options_.vocabulary.size < vocab_size_) plan.takes_largest = false;
  return plan;
}

void Scheduler::RunStep() {
  Plan plan = PlanStep();
  if (plan.steps.empty()) {
    // Streams whose last token is on its way. (If all have ended, their slots need not wait for it.)
    if (std::any_of(active_.begin(), active_.end(), [](const StreamPtr& stream) { return !stream->done(); }))
      ReadAhead();
    return;
  }
  if (!plan.takes_largest && ahead_) {
    ReadAhead();
    plan = PlanStep();
    if (plan.steps.empty()) return;
  }
  if (plan.takes_largest) {
    RunGreedy(plan);
  } else {
    RunSampled(plan);
  }
}

void Scheduler::RunSampled(const Plan& plan) {
  const Clock::time_point begin = Clock::now();
  absl::StatusOr<absl::Span<const float>> logits = model_->Forward(plan.steps);
  const size_t wanted =
      std::count_if(plan.parts.begin(), plan.parts.end(), [](const Part& part) { return part.wants_token; });
  if (logits.ok() && logits->size() < wanted * vocab_size_) {
    logits = absl::DataLossError(absl::StrCat(logits->size(), " logits for ", wanted, " rows of ", vocab_size_));
  }
  if (!logits.ok()) return StepFailed(plan.parts, logits.status());
  for (size_t i = 0, row = 0; i < plan.parts.size(); ++i) {
    const Part& part = plan.parts[i];
    part.stream->Enqueued(plan.steps[i]);
    if (part.wants_token) {
      part.stream->Advance(part.tokens, logits->subspan(row++ * vocab_size_, vocab_size_), scratch_);
    } else {
      part.stream->Advance(part.tokens);
    }
  }
  CountStep(plan.parts, begin);
}

void Scheduler::RunGreedy(const Plan& plan) {
  const Clock::time_point begin = Clock::now();
  absl::StatusOr<std::unique_ptr<ChosenTokens>> tokens = model_->ForwardGreedy(plan.steps);
  if (!tokens.ok()) return StepFailed(plan.parts, tokens.status());
  for (size_t i = 0; i < plan.parts.size(); ++i) plan.parts[i].stream->Enqueued(plan.steps[i]);
  std::optional<Ahead> before = std::exchange(ahead_, Ahead{plan.parts, *std::move(tokens), begin});
  if (before) Read(*std::move(before));
  // Asked again each time: a device that other processes want has no time for a step that nobody may need.
  if (!model_->runs_ahead()) ReadAhead();
}

void Scheduler::ReadAhead() {
  if (!ahead_) return;
  Ahead step = *std::move(ahead_);
  ahead_.reset();
  Read(std::move(step));
}

void Scheduler::Read(Ahead step) {
  absl::StatusOr<std::vector<int32_t>> tokens = step.tokens->Wait();
  const size_t wanted =
      std::count_if(step.parts.begin(), step.parts.end(), [](const Part& part) { return part.wants_token; });
  if (tokens.ok() && tokens->size() != wanted) {
    tokens = absl::DataLossError(absl::StrCat(tokens->size(), " tokens for ", wanted, " rows"));
  }
  if (!tokens.ok()) return StepFailed(step.parts, tokens.status());
  size_t next = 0;
  for (Part& part : step.parts) {
    const int32_t token = part.wants_token ? (*tokens)[next++] : kNoToken;
    if (part.stream != nullptr && part.stream->done()) part.stream = nullptr;
    if (part.stream == nullptr) continue;
    if (part.wants_token) {
      part.stream->Advance(part.tokens, token);
    } else {
      part.stream->Advance(part.tokens);
    }
  }
  CountStep(step.parts, step.begin);
}

void Scheduler::CountStep(const std::vector<Part>& parts, Clock::time_point begin) {
  int64_t prefill = 0, decode = 0, sampled = 0, computed = 0;
  for (const Part& part : parts) {
    computed += part.tokens;
    if (part.role == RowRole::kPrefill) prefill += part.tokens;
    if (part.stream == nullptr) continue;  // nobody gets its token
    if (part.role == RowRole::kDecode) decode += part.tokens;
    sampled += part.wants_token;
  }
  // Steps overlap when one is ahead: each counts from the end of the one before.
  const Clock::time_point now = Clock::now();
  const double seconds = SecondsBetween(std::max(begin, std::exchange(read_, now)), now);
  if (prefill + decode == 0) return;
  if (prefill > 0) prefill_rate_.Add(now, prefill, seconds);
  if (decode > 0) decode_rate_.Add(now, decode, seconds);
  const std::lock_guard lock(mutex_);
  ++stats_.steps;
  stats_.batch_rows.Add(static_cast<int64_t>(parts.size()));
  stats_.batch_tokens.Add(computed);
  stats_.prompt_tokens += prefill;
  stats_.generated_tokens += sampled;
  if (prefill > 0) stats_.prefill_seconds += seconds;
  if (decode > 0) stats_.decode_seconds += seconds;
}

void Scheduler::StepFailed(const std::vector<Part>& parts, const absl::Status& status) {
  const bool of_device = IsOfDevice(status);
  const absl::Status error = of_device ? DeviceFailed(status) : ModelFailed(status);
  for (const Part& part : parts) {
    if (part.stream != nullptr) part.stream->Fail(error);
  }
  if (!of_device || !options_.recover) return;  // slots are emptied when they are given out again
  for (const StreamPtr& stream : active_) stream->Fail(error);
  ahead_.reset();
  device_failure_ = status;
}

void Scheduler::Recover() {
  absl::StatusOr<CausalModel*> model = options_.recover(std::exchange(device_failure_, absl::OkStatus()));
  if (model.ok() && ((*model)->slots() != slots_ || (*model)->context() != context_ ||
                     (*model)->vocab_size() != vocab_size_ || (*model)->max_pass_rows() < max_pass_rows_)) {
    model = absl::InternalError("the rebuilt model has another shape");
  }
  if (model.ok()) {
    model_ = *model;
    return;
  }
  model_ = nullptr;  // no request gets as far as to use it
  ErrorDetail detail;
  detail.reason = kReasonDeviceFailed;
  const std::lock_guard lock(mutex_);
  broken_ = WithDetail(absl::UnavailableError(model.status().message()), detail);
}

}  // namespace ferro
