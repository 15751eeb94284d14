#include "engine/schedule/stream.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"

namespace ferro {
namespace {

double MillisBetween(Clock::time_point from, Clock::time_point to) { return SecondsBetween(from, to) * 1e3; }

}  // namespace

Stream::Stream(RequestId id, GenerationRequest request, std::shared_ptr<GenerationSink> sink,
               const SamplerVocabulary& vocabulary, int context)
    : id_(id),
      request_(std::move(request)),
      sink_(std::move(sink)),
      vocabulary_(vocabulary),
      context_(context),
      sampler_(request_.sampling, vocabulary, request_.choice, request_.prompt) {}

void Stream::Start(int slot) {
  slot_ = slot;
  started_ = Clock::now();
  sink_->OnStarted({prompt_size(), /*cached_tokens=*/0, request_.sampling.seed, slot});
  EmitProgress();
  CheckBudget();
}

SequenceStep Stream::PrefillStep(int tokens) const {
  const bool last = tokens == prefill_left();
  return {slot_, position_, absl::MakeConstSpan(request_.prompt).subspan(position_, tokens), RowRole::kPrefill,
          last && request_.max_tokens != 0};
}

SequenceStep Stream::DecodeStep() const {
  static constexpr int32_t kChosen = kChosenToken;
  const int32_t& token = unknown_ > 0 ? kChosen : last_token_;
  return {slot_, position_, absl::MakeConstSpan(&token, 1), RowRole::kDecode, /*wants_logits=*/true};
}

bool Stream::HasStep() const {
  if (!decoding()) return true;
  const int expected = generated_ + unknown_;
  return (request_.max_tokens < 0 || expected < request_.max_tokens) && prompt_size() + expected < context_;
}

void Stream::Enqueued(const SequenceStep& step) {
  position_ += static_cast<int>(step.tokens.size());
  unknown_ += step.wants_logits;
}

void Stream::Computed(int tokens) {
  const bool in_prompt = !prompt_done();
  computed_ += tokens;
  if (in_prompt) EmitProgress();
}

void Stream::Advance(int tokens) {
  Computed(tokens);
  if (prompt_done()) Finish(FinishReason::kLength);  // a prompt that asked for no token
}

void Stream::Advance(int tokens, absl::Span<const float> logits, SamplerScratch& scratch) {
  Computed(tokens);
  --unknown_;
  if (forcing_ && forced_ < request_.closing_tokens.size()) return TakeToken(request_.closing_tokens[forced_++]);
  absl::StatusOr<int32_t> token = sampler_.Sample(logits, scratch);
  if (!token.ok()) return Fail(std::move(token).status());
  TakeToken(*token);
}

void Stream::Advance(int tokens, int32_t chosen) {
  Computed(tokens);
  --unknown_;
  if (chosen == kNoToken) return Fail(NoFiniteLogit());
  TakeToken(chosen);
}

void Stream::TakeToken(int32_t token) {
  sampler_.Accept(token);
  last_token_ = token;
  ++generated_;
  latest_token_ = Clock::now();
  if (generated_ == 1) first_token_ = latest_token_;

  Reply& reply = *request_.reply;
  ReplyText text;
  std::optional<FinishReason> reason;
  if (Ends(token)) {
    reply.PushSilent();
    reason = FinishReason::kStop;
  } else {
    reply.Push(token, text);
    if (reply.stopped()) {
      reason = FinishReason::kStop;
    } else if (generated_ == request_.max_tokens || prompt_size() + generated_ >= context_) {
      reason = FinishReason::kLength;
    }
  }
  if (reason) reply.Finish(text);
  if (reason == FinishReason::kStop && reply.called_tools()) reason = FinishReason::kToolCalls;

  if (!text.empty() || request_.return_tokens) {
    DeltaEvent delta{std::move(text.content), std::move(text.reasoning), std::move(text.calls), {},
                     CurrentUsage(),          CurrentTimings()};
    if (request_.return_tokens) delta.tokens.push_back(token);
    sink_->OnDelta(std::move(delta));
  }
  if (reason) return Finish(*reason);
  CheckBudget();
}

void Stream::CheckBudget() {
  const Reply& reply = *request_.reply;
  if (request_.thinking_budget < 0 || !reply.in_reasoning()) return;
  forcing_ = forcing_ || reply.reasoning_tokens() >= request_.thinking_budget;
}

bool Stream::Ends(int32_t token) const {
  return absl::c_linear_search(vocabulary_.end_of_generation, token) ||
         absl::c_linear_search(request_.stop_token_ids, token);
}

void Stream::Finish(FinishReason reason) {
  std::vector<std::string> warnings = request_.warnings;
  for (std::string& warning : request_.reply->warnings()) warnings.push_back(std::move(warning));
  finished_ = {reason, CurrentUsage(), CurrentTimings(), std::move(warnings), request_.reply->stop_text()};
}

void Stream::Fail(absl::Status status) {
  if (!done()) error_ = std::move(status);
}

void Stream::Deliver() {
  if (!error_.ok()) {
    sink_->OnError(error_);
  } else {
    sink_->OnFinished(*finished_);
  }
}

void Stream::EmitProgress() {
  if (!request_.return_progress) return;
  sink_->OnProgress(
      {prompt_size(), /*cached_tokens=*/0, std::min(computed_, prompt_size()), MillisBetween(started_, Clock::now())});
}

Usage Stream::CurrentUsage() const {
  return {prompt_size(), /*cached_tokens=*/0, generated_, request_.reply->reasoning_tokens()};
}

Timings Stream::CurrentTimings() const {
  Timings timings;
  timings.queue_ms = MillisBetween(submitted_, started_);
  timings.tokenize_ms = request_.tokenize_ms;
  // A reply without tokens ends with its prompt.
  const Clock::time_point prompt_end = generated_ > 0 ? first_token_ : Clock::now();
  timings.prompt_ms = MillisBetween(started_, prompt_end);
  timings.predicted_ms = generated_ > 0 ? MillisBetween(first_token_, latest_token_) : 0;
  timings.ttft_ms = MillisBetween(request_.arrival, prompt_end);
  return timings;
}

SlotStats Stream::Stats() const {
  SlotStats stats;
  stats.id = slot_;
  stats.state = prompt_done() ? "decode" : "prefill";
  stats.prompt_tokens = prompt_size();
  stats.processed_tokens = std::min(computed_, prompt_size());
  stats.generated_tokens = generated_;
  stats.remaining_tokens = request_.max_tokens < 0 ? -1 : request_.max_tokens - generated_;
  stats.age_ms = MillisBetween(started_, Clock::now());
  stats.request_id = request_.request_id;
  stats.task = static_cast<int64_t>(id_);
  stats.sampling = request_.sampling;
  return stats;
}

}  // namespace ferro
