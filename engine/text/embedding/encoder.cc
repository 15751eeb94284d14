#include "engine/text/embedding/encoder.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "engine/text/embedding/prompts.h"

namespace ferro {

absl::StatusOr<EmbeddingInput> EmbeddingEncoder::Encode(absl::string_view text,
                                                        const EmbeddingTextOptions& options) const {
  FERRO_ASSIGN_OR_RETURN(std::string whole, EmbeddingPrefix(family_, options.task, options.title));
  absl::StrAppend(&whole, text);
  FERRO_ASSIGN_OR_RETURN(std::vector<int32_t> tokens,
                         tokenizer_.Encode(whole, {.parse_special = options.parse_special}));
  if (tokens.empty()) {
    return absl::InvalidArgumentError("an empty text, and the vocabulary puts no BOS or EOS around it: no tokens");
  }
  return Fit(std::move(tokens), options.truncate, tokenizer_.add_eos());
}

absl::StatusOr<EmbeddingInput> EmbeddingEncoder::FromTokens(absl::Span<const int32_t> tokens, bool truncate) const {
  if (tokens.empty()) return absl::InvalidArgumentError("an input of no tokens");
  for (const int32_t token : tokens) {
    if (token < 0 || token >= tokenizer_.vocab_size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("token id ", token, " is outside the vocabulary of ", tokenizer_.vocab_size()));
    }
  }
  return Fit({tokens.begin(), tokens.end()}, truncate, /*keep_eos=*/false);
}

absl::StatusOr<EmbeddingInput> EmbeddingEncoder::Fit(std::vector<int32_t> tokens, bool truncate, bool keep_eos) const {
  EmbeddingInput input;
  input.full_tokens = static_cast<int>(tokens.size());
  input.tokens = std::move(tokens);
  if (input.full_tokens <= limit_) return input;
  if (!truncate) {
    return WithDetail(
        absl::InvalidArgumentError(
            absl::StrCat("an input of ", input.full_tokens, " tokens; this model's maximum context length is ", limit_,
                         " tokens, special ones included: shorten it, or ask for it to be truncated")),
        {.reason = kReasonContextExceeded, .param = "", .prompt_tokens = input.full_tokens, .context_tokens = limit_});
  }
  const int32_t last = input.tokens.back();
  input.tokens.resize(limit_);
  if (keep_eos) input.tokens.back() = last;
  return input;
}

}  // namespace ferro
