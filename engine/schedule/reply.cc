#include "engine/schedule/reply.h"

#include <algorithm>
#include <utility>

namespace ferro {
namespace {

// The think tags are control tokens in newer vocabularies and would be invisible; where they are ordinary text this
// finds no token.
DetokenizerOptions PreservingTags(const Tokenizer& tokenizer) {
  DetokenizerOptions options;
  for (const char* tag : {kThinkOpen, kThinkClose}) {
    if (const std::optional<int32_t> id = tokenizer.FindToken(tag)) options.preserved.insert(*id);
  }
  return options;
}

}  // namespace

Reply::Reply(const Tokenizer& tokenizer, ReplyOptions options)
    : detokenizer_(tokenizer, PreservingTags(tokenizer)), stops_(std::move(options.stop)) {
  if (options.reasoning) {
    splitter_.emplace(*options.reasoning, std::move(options.opened_reasoning), options.in_reasoning);
  }
}

void Reply::Split(const std::string& text, ReplyText& out) {
  if (!splitter_) {
    out.content += text;
    return;
  }
  splitter_->Push(text, out);
  if (closed_by_ == 0 && splitter_->closed_at() > 0) {
    const auto token = std::lower_bound(token_ends_.begin(), token_ends_.end(), splitter_->closed_at());
    closed_by_ = static_cast<int>(token - token_ends_.begin()) + 1;
  }
  if (!splitter_->may_reason()) token_ends_ = {};
}

void Reply::Push(int32_t token, ReplyText& out) {
  const std::string text = detokenizer_.Push(token);
  ++tokens_;
  text_bytes_ += text.size();
  if (splitter_ && splitter_->may_reason()) token_ends_.push_back(text_bytes_);
  Split(stops_.Push(text), out);
}

void Reply::Finish(ReplyText& out) {
  Split(stops_.Push(detokenizer_.Flush()), out);
  Split(stops_.Flush(), out);
  if (splitter_) splitter_->Flush(out);
}

int Reply::reasoning_tokens() const {
  if (closed_by_ > 0) return closed_by_;
  return splitter_ && splitter_->has_reasoning() ? tokens_ : 0;
}

std::vector<std::string> Reply::warnings() const {
  if (!in_reasoning() || splitter_->format() != ReasoningFormat::kDeepseek) return {};
  return {"The reply ended inside its reasoning part, so it has no content. Allow more tokens or turn thinking off."};
}

}  // namespace ferro
