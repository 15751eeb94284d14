// Turns the tokens of one reply into the deltas that a client sees: text, calls of tools, stop texts, reasoning, in
// this order.
#ifndef FERRO_ENGINE_SCHEDULE_REPLY_H_
#define FERRO_ENGINE_SCHEDULE_REPLY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/schedule/reasoning.h"
#include "engine/schedule/stop_matcher.h"
#include "engine/schedule/text_around_calls.h"
#include "engine/schedule/tool_call_splitter.h"
#include "engine/text/detokenizer.h"
#include "engine/text/tokenizer.h"

namespace ferro {

struct ReplyOptions {
  // Passed ValidateStopTexts; removed from the output, matched in the reasoning too. Nothing of a call is matched, nor
  // text across calls.
  std::vector<std::string> stop;
  // Absent: the text stays whole and no reasoning is counted.
  std::optional<ReasoningFormat> reasoning;
  std::string opened_reasoning;  // OpenedReasoning() of the prompt
  bool in_reasoning = false;     // the prompt ends inside a reasoning part, with or without the tag at its very end
  // Absent: there are no tools, and nothing is taken for a call. What stands in the reasoning never is.
  std::optional<ToolCallOptions> tool_calls;
};

// Thread-compatible.
class Reply {
 public:
  // `tokenizer` must outlive the reply.
  Reply(const Tokenizer& tokenizer, ReplyOptions options);

  // Appends the text that `token` makes certain to `out`. After a stop text nothing more comes.
  void Push(int32_t token, ReplyText& out);
  // A token that ends the reply and has no text (end of generation, stop token). It is counted.
  void PushSilent() { ++tokens_; }
  // The end: appends what was held back.
  void Finish(ReplyText& out);

  // What comes next belongs to the reasoning part.
  bool in_reasoning() const { return splitter_ && splitter_->in_reasoning(); }
  bool stopped() const { return stops_.matched(); }
  const std::string& stop_text() const { return stops_.match(); }
  // A call of a tool came out.
  bool called_tools() const { return calls_ && calls_->calls() > 0; }
  // Tokens pushed up to and including the one that completed `</think>`; all of them while reasoning is open.
  int reasoning_tokens() const;
  // Sentences for people about a finished reply.
  std::vector<std::string> warnings() const;

 private:
  // The text that comes next, as the model wrote it.
  void AddText(const std::string& text, ReplyText& out);
  // How many bytes of it, from its front, belong to the reasoning part.
  size_t MeasureReasoning(const std::string& text, ReplyText& out);
  // What `calls_` has ready, up to a stop text.
  void TakePieces(ReplyText& out);
  // Text before any stop text.
  void Split(const std::string& text, ReplyText& out);
  void AddContent(const std::string& text, ReplyText& out);

  StreamDetokenizer detokenizer_;
  StopMatcher stops_;
  std::optional<ReasoningSplitter> splitter_;
  std::optional<ToolCallSplitter> calls_;
  // With tools: the reasoning in the text that the model wrote, where calls must not be looked for. Stop texts hold
  // text back from `splitter_`, and are matched when calls are known, so that it cannot tell.
  std::optional<ReasoningSplitter> written_;
  size_t written_bytes_ = 0;
  TextAroundCalls layout_;
  int tokens_ = 0;
  size_t text_bytes_ = 0;           // text that the tokens pushed so far have completed
  std::vector<size_t> token_ends_;  // text_bytes_ after each token, kept while reasoning may go on
  int closed_by_ = 0;               // tokens up to the end of the reasoning; 0 = not closed
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_REPLY_H_
