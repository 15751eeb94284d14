#include "engine/schedule/reasoning.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace ferro {
namespace {

constexpr absl::string_view kOpen(kThinkOpen, sizeof(kThinkOpen) - 1);
constexpr absl::string_view kClose(kThinkClose, sizeof(kThinkClose) - 1);

size_t LeadingSpace(absl::string_view text) { return text.size() - absl::StripLeadingAsciiWhitespace(text).size(); }
size_t TrailingSpace(absl::string_view text) { return text.size() - absl::StripTrailingAsciiWhitespace(text).size(); }

// Length of the longest end of `text` that could grow into `tag`.
size_t PartialTag(absl::string_view text, absl::string_view tag) {
  for (size_t n = std::min(tag.size() - 1, text.size()); n > 0; --n) {
    if (absl::EndsWith(text, tag.substr(0, n))) return n;
  }
  return 0;
}

}  // namespace

std::string OpenedReasoning(absl::string_view prompt) {
  const absl::string_view stripped = absl::StripTrailingAsciiWhitespace(prompt);
  if (!absl::EndsWith(stripped, kOpen)) return std::string();
  return std::string(prompt.substr(stripped.size() - kOpen.size()));
}

ReasoningSplitter::ReasoningSplitter(ReasoningFormat format, std::string opened, bool inside)
    : format_(format),
      state_(inside || !opened.empty() ? State::kReasoning : State::kStart),
      has_reasoning_(state_ == State::kReasoning) {
  if (format_ != ReasoningFormat::kDeepseek) repeat_ = std::move(opened);
}

void ReasoningSplitter::Push(absl::string_view text, ReplyText& out) {
  if (text.empty()) return;
  if (format_ != ReasoningFormat::kDeepseek) {
    out.content += std::exchange(repeat_, std::string());
    out.content.append(text.data(), text.size());
  }
  pending_.append(text.data(), text.size());
  Step(out, /*at_end=*/false);
}

void ReasoningSplitter::RuleOut(ReplyText& out) {
  if (state_ != State::kStart) return;
  state_ = State::kContent;
  Step(out, /*at_end=*/false);
}

void ReasoningSplitter::Flush(ReplyText& out) {
  Step(out, /*at_end=*/true);
  trailing_.clear();
}

void ReasoningSplitter::EmitReasoning(absl::string_view text, ReplyText& out) {
  if (!reasoning_begun_) text.remove_prefix(LeadingSpace(text));
  if (text.empty()) return;
  const size_t space = TrailingSpace(text);
  if (space < text.size()) {
    reasoning_begun_ = true;
    if (format_ != ReasoningFormat::kNone) {
      out.reasoning += trailing_;
      out.reasoning.append(text.data(), text.size() - space);
    }
    trailing_.clear();
  }
  trailing_.append(text.data() + text.size() - space, space);
}

// Moves the front of pending_ to where it belongs until the rest is undecided. Each turn of the loop either decides
// something or leaves.
void ReasoningSplitter::Step(ReplyText& out, bool at_end) {
  const auto take = [&](size_t size) {
    consumed_ += size;
    std::string taken = pending_.substr(0, size);
    pending_.erase(0, size);
    return taken;
  };
  while (!pending_.empty()) {
    const absl::string_view text = pending_;
    switch (state_) {
      case State::kStart: {
        const size_t space = LeadingSpace(text);
        const absl::string_view rest = text.substr(space);
        if (absl::StartsWith(rest, kOpen)) {
          take(space + kOpen.size());
          has_reasoning_ = true;
          state_ = State::kReasoning;
        } else if (absl::StartsWith(kOpen, rest) && !at_end) {
          return;
        } else {
          state_ = State::kContent;
        }
        break;
      }
      case State::kReasoning: {
        const size_t close = text.find(kClose);
        if (close != absl::string_view::npos) {
          EmitReasoning(take(close), out);
          take(kClose.size());
          closed_at_ = consumed_;
          trailing_.clear();
          state_ = State::kAfter;
          break;
        }
        EmitReasoning(take(text.size() - (at_end ? 0 : PartialTag(text, kClose))), out);
        return;
      }
      case State::kAfter:
        take(LeadingSpace(text));
        if (!pending_.empty()) state_ = State::kContent;
        break;
      case State::kContent: {
        const std::string content = take(text.size());
        if (format_ == ReasoningFormat::kDeepseek) out.content += content;
        return;
      }
    }
  }
}

}  // namespace ferro
