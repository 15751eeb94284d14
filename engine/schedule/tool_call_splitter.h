// Takes the calls of tools out of a growing reply.
#ifndef FERRO_ENGINE_SCHEDULE_TOOL_CALL_SPLITTER_H_
#define FERRO_ENGINE_SCHEDULE_TOOL_CALL_SPLITTER_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/text/tool_calls/call_list.h"

namespace ferro {

struct ToolCallOptions {
  SoleParameters sole;
  bool parallel = true;  // false: only the first call counts
};

// Text, or a place where calls stand.
struct ReplyPiece {
  std::string text;
  bool is_calls = false;        // there is no text
  std::vector<ToolCall> calls;  // perhaps none: an empty list, or the border of a call that could not be read
};

// Calls stand between two tokens (call_list.h) and come out together, at the second one or at the end of the reply.
// What cannot be read stays text: a list without one good call as it is, tokens included, otherwise the text of each
// bad call. A list that the model repeats, ended by the second token alone, is dropped. What comes out depends on the
// text only, never on how it is cut into pieces. Nothing is read before it is asked for, so that whoever leaves off at
// some text has neither calls nor warnings of what follows. Thread-compatible.
class ToolCallSplitter {
 public:
  explicit ToolCallSplitter(ToolCallOptions options) : options_(std::move(options)) {}

  // The text that comes next.
  void Push(absl::string_view text) { pending_.append(text.data(), text.size()); }
  // Text that comes next, in which nothing counts as a call. Not after a first token.
  void PushQuoted(absl::string_view text);
  // No more comes.
  void End() { ended_ = true; }

  // What is certain and did not come out yet, from its front; nullopt: nothing is.
  std::optional<ReplyPiece> Next();

  // Calls that were read.
  int calls() const { return calls_; }
  // Sentences for people.
  std::vector<std::string> warnings() const;

 private:
  // Text up to the next token, as far as it is certain. False: nothing more can be done now.
  bool StepText();
  // What stands between the two tokens, if the second is there. False: it is not yet.
  bool StepList();
  // Passes over the last list if it comes again. False: whether it does is not certain yet.
  bool StepRepetition();
  // What was held back.
  void StepEnd();
  void Read(absl::string_view list, bool closed);
  void EmitText(std::string text);

  const ToolCallOptions options_;
  std::deque<ReplyPiece> ready_;
  bool in_list_ = false;
  bool ended_ = false;
  std::string pending_;     // not yet decided
  size_t searched_ = 0;     // bytes of it without the second token, in a list
  std::string repetition_;  // the last list and its second token, where it may come again; empty: it may not
  int calls_ = 0, dropped_ = 0, rejected_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_TOOL_CALL_SPLITTER_H_
