// Takes the calls of tools out of a growing reply.
#ifndef FERRO_ENGINE_SCHEDULE_TOOL_CALL_SPLITTER_H_
#define FERRO_ENGINE_SCHEDULE_TOOL_CALL_SPLITTER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/schedule/reasoning.h"
#include "engine/text/tool_calls/call_list.h"

namespace ferro {

struct ToolCallOptions {
  SoleParameters sole;
  bool parallel = true;  // false: only the first call counts
};

// Calls stand between two tokens (call_list.h) and come out together, at the second one or at the end of the reply.
// What cannot be read stays content: a list without one good call as it is, tokens included, otherwise the text of the
// bad calls. White space around calls is dropped; text after them begins on a line of its own. A list that the model
// repeats, ended by the second token alone, is dropped too. The output depends on the text only, never on how it is cut
// into pieces. Thread-compatible.
class ToolCallSplitter {
 public:
  explicit ToolCallSplitter(ToolCallOptions options) : options_(std::move(options)) {}

  // Appends what `content` makes certain to `out`.
  void Push(absl::string_view content, ReplyText& out);
  // The end of the reply: appends what was held back.
  void Flush(ReplyText& out);

  // Calls that came out.
  int calls() const { return calls_; }
  // Sentences for people.
  std::vector<std::string> warnings() const;

 private:
  // Text up to the next token, as far as it is certain. False: nothing more can be done now.
  bool StepText(ReplyText& out);
  // What stands between the two tokens, if the second is there. False: it is not yet.
  bool StepList(ReplyText& out);
  // Passes over the last list if it comes again. False: whether it does is not certain yet.
  bool StepRepetition();
  void Read(absl::string_view list, bool closed, ReplyText& out);
  void Emit(absl::string_view text, ReplyText& out);

  const ToolCallOptions options_;
  bool in_list_ = false;
  std::string pending_;     // not yet decided
  size_t searched_ = 0;     // bytes of it without the second token, in a list
  std::string space_;       // white space before pending_ that is content only if text follows
  bool begun_ = false;      // there was content
  bool own_line_ = false;   // there was a list since
  std::string repetition_;  // the last list and its second token, where it may come again; empty: it may not
  int calls_ = 0, dropped_ = 0, rejected_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_TOOL_CALL_SPLITTER_H_
