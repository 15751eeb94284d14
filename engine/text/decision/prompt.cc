#include "engine/text/decision/prompt.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/text/decision/layout.h"

namespace ferro {
namespace {

// Room for one option's piece and a short question.
constexpr int kMinTokens = 64;

void Append(const std::vector<int32_t>& from, std::vector<int32_t>* to) {
  to->insert(to->end(), from.begin(), from.end());
}

}  // namespace

absl::StatusOr<std::unique_ptr<DecisionPromptBuilder>> DecisionPromptBuilder::Create(const Tokenizer& tokenizer,
                                                                                     int32_t mask_id, int max_tokens) {
  if (max_tokens < kMinTokens || max_tokens > kMaxDecisionTokens) {
    return absl::InvalidArgumentError(absl::StrCat("a decision prompt has room for ", kMinTokens, " to ",
                                                   kMaxDecisionTokens, " tokens, not ", max_tokens));
  }
  auto builder = absl::WrapUnique(new DecisionPromptBuilder(tokenizer, max_tokens));
  FERRO_RETURN_IF_ERROR(builder->EncodeFixed(kStartText, &builder->start_));
  FERRO_RETURN_IF_ERROR(builder->EncodeFixed(kMarkerText, &builder->marker_));
  FERRO_RETURN_IF_ERROR(builder->EncodeFixed(kOptionEndText, &builder->option_end_));
  FERRO_RETURN_IF_ERROR(builder->EncodeFixed(kEndText, &builder->end_));
  std::vector<int32_t> question;
  FERRO_RETURN_IF_ERROR(builder->EncodeFixed(kQuestionPrefix, &question));
  if (builder->marker_.back() != mask_id) {
    return absl::FailedPreconditionError(
        absl::StrCat("tokenizer.ggml.mask_token_id is ", mask_id, ", but <|mask|> is token ", builder->marker_.back()));
  }
  return builder;
}

// Each `<|name|>` of a fixed text must be one special token, so that no other text can give it.
absl::Status DecisionPromptBuilder::EncodeFixed(absl::string_view text, std::vector<int32_t>* ids) const {
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find("|>", at) + 2;
    const absl::string_view name = text.substr(at, end - at);
    const std::optional<int32_t> id = tokenizer_.FindToken(name);
    const TokenType type = id.has_value() ? tokenizer_.type(*id) : TokenType::kUndefined;
    if (type != TokenType::kControl && type != TokenType::kUserDefined) {
      return absl::FailedPreconditionError(
          absl::StrCat("the vocabulary has no special token ", name, ", which decision prompts are made of"));
    }
    ids->push_back(*id);
    at = end;
  }
  return absl::OkStatus();
}

size_t DecisionPromptBuilder::BytesOf(const int32_t* begin, const int32_t* end) const {
  std::string bytes;
  for (const int32_t* id = begin; id != end; ++id) tokenizer_.AppendBytes(*id, /*show_special=*/true, &bytes);
  return bytes.size();
}

absl::StatusOr<size_t> DecisionPromptBuilder::AppendCut(absl::string_view text, int cap,
                                                        std::vector<int32_t>* ids) const {
  const size_t limit = static_cast<size_t>(cap) + 1;  // one more shows that there is more
  FERRO_ASSIGN_OR_RETURN(std::vector<int32_t> tokens,
                         tokenizer_.Encode(text, {.add_special = false, .max_tokens = limit}));
  size_t left_out = 0;
  if (tokens.size() == limit) {
    tokens.pop_back();
    left_out = text.size() - std::min(text.size(), BytesOf(tokens.data(), tokens.data() + tokens.size()));
  }
  Append(tokens, ids);
  return left_out;
}

absl::StatusOr<EncodedState> DecisionPromptBuilder::EncodeState(const Json& state) const {
  const std::string text = StateText(state);
  EncodedState encoded;
  encoded.bytes = text.size();
  FERRO_ASSIGN_OR_RETURN(
      encoded.tokens, tokenizer_.Encode(text, {.add_special = false, .max_tokens = static_cast<size_t>(max_tokens_)}));
  return encoded;
}

absl::StatusOr<DecisionPrompt> DecisionPromptBuilder::Build(const EncodedState& state,
                                                            const DecisionQuestion& question) const {
  FERRO_RETURN_IF_ERROR(CheckQuestion(question));
  const TokenBudget budget = BudgetFor(OptionCount(question), max_tokens_);
  DecisionPrompt prompt;
  prompt.type = question.type;

  std::vector<int32_t> tail;  // all that follows the state
  std::vector<int32_t> markers;
  FERRO_ASSIGN_OR_RETURN(prompt.truncation.question_bytes, AppendCut(QuestionText(question), budget.question, &tail));
  for (const std::string& text : OptionTexts(question)) {
    Append(marker_, &tail);
    markers.push_back(static_cast<int32_t>(tail.size()) - 1);
    FERRO_ASSIGN_OR_RETURN(const size_t left_out, AppendCut(absl::StrCat(" ", text), budget.option, &tail));
    prompt.truncation.option_bytes += left_out;
    prompt.truncation.options += left_out > 0;
    Append(option_end_, &tail);
  }
  Append(end_, &tail);

  const int room = std::max(0, max_tokens_ - static_cast<int>(start_.size() + tail.size()));
  const size_t kept = std::min<size_t>(room, state.tokens.size());
  if (kept < state.tokens.size()) {
    const size_t kept_bytes = BytesOf(state.tokens.data(), state.tokens.data() + kept);
    prompt.truncation.state_bytes = state.bytes - std::min(state.bytes, kept_bytes);
  }

  prompt.tokens.reserve(start_.size() + kept + tail.size());
  Append(start_, &prompt.tokens);
  prompt.tokens.insert(prompt.tokens.end(), state.tokens.begin(), state.tokens.begin() + kept);
  const int32_t shift = static_cast<int32_t>(prompt.tokens.size());
  Append(tail, &prompt.tokens);
  for (int32_t& marker : markers) marker += shift;
  // Only then is there no room for the state, and the end of the prompt is lost.
  if (markers.back() >= max_tokens_) return absl::InvalidArgumentError("the options do not fit in the context");
  if (prompt.tokens.size() > static_cast<size_t>(max_tokens_)) prompt.tokens.resize(max_tokens_);
  prompt.markers = std::move(markers);
  return prompt;
}

}  // namespace ferro
