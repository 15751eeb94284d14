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

// Belongs to the scheduler's thread once it has a slot.
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
  // The next `tokens` of the prompt, 1 to prefill_left(); the token sampled last when decoding.
  SequenceStep PrefillStep(int tokens) const;
  SequenceStep DecodeStep() const;

  // --- What came of it.
  // `step` was computed; `logits` are its logits if it wanted them.
  void Advance(const SequenceStep& step, absl::Span<const float> logits, SamplerScratch& scratch);
  // Ends the stream with an error. No effect when it is done.
  void Fail(absl::Status status);

  // Hands the last event to the sink. Called once, when done and after the slot is free, so that a caller that hears
  // the end can take the slot.
  void Deliver();

  const absl::Status& error() const { return error_; }
  const std::optional<FinishedEvent>& finished() const { return finished_; }
  SlotStats Stats() const;
  double SlotSeconds() const { return SecondsBetween(started_, Clock::now()); }

 private:
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
  int position_ = 0;         // tokens that the slot holds
  int32_t last_token_ = -1;  // sampled, not yet computed
  int generated_ = 0;
  size_t forced_ = 0;  // closing tokens said so far
  bool forcing_ = false;
  Clock::time_point started_, first_token_, latest_token_;
  std::optional<FinishedEvent> finished_;
  absl::Status error_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_STREAM_H_
