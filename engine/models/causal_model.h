// A causal language model over a fixed number of sequence slots, as the scheduler sees it.
#ifndef FERRO_ENGINE_MODELS_CAUSAL_MODEL_H_
#define FERRO_ENGINE_MODELS_CAUSAL_MODEL_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/chosen_tokens.h"
#include "engine/backend/pass.h"

namespace ferro {

// Tokens that one sequence adds in a pass.
struct SequenceStep {
  int slot;                          // 0 <= slot < slots(), each slot at most once in a pass
  int start_position;                // number of tokens that the slot holds already
  absl::Span<const int32_t> tokens;  // >= 1; exactly 1 for kDecode, which may be kChosenToken (see ForwardGreedy)
  RowRole role;
  bool wants_logits;  // of the last token
};

// Owns weights and sequence states. One thread at a time. The logits of a step depend only on its own sequence, never
// on what shares the pass or on how a prompt is cut into steps.
class CausalModel {
 public:
  virtual ~CausalModel() = default;

  virtual int vocab_size() const = 0;
  virtual int slots() const = 0;
  // Positions that one slot holds.
  virtual int context() const = 0;
  // Most rows of one pass; Forward refuses more.
  virtual int max_pass_rows() const = 0;
  // Whether ForwardGreedy returns before the device is done, so that it pays to enqueue a step ahead. May change from
  // pass to pass.
  virtual bool runs_ahead() const = 0;

  // Empties the slot. Must be called before its first step from position 0.
  virtual absl::Status ResetSlot(int slot) = 0;

  // Runs one pass over all `steps`. Returns the logits [step that wants them][vocab_size], in the order of `steps`,
  // valid until the next call. kInvalidArgument: a step that breaks the rules above; no state has changed then. Any
  // other error leaves the slots of the pass unusable until ResetSlot.
  virtual absl::StatusOr<absl::Span<const float>> Forward(absl::Span<const SequenceStep> steps) = 0;

  // Like Forward, but the device chooses the token with the largest logit (lowest id on ties) for each step that wants
  // logits; Wait gives their ids in the order of `steps`. Returns when the pass is enqueued: the state has moved on as
  // if it were computed, and the slot's next step may be {kChosenToken}, the token that this one chose, whether or not
  // Wait was called. At most two results may be outstanding. Errors come from here (as Forward's), from Wait or from a
  // later call.
  virtual absl::StatusOr<std::unique_ptr<ChosenTokens>> ForwardGreedy(absl::Span<const SequenceStep> steps) = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_CAUSAL_MODEL_H_
