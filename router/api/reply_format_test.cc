#include "router/api/reply_format.h"

#include "gtest/gtest.h"
#include "router/api/sse.h"
#include "router/api/usage_json.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::FINISH_REASON_LENGTH;
using ferro::lm::v1::FINISH_REASON_STOP;
using ferro::lm::v1::FINISH_REASON_TOOL_CALLS;

ferro::lm::v1::Delta MakeDelta(const std::string& reasoning, const std::string& content, std::vector<int> tokens) {
  ferro::lm::v1::Delta delta;
  delta.set_reasoning(reasoning);
  delta.set_content(content);
  for (const int token : tokens) delta.add_tokens(token);
  return delta;
}

TEST(ReplyFormatTest, ChatDeltasCarryOneChangedKeyEach) {
  const auto parts = ChatReplyFormat().Deltas(0, MakeDelta("hm", "ok", {1, 2}), /*return_tokens=*/true);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(DumpJson(parts[0]),
            R"({"index":0,"delta":{"reasoning_content":"hm"},"logprobs":null,"finish_reason":null,"tokens":[1,2]})");
  EXPECT_EQ(DumpJson(parts[1]), R"({"index":0,"delta":{"content":"ok"},"logprobs":null,"finish_reason":null})");
}

TEST(ReplyFormatTest, HeldBackTextStillDeliversTokens) {
  EXPECT_TRUE(ChatReplyFormat().Deltas(0, MakeDelta("", "", {7}), false).empty());
  const auto parts = ChatReplyFormat().Deltas(0, MakeDelta("", "", {7}), true);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0]["delta"]["content"], "");
  EXPECT_EQ(parts[0]["tokens"], Json({7}));
}

ferro::lm::v1::ToolCall Call(int index, const std::string& name, const std::string& arguments) {
  ferro::lm::v1::ToolCall call;
  call.set_index(index);
  call.set_name(name);
  call.set_arguments_json(arguments);
  return call;
}

TEST(ReplyFormatTest, WholeChatsWithCallsOfTools) {
  ChoiceText text;
  text.calls = {Call(0, "f", R"({"a":1})"), Call(1, "g", "{}")};
  Json choice = ChatReplyFormat().Whole(0, text, FINISH_REASON_TOOL_CALLS, false);
  EXPECT_EQ(choice["finish_reason"], "tool_calls");
  Json& calls = choice["message"]["tool_calls"];
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_NE(calls[0]["id"], calls[1]["id"]);
  for (Json& call : calls) {
    const std::string id = call["id"];
    EXPECT_EQ(id.size(), 5u + 24u);
    EXPECT_EQ(id.substr(0, 5), "call_");
    call.erase("id");
  }
  EXPECT_EQ(DumpJson(choice["message"]),
            R"({"role":"assistant","content":null,"tool_calls":[{"type":"function","function":{"name":"f","arguments":)"
            R"("{\"a\":1}"}},{"type":"function","function":{"name":"g","arguments":"{}"}}],"refusal":null})");
  text.content = "Look:";
  EXPECT_EQ(ChatReplyFormat().Whole(0, text, FINISH_REASON_TOOL_CALLS, false)["message"]["content"], "Look:");
}

TEST(ReplyFormatTest, StreamedCallsAreTwoFragmentsEach) {
  ferro::lm::v1::Delta delta = MakeDelta("", "Look:", {1});
  *delta.add_tool_calls() = Call(0, "f", R"({"a":1})");
  *delta.add_tool_calls() = Call(1, "g", "{}");
  std::vector<Json> parts = ChatReplyFormat().Deltas(0, delta, false);
  ASSERT_EQ(parts.size(), 5u);
  EXPECT_EQ(DumpJson(parts[0]["delta"]), R"({"content":"Look:"})");
  for (const int first : {1, 3}) {
    Json& call = parts[first]["delta"]["tool_calls"][0];
    EXPECT_EQ(call["id"].get<std::string>().substr(0, 5), "call_");
    call.erase("id");
  }
  EXPECT_EQ(DumpJson(parts[1]["delta"]),
            R"({"tool_calls":[{"index":0,"type":"function","function":{"name":"f","arguments":""}}]})");
  EXPECT_EQ(DumpJson(parts[2]["delta"]), R"({"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":1}"}}]})");
  EXPECT_EQ(parts[3]["delta"]["tool_calls"][0]["index"], 1);
  EXPECT_EQ(DumpJson(parts[4]["delta"]), R"({"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]})");
}

