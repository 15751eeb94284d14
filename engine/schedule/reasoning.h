// Splits a growing reply into its reasoning part, `<think>...</think>` at the front, and its content.
#ifndef FERRO_ENGINE_SCHEDULE_REASONING_H_
#define FERRO_ENGINE_SCHEDULE_REASONING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/text/tool_calls/call_list.h"

namespace ferro {

inline constexpr char kThinkOpen[] = "<think>";
inline constexpr char kThinkClose[] = "</think>";

enum class ReasoningFormat {
  kNone,            // everything is content, tags included
  kDeepseek,        // reasoning goes to its own part, tags go nowhere
  kDeepseekLegacy,  // everything is content, and reasoning is filled too
};

struct ReplyText {
  std::string content;
  std::string reasoning;
  std::vector<ToolCall> calls;  // of tools; never filled here
  bool empty() const { return content.empty() && reasoning.empty() && calls.empty(); }
};

// The prompt's tail from its last `<think>` on when only whitespace follows that tag: the reply begins inside the
// reasoning part. Empty otherwise.
std::string OpenedReasoning(absl::string_view prompt);

// A reply has a reasoning part when the prompt opened one or the reply starts with `<think>` after optional
// whitespace. Reasoning is trimmed on both sides, content after it loses its leading whitespace; content of a reply
// without reasoning is untouched. The output depends on the text only, never on how it is cut into pieces.
// Thread-compatible.
class ReasoningSplitter {
 public:
  // `opened` is OpenedReasoning() of the prompt; kNone and kDeepseekLegacy repeat it at the front of the content, since
  // the tag belongs to the reply that people see.
  // `inside`: the reply begins inside its reasoning although the prompt does not end in the tag (a reasoning that is
  // continued).
  ReasoningSplitter(ReasoningFormat format, std::string opened, bool inside = false);

  // Appends what `text` makes certain to `out`.
  void Push(absl::string_view text, ReplyText& out);
  // Whatever comes, no reasoning part begins: appends what was held back. No effect once that is decided.
  void RuleOut(ReplyText& out);
  // The end of the reply: appends what was held back.
  void Flush(ReplyText& out);

  ReasoningFormat format() const { return format_; }
  // The reply has, or had, a reasoning part.
  bool has_reasoning() const { return has_reasoning_; }
  // Between the tags: a reply that ends here was cut inside its reasoning.
  bool in_reasoning() const { return state_ == State::kReasoning; }
  // Offset just past `</think>` in the text pushed so far; 0 = not seen.
  size_t closed_at() const { return closed_at_; }
  // A reasoning part has begun or may still begin.
  bool may_reason() const { return state_ == State::kStart || state_ == State::kReasoning; }

 private:
  enum class State {
    kStart,      // whitespace and part of `<think>` may have been seen
    kReasoning,  // up to `</think>`
    kAfter,      // whitespace between `</think>` and the content
    kContent,    // the rest
  };

  void Step(ReplyText& out, bool at_end);
  void EmitReasoning(absl::string_view text, ReplyText& out);

  const ReasoningFormat format_;
  std::string repeat_;  // opening tag still to be repeated in the content
  State state_;
  std::string pending_;           // text not yet decided
  std::string trailing_;          // whitespace that ends the reasoning unless more follows
  bool reasoning_begun_ = false;  // a non-blank reasoning character was emitted
  bool has_reasoning_ = false;
  size_t consumed_ = 0;  // bytes pushed before pending_
  size_t closed_at_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_REASONING_H_
