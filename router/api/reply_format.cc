#include "router/api/reply_format.h"

#include <utility>

#include "router/http/request_id.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::Delta;
using ferro::lm::v1::FinishReason;
using ferro::lm::v1::ToolCall;

Json TokensJson(const Delta& delta) { return Json(std::vector<int32_t>(delta.tokens().begin(), delta.tokens().end())); }

Json FunctionJson(const ToolCall& call, const std::string& arguments) {
  return Json{{"name", call.name()}, {"arguments", arguments}};
}

Json CallJson(const ToolCall& call, const std::string& arguments) {
  return Json{{"id", "call_" + RandomAlnum(24)}, {"type", "function"}, {"function", FunctionJson(call, arguments)}};
}

class ChatFormat : public ReplyFormat {
 public:
  const char* IdPrefix() const override { return "chatcmpl-"; }
  const char* Object(bool stream) const override { return stream ? "chat.completion.chunk" : "chat.completion"; }

  Json Whole(int index, const ChoiceText& text, FinishReason finish, bool return_tokens) const override {
    Json message{{"role", "assistant"}, {"content", text.content}};
    if (!text.reasoning.empty()) message["reasoning_content"] = text.reasoning;
    if (!text.calls.empty()) {
      if (text.content.empty()) message["content"] = nullptr;
      AddCalls(text.calls, message);
    }
    message["refusal"] = nullptr;
    Json choice{
        {"index", index}, {"message", std::move(message)}, {"logprobs", nullptr}, {"finish_reason", Finish(finish)}};
    if (return_tokens) choice["tokens"] = text.tokens;
    return choice;
  }

  std::optional<Json> Opening(int index) const override {
    return Chunk(index, Json{{"role", "assistant"}, {"content", ""}}, nullptr);
  }

  std::vector<Json> Deltas(int index, const Delta& delta, bool return_tokens) const override {
    std::vector<Json> choices;
    if (!delta.reasoning().empty())
      choices.push_back(Chunk(index, {{"reasoning_content", delta.reasoning()}}, nullptr));
    const bool silent_tokens =
        return_tokens && delta.tokens_size() > 0 && delta.reasoning().empty() && delta.tool_calls_size() == 0;
    // Tokens whose text is still held back travel with an empty text.
    if (!delta.content().empty() || silent_tokens) {
      choices.push_back(Chunk(index, {{"content", delta.content()}}, nullptr));
    }
    for (const ToolCall& call : delta.tool_calls()) {
      for (Json& part : CallDeltas(call)) choices.push_back(Chunk(index, std::move(part), nullptr));
    }
    if (return_tokens && !choices.empty()) choices[0]["tokens"] = TokensJson(delta);
    return choices;
  }

  Json Progress(int index) const override {
    return Chunk(index, Json{{"role", "assistant"}, {"content", nullptr}}, nullptr);
  }
  Json Last(int index, FinishReason finish) const override { return Chunk(index, Json::object(), Finish(finish)); }

 private:
  virtual const char* Finish(FinishReason reason) const { return FinishName(reason); }

  // At least one.
  virtual void AddCalls(const std::vector<ToolCall>& calls, Json& message) const {
    Json& all = message["tool_calls"] = Json::array();
    for (const ToolCall& call : calls) all.push_back(CallJson(call, call.arguments_json()));
  }

  // Clients read the first element of `tool_calls` only, and close a call when they see the next one's index.
  virtual std::vector<Json> CallDeltas(const ToolCall& call) const {
    Json first{{"index", call.index()}};
    first.update(CallJson(call, ""));
    const Json rest{{"index", call.index()}, {"function", {{"arguments", call.arguments_json()}}}};
    return {Json{{"tool_calls", Json::array({std::move(first)})}}, Json{{"tool_calls", Json::array({rest})}}};
  }

  static Json Chunk(int index, Json delta, Json finish) {
    return Json{
        {"index", index}, {"delta", std::move(delta)}, {"logprobs", nullptr}, {"finish_reason", std::move(finish)}};
  }
};

// A reply has one call at most, since the request allowed no more.
class FunctionFormat final : public ChatFormat {
  const char* Finish(FinishReason reason) const override {
    return reason == ferro::lm::v1::FINISH_REASON_TOOL_CALLS ? "function_call" : FinishName(reason);
  }

  void AddCalls(const std::vector<ToolCall>& calls, Json& message) const override {
    message["function_call"] = FunctionJson(calls.front(), calls.front().arguments_json());
  }

  std::vector<Json> CallDeltas(const ToolCall& call) const override {
    return {Json{{"function_call", FunctionJson(call, "")}},
            Json{{"function_call", {{"arguments", call.arguments_json()}}}}};
  }
};

class CompletionFormat final : public ReplyFormat {
 public:
  const char* IdPrefix() const override { return "cmpl-"; }
  const char* Object(bool) const override { return "text_completion"; }

  Json Whole(int index, const ChoiceText& text, FinishReason finish, bool return_tokens) const override {
    // There is no field for reasoning here, so both parts are the text.
    Json choice = Choice(index, text.reasoning + text.content, FinishName(finish));
    if (return_tokens) choice["tokens"] = text.tokens;
    return choice;
  }

  std::optional<Json> Opening(int) const override { return std::nullopt; }

  std::vector<Json> Deltas(int index, const Delta& delta, bool return_tokens) const override {
    const bool tokens = return_tokens && delta.tokens_size() > 0;
    if (delta.content().empty() && delta.reasoning().empty() && !tokens) return {};
    Json choice = Choice(index, delta.reasoning() + delta.content(), nullptr);
    if (return_tokens) choice["tokens"] = TokensJson(delta);
    return {std::move(choice)};
  }

  Json Progress(int index) const override { return Choice(index, "", nullptr); }
  Json Last(int index, FinishReason finish) const override { return Choice(index, "", FinishName(finish)); }

 private:
  static Json Choice(int index, const std::string& text, Json finish) {
    return Json{{"text", text}, {"index", index}, {"logprobs", nullptr}, {"finish_reason", std::move(finish)}};
  }
};

}  // namespace

const char* FinishName(ferro::lm::v1::FinishReason reason) {
  switch (reason) {
    case ferro::lm::v1::FINISH_REASON_LENGTH:
      return "length";
    case ferro::lm::v1::FINISH_REASON_TOOL_CALLS:
      return "tool_calls";
    default:
      return "stop";
  }
}

const ReplyFormat& ChatReplyFormat() {
  static const ChatFormat format;
  return format;
}

const ReplyFormat& FunctionReplyFormat() {
  static const FunctionFormat format;
  return format;
}

const ReplyFormat& CompletionReplyFormat() {
  static const CompletionFormat format;
  return format;
}

}  // namespace ferro::router