TEST(ReplyFormatTest, WholeChatsWithFunctions) {
  ChoiceText text;
  text.calls = {Call(0, "f", R"({"a":1})")};
  const Json choice = FunctionReplyFormat().Whole(0, text, FINISH_REASON_TOOL_CALLS, false);
  EXPECT_EQ(DumpJson(choice),
            R"({"index":0,"message":{"role":"assistant","content":null,"function_call":{"name":"f",)"
            R"("arguments":"{\"a\":1}"},"refusal":null},"logprobs":null,"finish_reason":"function_call"})");
  EXPECT_EQ(FunctionReplyFormat().Whole(0, {}, FINISH_REASON_LENGTH, false)["finish_reason"], "length");
}

TEST(ReplyFormatTest, StreamedFunctionsAreTwoFragments) {
  ferro::lm::v1::Delta delta = MakeDelta("", "Look:", {});
  *delta.add_tool_calls() = Call(0, "f", R"({"a":1})");
  const std::vector<Json> parts = FunctionReplyFormat().Deltas(0, delta, false);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(DumpJson(parts[1]["delta"]), R"({"function_call":{"name":"f","arguments":""}})");
  EXPECT_EQ(DumpJson(parts[2]["delta"]), R"({"function_call":{"arguments":"{\"a\":1}"}})");
  EXPECT_EQ(FunctionReplyFormat().Last(0, FINISH_REASON_TOOL_CALLS)["finish_reason"], "function_call");
}

TEST(ReplyFormatTest, Completions) {
  const ReplyFormat& format = CompletionReplyFormat();
  EXPECT_FALSE(format.Opening(0));
  EXPECT_EQ(DumpJson(format.Last(2, FINISH_REASON_LENGTH)),
            R"({"text":"","index":2,"logprobs":null,"finish_reason":"length"})");
  ChoiceText text;
  text.content = "hello";
  text.tokens = {5, 6};
  EXPECT_EQ(DumpJson(format.Whole(1, text, FINISH_REASON_STOP, true)),
            R"({"text":"hello","index":1,"logprobs":null,"finish_reason":"stop","tokens":[5,6]})");
}

TEST(ReplyFormatTest, EventsAreOneLine) {
  EXPECT_EQ(SseEvent(Json{{"text", "a\nb"}}), "data: {\"text\":\"a\\nb\"}\n\n");
}

TEST(UsageJsonTest, RatesLeaveTheFirstTokenOut) {
  ferro::common::v1::Usage usage;
  usage.set_prompt_tokens(10);
  usage.set_cached_tokens(6);
  usage.set_completion_tokens(5);
  ferro::common::v1::Timings timings;
  timings.set_prompt_ms(8);
  timings.set_predicted_ms(40);
  const Json json = TimingsJson(usage, timings, 42);
  EXPECT_EQ(json["cache_n"], 6);
  EXPECT_EQ(json["prompt_n"], 4);
  EXPECT_EQ(json["prompt_per_token_ms"], 2.0);
  EXPECT_EQ(json["prompt_per_second"], 500.0);
  EXPECT_EQ(json["predicted_per_token_ms"], 10.0);
  EXPECT_EQ(json["predicted_per_second"], 100.0);
  EXPECT_EQ(json["seed"], 42);
  EXPECT_FALSE(json.contains("draft_n"));
}

TEST(UsageJsonTest, NothingIsDividedByZero) {
  ferro::common::v1::Usage usage;
  usage.set_completion_tokens(1);
  const Json json = TimingsJson(usage, {}, std::nullopt);
  EXPECT_EQ(json["predicted_ms"], 0.001);
  for (const char* key :
       {"prompt_per_token_ms", "prompt_per_second", "predicted_per_token_ms", "predicted_per_second"}) {
    EXPECT_EQ(json[key], 0.0) << key;
  }
}

}  // namespace
}  // namespace ferro::router
