#include "engine/schedule/reply.h"

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/schedule/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Outcome {
  ReplyText text;
  int reasoning_tokens = 0;
  std::string stop_text;
  std::vector<std::string> warnings;
};

Outcome Assemble(const Tokenizer& tokenizer, const std::vector<int32_t>& tokens, ReplyOptions options) {
  Reply reply(tokenizer, std::move(options));
  Outcome outcome;
  for (const int32_t token : tokens) {
    if (reply.stopped()) break;
    reply.Push(token, outcome.text);
  }
  reply.Finish(outcome.text);
  outcome.reasoning_tokens = reply.reasoning_tokens();
  outcome.stop_text = reply.stop_text();
  outcome.warnings = reply.warnings();
  return outcome;
}

ReplyOptions Deepseek() {
  ReplyOptions options;
  options.reasoning = ReasoningFormat::kDeepseek;
  return options;
}

std::vector<int32_t> operator+(std::vector<int32_t> a, const std::vector<int32_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(ReplyTest, TagsThatAreControlTokens) {
  const auto tokenizer = ByteTokenizer();
  const std::vector<int32_t> tokens =
      std::vector<int32_t>{kThinkToken} + Bytes("\nhm\n") + std::vector<int32_t>{kEndThinkToken} + Bytes("\nyes");
  const Outcome outcome = Assemble(*tokenizer, tokens, Deepseek());
  EXPECT_EQ(outcome.text.reasoning, "hm");
  EXPECT_EQ(outcome.text.content, "yes");
  EXPECT_EQ(outcome.reasoning_tokens, 6);
  EXPECT_THAT(outcome.warnings, IsEmpty());
}

TEST(ReplyTest, TagsThatAreOrdinaryText) {
  const auto tokenizer = ByteTokenizer(/*think_tokens=*/false);
  const Outcome outcome = Assemble(*tokenizer, Bytes("<think>hm</think>yes"), Deepseek());
  EXPECT_EQ(outcome.text.reasoning, "hm");
  EXPECT_EQ(outcome.text.content, "yes");
  EXPECT_EQ(outcome.reasoning_tokens, 17);
}

TEST(ReplyTest, WithoutSplittingTheTextStaysWhole) {
  const auto tokenizer = ByteTokenizer();
  const Outcome outcome = Assemble(*tokenizer, Bytes("<think>hm</think>yes"), {});
  EXPECT_EQ(outcome.text.content, "<think>hm</think>yes");
  EXPECT_EQ(outcome.reasoning_tokens, 0);
}

std::vector<int32_t> Called(absl::string_view list) {
  return std::vector<int32_t>{kCallToken} + Bytes(list) + std::vector<int32_t>{kEndCallToken};
}

TEST(ReplyTest, CallsOfToolsWhereThereAreTools) {
  const auto tokenizer = ByteTokenizer(/*think_tokens=*/true, /*call_tokens=*/true);
  const std::vector<int32_t> tokens = Bytes("<think>hm [f()]</think>Look: ") + Called("[f(a='x')]");
  ReplyOptions options = Deepseek();
  options.tool_calls.emplace();
  const Outcome outcome = Assemble(*tokenizer, tokens, std::move(options));
  EXPECT_EQ(outcome.text.reasoning, "hm [f()]");
  EXPECT_EQ(outcome.text.content, "Look:");
  ASSERT_THAT(outcome.text.calls, SizeIs(1));
  EXPECT_EQ(outcome.text.calls[0].name, "f");
  EXPECT_EQ(outcome.text.calls[0].arguments, R"({"a":"x"})");
  EXPECT_THAT(outcome.warnings, IsEmpty());
}

TEST(ReplyTest, WithoutToolsTheTextOfACallIsText) {
  const auto tokenizer = ByteTokenizer(/*think_tokens=*/true, /*call_tokens=*/true);
  const Outcome outcome = Assemble(*tokenizer, Called("[f(a='x')]"), Deepseek());
  EXPECT_EQ(outcome.text.content, "[f(a='x')]");
  EXPECT_THAT(outcome.text.calls, IsEmpty());
}

TEST(ReplyTest, AReplyThatEndsInACallKeepsItsText) {
  const auto tokenizer = ByteTokenizer(/*think_tokens=*/true, /*call_tokens=*/true);
  ReplyOptions options;
  options.tool_calls.emplace();
  const std::vector<int32_t> tokens = std::vector<int32_t>{kCallToken} + Bytes("[f(a='x");
  const Outcome outcome = Assemble(*tokenizer, tokens, std::move(options));
  EXPECT_EQ(outcome.text.content, "<|tool_call_start|>[f(a='x");
  EXPECT_THAT(outcome.text.calls, IsEmpty());
  EXPECT_THAT(outcome.warnings, SizeIs(1));
}

// What a reply of bytes becomes where there are tools and stop texts: content, then calls, then the stop text.
std::string WithTools(const std::string& text, std::vector<std::string> stop,
                      ReasoningFormat format = ReasoningFormat::kDeepseek) {
  const auto tokenizer = ByteTokenizer(/*think_tokens=*/false);
  ReplyOptions options;
  options.reasoning = format;
  options.stop = std::move(stop);
  options.tool_calls.emplace();
  const Outcome outcome = Assemble(*tokenizer, Bytes(text), std::move(options));
  std::string shown = absl::StrCat("\"", outcome.text.content, "\"");
  for (const ToolCall& call : outcome.text.calls) absl::StrAppend(&shown, " ", call.name, call.arguments);
  if (!outcome.stop_text.empty()) absl::StrAppend(&shown, " stopped");
  return shown;
}

const std::string kCall = "<|tool_call_start|>[f(a='x STOP')]<|tool_call_end|>";

TEST(ReplyTest, StopTextsMatchNothingOfACall) {
  const std::string called = R"( f{"a":"x STOP"})";
  for (const char* stop : {"<", "<|", "|>", "[", "f(", "'", "STOP", "]<", "<|tool_call_end|>"}) {
    EXPECT_EQ(WithTools(kCall, {stop}), "\"\"" + called) << stop;
    EXPECT_EQ(WithTools("Look. " + kCall + "\n", {stop}), "\"Look.\"" + called) << stop;
  }
  EXPECT_EQ(WithTools("Look" + kCall + "STOP " + kCall, {"STOP"}), "\"Look\"" + called + " stopped");
  EXPECT_EQ(WithTools("Look STOP" + kCall, {"STOP"}), "\"Look \" stopped");
  EXPECT_EQ(WithTools("Look.\n" + kCall, {"\n"}), "\"Look.\" stopped") << "white space is text";
  EXPECT_EQ(WithTools("a ST" + kCall + "OP", {"STOP"}), "\"a ST\nOP\"" + called) << "nothing matches across a call";
  EXPECT_EQ(WithTools("1 < 2 " + kCall, {"<"}), "\"1 \" stopped");
}

TEST(ReplyTest, StopTextsMatchWhatIsNoCall) {
  const std::string bad = "<|tool_call_start|>[f(STOP)]<|tool_call_end|>";
  EXPECT_EQ(WithTools("a " + bad + kCall, {"STOP"}), "\"a <|tool_call_start|>[f(\" stopped");
  EXPECT_EQ(WithTools("a " + bad, {"<"}), "\"a \" stopped");
  EXPECT_EQ(WithTools("a <|tool_call_start|>[f(a='STOP", {"STOP"}), "\"a <|tool_call_start|>[f(a='\" stopped");
  EXPECT_EQ(WithTools("a ST<|tool_call_end|>OP b", {"STOP"}), "\"a \" stopped") << "a token alone is not shown";
}

TEST(ReplyTest, ACallInTheReasoningIsNone) {
  const std::string quoted = "<|tool_call_start|>[g()]<|tool_call_end|>", called = R"( f{"a":"x STOP"})";
  const std::string thinking = "<think>\nSay " + quoted + " then";
  for (const ReasoningFormat format : {ReasoningFormat::kNone, ReasoningFormat::kDeepseekLegacy}) {
    EXPECT_EQ(WithTools(thinking + "</think>\n\n" + kCall, {}, format), "\"" + thinking + "</think>\"" + called);
    EXPECT_EQ(WithTools(thinking, {}, format), "\"" + thinking + "\"");
  }
  EXPECT_EQ(WithTools(thinking + "</think>\n\n" + kCall, {}), "\"\"" + called);
  EXPECT_EQ(WithTools(kCall + "<think>" + quoted, {}), "\"<think>\"" + called + " g{}") << "reasoning is at the front";
  EXPECT_EQ(WithTools("  " + kCall + "\n<think>b", {}), "\"<think>b\"" + called);
}

TEST(ReplyTest, ACallInAReasoningThatThePromptOpenedIsNone) {
  const auto tokenizer = ByteTokenizer(/*think_tokens=*/true, /*call_tokens=*/true);
  const std::vector<int32_t> tokens = Called("[f()]") + std::vector<int32_t>{kEndThinkToken} + Called("[g()]");
  for (const bool inside : {false, true}) {
    ReplyOptions options;
    options.reasoning = ReasoningFormat::kNone;
    options.tool_calls.emplace();
    options.in_reasoning = inside;
    if (!inside) options.opened_reasoning = "<think>\n";
    const Outcome outcome = Assemble(*tokenizer, tokens, std::move(options));
    EXPECT_EQ(outcome.text.content,
              absl::StrCat(inside ? "" : "<think>\n", "<|tool_call_start|>[f()]<|tool_call_end|></think>"));
    ASSERT_THAT(outcome.text.calls, SizeIs(1));
    EXPECT_EQ(outcome.text.calls[0].name, "g");
    EXPECT_EQ(outcome.reasoning_tokens, 8);
  }
}

TEST(ReplyTest, StopTextInsideTheReasoning) {
  const auto tokenizer = ByteTokenizer();
  ReplyOptions options = Deepseek();
  options.stop = {"STOP"};
  const Outcome outcome = Assemble(*tokenizer, Bytes("<think>abSTOPcd</think>yes"), options);
  EXPECT_EQ(outcome.text.reasoning, "ab");
  EXPECT_EQ(outcome.text.content, "");
  EXPECT_EQ(outcome.stop_text, "STOP");
  EXPECT_EQ(outcome.reasoning_tokens, 13) << "up to the token that completed the stop text";
  EXPECT_THAT(outcome.warnings, SizeIs(1));
}

// A stop text that begins like the closing tag holds the tag back; the count must not move.
TEST(ReplyTest, HeldBackTagCountsWhereItWasComplete) {
  const auto tokenizer = ByteTokenizer();
  ReplyOptions options = Deepseek();
  options.stop = {"</think>\n\nx"};
  const Outcome outcome = Assemble(*tokenizer, Bytes("<think>a</think>\n\ny"), options);
  EXPECT_EQ(outcome.text.content, "y");
  EXPECT_EQ(outcome.reasoning_tokens, 16);
}

TEST(ReplyTest, EndInsideTheReasoningWarns) {
  const auto tokenizer = ByteTokenizer();
  EXPECT_THAT(Assemble(*tokenizer, Bytes("<think>abc"), Deepseek()).warnings, SizeIs(1));
  ReplyOptions none;
  none.reasoning = ReasoningFormat::kNone;
  EXPECT_THAT(Assemble(*tokenizer, Bytes("<think>abc"), none).warnings, IsEmpty()) << "its content is there";
}

TEST(ReplyTest, BrokenTextEndsInAReplacement) {
  const auto tokenizer = ByteTokenizer();
  EXPECT_EQ(Assemble(*tokenizer, Bytes("a\xc3"), {}).text.content, "a\xef\xbf\xbd");
  EXPECT_EQ(Assemble(*tokenizer, Bytes("a\xc3\xa9"), {}).text.content, "a\xc3\xa9");
}

// The same text as single bytes and with tags that are tokens.
TEST(ReplyTest, DoesNotDependOnTheTokens) {
  const auto bytes = ByteTokenizer(/*think_tokens=*/false);
  const auto specials = ByteTokenizer(/*think_tokens=*/true, /*call_tokens=*/true);
  const std::vector<std::pair<std::string, int32_t>> tags = {{"<think>", kThinkToken},
                                                             {"</think>", kEndThinkToken},
                                                             {"<|tool_call_start|>", kCallToken},
                                                             {"<|tool_call_end|>", kEndCallToken}};
  const std::vector<std::string> texts = {"a",  " ", "\n", "</", "é", "stop", "st", "[f(a='stop')]", "[f(st), g()]",
                                          "<|t"};
  std::mt19937 random(5);
  int called = 0, stopped = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<int32_t> plain, special;
    // Without tools, calls as tokens are not shown at all.
    const bool has_tools = trial % 8 > 1;
    const size_t n_tags = has_tools ? tags.size() : 2;
    for (size_t i = random() % 12; i > 0; --i) {
      const size_t part = random() % (n_tags + texts.size());
      const bool is_tag = part < n_tags;
      const std::vector<int32_t> spelt = Bytes(is_tag ? tags[part].first : texts[part - n_tags]);
      plain = plain + spelt;
      special = special + (is_tag ? std::vector<int32_t>{tags[part].second} : spelt);
    }
    ReplyOptions options;
    options.stop = {"stop", "a\n", "<"};
    if (trial % 4 > 0) options.stop.pop_back();
    options.reasoning = static_cast<ReasoningFormat>(trial % 3);
    if (trial % 5 == 0) options.opened_reasoning = "<think>";
    if (has_tools) options.tool_calls = {{}, /*parallel=*/trial % 7 > 0};
    const Outcome a = Assemble(*bytes, plain, options);
    const Outcome b = Assemble(*specials, special, options);
    EXPECT_EQ(a.text.content, b.text.content);
    EXPECT_EQ(a.text.reasoning, b.text.reasoning);
    EXPECT_EQ(a.stop_text, b.stop_text);
    EXPECT_EQ(a.warnings, b.warnings);
    ASSERT_EQ(a.text.calls.size(), b.text.calls.size());
    for (size_t i = 0; i < a.text.calls.size(); ++i) EXPECT_EQ(a.text.calls[i].arguments, b.text.calls[i].arguments);
    called += !a.text.calls.empty();
    stopped += !a.stop_text.empty();
  }
  EXPECT_GT(called, 100);
  EXPECT_GT(stopped, 100);
}

}  // namespace
}  // namespace ferro
