#include "engine/schedule/reply.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ferro {
namespace {

// The think tags are control tokens in newer vocabularies and would be invisible, as are those around calls of tools;
// where they are ordinary text this finds no token.
DetokenizerOptions PreservingTags(const Tokenizer& tokenizer, bool with_calls) {
  std::vector<absl::string_view> tags = {kThinkOpen, kThinkClose};
  if (with_calls) tags.insert(tags.end(), {kToolCallStart, kToolCallEnd});
  DetokenizerOptions options;
  for (const absl::string_view tag : tags) {
    if (const std::optional<int32_t> id = tokenizer.FindToken(tag)) options.preserved.insert(*id);
  }
  return options;
}

}  // namespace

Reply::Reply(const Tokenizer& tokenizer, ReplyOptions options)
    : detokenizer_(tokenizer, PreservingTags(tokenizer, options.tool_calls.has_value())),
      stops_(std::move(options.stop)) {
  if (options.reasoning && options.tool_calls) {
    written_.emplace(ReasoningFormat::kNone, "", options.in_reasoning || !options.opened_reasoning.empty());
  }
  if (options.reasoning) {
    splitter_.emplace(*options.reasoning, std::move(options.opened_reasoning), options.in_reasoning);
  }
  if (options.tool_calls) calls_.emplace(*std::move(options.tool_calls));
}

void Reply::Split(const std::string& text, ReplyText& out) {
  if (!splitter_) return AddContent(text, out);
  ReplyText parts;
  splitter_->Push(text, parts);
  out.reasoning += parts.reasoning;
  AddContent(parts.content, out);
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
  AddText(text, out);
}

void Reply::Finish(ReplyText& out) {
  AddText(detokenizer_.Flush(), out);
  if (calls_) {
    calls_->End();
    TakePieces(out);
  }
  Split(stops_.Flush(), out);
  if (splitter_) {
    ReplyText parts;
    splitter_->Flush(parts);
    out.reasoning += parts.reasoning;
    AddContent(parts.content, out);
  }
  layout_.Flush(out.content);
}

void Reply::AddText(const std::string& text, ReplyText& out) {
  if (!calls_) return Split(stops_.Push(text), out);
  const size_t reasoning = MeasureReasoning(text, out);
  if (reasoning > 0) calls_->PushQuoted(text.substr(0, reasoning));
  calls_->Push(text.substr(reasoning));
  TakePieces(out);
}

size_t Reply::MeasureReasoning(const std::string& text, ReplyText& out) {
  if (!written_) return 0;
  const size_t begin = std::exchange(written_bytes_, written_bytes_ + text.size());
  ReplyText unused;
  written_->Push(text, unused);
  if (written_->in_reasoning()) return text.size();
  if (!written_->has_reasoning() && !written_->may_reason()) {
    ReplyText parts;
    splitter_->RuleOut(parts);  // a call came first, which `splitter_` never sees
    AddContent(parts.content, out);
  }
  return std::max(begin, written_->closed_at()) - begin;
}

void Reply::TakePieces(ReplyText& out) {
  while (!stopped()) {
    std::optional<ReplyPiece> piece = calls_->Next();
    if (!piece) return;
    if (!piece->is_calls) {
      Split(stops_.Push(piece->text), out);
      continue;
    }
    Split(stops_.Flush(), out);
    layout_.Break();
    std::move(piece->calls.begin(), piece->calls.end(), std::back_inserter(out.calls));
  }
}

void Reply::AddContent(const std::string& text, ReplyText& out) {
  if (calls_) {
    layout_.Push(text, out.content);
  } else {
    out.content += text;
  }
}

int Reply::reasoning_tokens() const {
  if (closed_by_ > 0) return closed_by_;
  return splitter_ && splitter_->has_reasoning() ? tokens_ : 0;
}

std::vector<std::string> Reply::warnings() const {
  std::vector<std::string> warnings;
  if (in_reasoning() && splitter_->format() == ReasoningFormat::kDeepseek) {
    warnings.push_back(
        "The reply ended inside its reasoning part, so it has no content. Allow more tokens or turn thinking off.");
  }
  if (calls_) {
    for (std::string& warning : calls_->warnings()) warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace ferro
