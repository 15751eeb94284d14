#include "engine/schedule/reply.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

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

// The same text as single bytes and as tokens of random lengths.
TEST(ReplyTest, DoesNotDependOnTheTokens) {
  const auto bytes = ByteTokenizer(/*think_tokens=*/false);
  const auto specials = ByteTokenizer(/*think_tokens=*/true);
  std::mt19937 random(5);
  const std::vector<std::string> parts = {"<think>", "</think>", "a", " ", "\n", "</", "é", "stop", "st"};
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<int32_t> plain, special;
    for (size_t i = random() % 10; i > 0; --i) {
      const std::string& part = parts[random() % parts.size()];
      plain = plain + Bytes(part);
      special = special + (part == "<think>"    ? std::vector<int32_t>{kThinkToken}
                           : part == "</think>" ? std::vector<int32_t>{kEndThinkToken}
                                                : Bytes(part));
    }
    ReplyOptions options;
    options.stop = {"stop", "a\n"};
    options.reasoning = static_cast<ReasoningFormat>(trial % 3);
    if (trial % 5 == 0) options.opened_reasoning = "<think>";
    const Outcome a = Assemble(*bytes, plain, options);
    const Outcome b = Assemble(*specials, special, options);
    EXPECT_EQ(a.text.content, b.text.content);
    EXPECT_EQ(a.text.reasoning, b.text.reasoning);
    EXPECT_EQ(a.stop_text, b.stop_text);
    EXPECT_EQ(a.warnings, b.warnings);
  }
}

}  // namespace
}  // namespace ferro
