// How choices look on one route. The flow around them is generation.h's.
#ifndef FERRO_ROUTER_API_REPLY_FORMAT_H_
#define FERRO_ROUTER_API_REPLY_FORMAT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "ferro/lm/v1/lm.pb.h"

namespace ferro::router {

// `stop`, `length` or `tool_calls`, in metrics and logs; what is unknown here is `stop`.
const char* FinishName(ferro::lm::v1::FinishReason reason);

// Everything that one choice has produced.
struct ChoiceText {
  std::string content;
  std::string reasoning;
  std::vector<ferro::lm::v1::ToolCall> calls;
  std::vector<int32_t> tokens;
};

// Stateless; every function returns elements of `choices`. Calls of tools get an id each time they are shown, drawn at
// random.
class ReplyFormat {
 public:
  virtual ~ReplyFormat() = default;

  virtual const char* IdPrefix() const = 0;
  virtual const char* Object(bool stream) const = 0;

  // A whole choice. `tokens` are shown where asked for.
  virtual Json Whole(int index, const ChoiceText& text, ferro::lm::v1::FinishReason finish,
                     bool return_tokens) const = 0;

  // Sent once before a choice's first delta; nullopt = the route has no such event.
  virtual std::optional<Json> Opening(int index) const = 0;
  // One element per changed part: reasoning, content, then two for each call of a tool, its name and its arguments.
  virtual std::vector<Json> Deltas(int index, const ferro::lm::v1::Delta& delta, bool return_tokens) const = 0;
  // Carries prompt progress.
  virtual Json Progress(int index) const = 0;
  virtual Json Last(int index, ferro::lm::v1::FinishReason finish) const = 0;
};

// /v1/chat/completions; the same for requests with `functions`, the field before `tools`, whose answers have one
// `function_call` without an id in place of `tool_calls`; /v1/completions.
const ReplyFormat& ChatReplyFormat();
const ReplyFormat& FunctionReplyFormat();
const ReplyFormat& CompletionReplyFormat();

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_REPLY_FORMAT_H_
