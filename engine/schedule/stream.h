// One request from its submission to its last event: what it computes next, and what becomes of its logits.
#ifndef FERRO_ENGINE_SCHEDULE_STREAM_H_
#define FERRO_ENGINE_SCHEDULE_STREAM_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/models/causal_model.h"
#include "engine/schedule/generation.h"
#include "engine/schedule/reply.h"
#include "engine/schedule/sampler.h"
#include "engine/schedule/sampling_params.h"
#include "engine/schedule/stats.h"

namespace ferro {

using RequestId = uint64_t;

struct GenerationRequest {
  std::vector<int32_t> prompt;
  SamplingParams sampling;  // passed ValidateSampling, seed drawn
  int max_tokens = -1;      // -1 = until the context is full; 0 evaluates the prompt only
  std::vector<int32_t> stop_token_ids;
  std::unique_ptr<Reply> reply;  // turns tokens into deltas
  // When a reasoning part has this many tokens and goes on, the model is made to say `closing_tokens`; -1 = no limit.
  int thinking_budget = -1;
  std::vector<int32_t> closing_tokens;
  std::vector<std::string> warnings;  // passed on at the end
  bool return_tokens = false;
  bool return_progress = false;
  int choice = 0;
  std::string request_id;
  Clock::time_point arrival = Clock::now();
  double tokenize_ms = 0;
};

// Belongs to the scheduler's thread once it has a slot. What it asks to compute may run ahead of what it knows: a step
// counts from Enqueued on, its outcome arrives by Advance later, oldest first.
class Stream {
 public:
  // `vocabulary` must outlive the stream. `context`: positions of a slot.
  Stream(RequestId id, GenerationRequest request, std::shared_ptr<GenerationSink> sink,
         const SamplerVocabulary& vocabulary, int context);

  RequestId id() const { return id_; }
  int slot() const { return slot_; }

  // Takes `slot`, which must be empty. Emits OnStarted.
  void Start(int slot);

  // --- What to compute.
  bool done() const { return finished_.has_value() || !error_.ok(); }
  bool decoding() const { return position_ >= prompt_size(); }
  int prefill_left() const { return prompt_size() - position_; }
  // Whether a further step can be of use: not beyond the last token that the request or the context allows.
  bool HasStep() const;
  // Whether the device may choose this stream's tokens: nothing but the largest logit decides.
  bool TakesLargest() const { return sampler_.TakesLargest() && request_.thinking_budget < 0; }
  // The next `tokens` of the prompt, 1 to prefill_left(). When decoding, the last token, or kChosenToken while only the
  // device knows it. Valid until the next Advance.
  SequenceStep PrefillStep(int tokens) const;
  SequenceStep DecodeStep() const;
  void Enqueued(const SequenceStep& step);

  // --- What came of it: the oldest step not yet heard of is computed.
  // Of `tokens` prompt tokens, without a token of the reply.
  void Advance(int tokens);
  // The step wanted logits: of `tokens` prompt tokens up to the prompt's end, or one of the reply. These are they, or
  // the choice of the device.
  void Advance(int tokens, absl::Span<const float> logits, SamplerScratch& scratch);
  void Advance(int tokens, int32_t chosen);
  // Ends the stream with an error. No effect when it is done, or if `status` is OK.
  void Fail(absl::Status status);

  // Hands the last event to the sink. Called once, when done and after the slot is free, so that a caller that hears
  // the end can take the slot.
  void Deliver();

  bool prompt_done() const { return computed_ >= prompt_size(); }
  const absl::Status& error() const { return error_; }
  const std::optional<FinishedEvent>& finished() const { return finished_; }
  SlotStats Stats() const;
  double SlotSeconds() const { return SecondsBetween(started_, Clock::now()); }

 private:
  void Computed(int tokens);
  int prompt_size() const { return static_cast<int>(request_.prompt.size()); }
  void TakeToken(int32_t token);
  void Finish(FinishReason reason);
  void EmitProgress();
  bool Ends(int32_t token) const;
  // Begins to force closing_tokens when the reasoning has used up its budget.
  void CheckBudget();
  Usage CurrentUsage() const;
  Timings CurrentTimings() const;

  const RequestId id_;
  GenerationRequest request_;
  const std::shared_ptr<GenerationSink> sink_;
  const SamplerVocabulary& vocabulary_;
  const int context_;
  Sampler sampler_;
  const Clock::time_point submitted_ = Clock::now();

  int slot_ = -1;
  int position_ = 0;  // tokens that the slot holds when everything enqueued is computed
  int computed_ = 0;  // of these, known to be
  int32_t last_token_ = -1;
  int generated_ = 0;
  int unknown_ = 0;    // tokens of the reply that enqueued steps will give
  size_t forced_ = 0;  // closing tokens said so far
  bool forcing_ = false;
  Clock::time_point started_, first_token_, latest_token_;
  std::optional<FinishedEvent> finished_;
  absl::Status error_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_STREAM_H_
