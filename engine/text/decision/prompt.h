// Decision prompts as tokens.
//
//   ASSIGN_OR_RETURN(auto builder, DecisionPromptBuilder::Create(tokenizer, mask_id));
//   ASSIGN_OR_RETURN(EncodedState state, builder->EncodeState(state_json));  // once for all questions about it
//   ASSIGN_OR_RETURN(DecisionPrompt prompt, builder->Build(state, question));
#ifndef FERRO_ENGINE_TEXT_DECISION_PROMPT_H_
#define FERRO_ENGINE_TEXT_DECISION_PROMPT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/json.h"
#include "engine/text/decision/budget.h"
#include "engine/text/decision/question.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// A state as far as any prompt can need it.
struct EncodedState {
  std::vector<int32_t> tokens;
  size_t bytes = 0;  // of the whole text, of which `tokens` may be the front
};

// Bytes of text at the ends of parts that had to be cut; see TokenBudget.
struct PromptTruncation {
  size_t state_bytes = 0;
  size_t question_bytes = 0;
  size_t option_bytes = 0;  // over all options
  int options = 0;          // that were cut

  bool any() const { return state_bytes + question_bytes + option_bytes > 0; }
};

struct DecisionPrompt {
  std::vector<int32_t> tokens;   // at most kMaxDecisionTokens
  std::vector<int32_t> markers;  // index in `tokens` of each option's <|mask|>, rising
  DecisionType type = DecisionType::kNoul;
  PromptTruncation truncation;

  int option_count() const { return static_cast<int>(markers.size()); }
};

// Immutable: any thread may call any method. Time is linear in the texts (a single word of n bytes: n log n).
class DecisionPromptBuilder {
 public:
  // `tokenizer` must outlive the builder. `mask_id`: the file's tokenizer.ggml.mask_token_id. `max_tokens`: longest
  // prompt, 64 to kMaxDecisionTokens; less than that where the model's context is shorter.
  // kInvalidArgument: max_tokens out of range. kFailedPrecondition: the vocabulary lacks one of the special tokens of
  // layout.h, or `mask_id` is not <|mask|>; the message names the token.
  static absl::StatusOr<std::unique_ptr<DecisionPromptBuilder>> Create(const Tokenizer& tokenizer, int32_t mask_id,
                                                                       int max_tokens = kMaxDecisionTokens);

  // kInvalidArgument: as Tokenizer::Encode.
  absl::StatusOr<EncodedState> EncodeState(const Json& state) const;

  // kInvalidArgument: as CheckQuestion, or options that do not fit (impossible with kMaxDecisionTokens).
  absl::StatusOr<DecisionPrompt> Build(const EncodedState& state, const DecisionQuestion& question) const;

 private:
  DecisionPromptBuilder(const Tokenizer& tokenizer, int max_tokens) : tokenizer_(tokenizer), max_tokens_(max_tokens) {}

  absl::Status EncodeFixed(absl::string_view text, std::vector<int32_t>* ids) const;
  // Appends the first `cap` tokens of `text`; returns how many bytes of it were left out.
  absl::StatusOr<size_t> AppendCut(absl::string_view text, int cap, std::vector<int32_t>* ids) const;
  size_t BytesOf(const int32_t* begin, const int32_t* end) const;

  const Tokenizer& tokenizer_;
  const int max_tokens_;
  std::vector<int32_t> start_, marker_, option_end_, end_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DECISION_PROMPT_H_
