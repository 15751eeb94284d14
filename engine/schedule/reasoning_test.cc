#include "engine/schedule/reasoning.h"

#include <random>
#include <string>

#include "gtest/gtest.h"

namespace ferro {
namespace {

struct Case {
  const char* opened;
  const char* text;
  const char* content;
  const char* reasoning;
};

ReplyText Split(ReasoningFormat format, const std::string& opened, const std::string& text) {
  ReasoningSplitter splitter(format, opened);
  ReplyText out;
  splitter.Push(text, out);
  splitter.Flush(out);
  return out;
}

constexpr Case kDeepseekCases[] = {
    {"", "plain answer", "plain answer", ""},
    {"", "  \n spaced answer \n", "  \n spaced answer \n", ""},
    {"", "<think>plan</think>answer", "answer", "plan"},
    {"", " \n<think>\nplan\nmore\n</think>\n\nanswer\n", "answer\n", "plan\nmore"},
    {"", "<think></think>answer", "answer", ""},
    {"", "<think> \n </think>\nanswer", "answer", ""},
    {"", "<think>never closed \n", "", "never closed"},
    {"", "<think>a < b </thin> c</think>x", "x", "a < b </thin> c"},
    {"", "<thin air", "<thin air", ""},
    {"", "<thi", "<thi", ""},
    {"", "say <think>no</think>", "say <think>no</think>", ""},
    {"", "", "", ""},
    {"", " ", " ", ""},
    {"<think>", "plan</think>answer", "answer", "plan"},
    {"<think>\n", "plan", "", "plan"},
    {"<think>", "</think>\n answer", "answer", ""},
    {"", "<think>one</think>two</think><think>three", "two</think><think>three", "one"},
};

TEST(ReasoningSplitterTest, Deepseek) {
  for (const Case& c : kDeepseekCases) {
    const ReplyText out = Split(ReasoningFormat::kDeepseek, c.opened, c.text);
    EXPECT_EQ(out.content, c.content) << c.text;
    EXPECT_EQ(out.reasoning, c.reasoning) << c.text;
  }
}

TEST(ReasoningSplitterTest, NoneKeepsEverythingAndRepeatsTheOpenedTag) {
  for (const Case& c : kDeepseekCases) {
    const ReplyText out = Split(ReasoningFormat::kNone, c.opened, c.text);
    EXPECT_EQ(out.content, std::string(c.opened) + c.text);
    EXPECT_EQ(out.reasoning, "");
  }
}

TEST(ReasoningSplitterTest, LegacyDoesBoth) {
  for (const Case& c : kDeepseekCases) {
    const ReplyText out = Split(ReasoningFormat::kDeepseekLegacy, c.opened, c.text);
    EXPECT_EQ(out.content, std::string(c.opened) + c.text);
    EXPECT_EQ(out.reasoning, c.reasoning);
  }
}

TEST(ReasoningSplitterTest, KnowsWhereItStands) {
  ReasoningSplitter splitter(ReasoningFormat::kDeepseek, "");
  ReplyText out;
  splitter.Push(" <thi", out);
  EXPECT_TRUE(splitter.may_reason());
  EXPECT_FALSE(splitter.in_reasoning());
  splitter.Push("nk>ab", out);
  EXPECT_TRUE(splitter.in_reasoning());
  EXPECT_EQ(splitter.closed_at(), 0u);
  splitter.Push("</think>c", out);
  EXPECT_FALSE(splitter.in_reasoning());
  EXPECT_FALSE(splitter.may_reason());
  EXPECT_EQ(splitter.closed_at(), std::string(" <think>ab</think>").size());
}

TEST(ReasoningSplitterTest, ATrailingLineBreakIsHeldBackUntilMoreFollows) {
  ReasoningSplitter splitter(ReasoningFormat::kDeepseek, "<think>");
  ReplyText out;
  splitter.Push("plan\n", out);
  EXPECT_EQ(out.reasoning, "plan");
  splitter.Push("b", out);
  EXPECT_EQ(out.reasoning, "plan\nb");
}

TEST(ReasoningSplitterTest, DoesNotDependOnThePieces) {
  std::mt19937 random(3);
  const char* const parts[] = {"<think>", "</think>", " ", "\n", "<", "th", "ink>", "/", "a", "é"};
  for (int trial = 0; trial < 4000; ++trial) {
    const auto format = static_cast<ReasoningFormat>(trial % 3);
    const std::string opened = trial % 4 == 0 ? "<think>\n" : "";
    std::string text = trial % 2 == 0 ? "<think>" : "";
    for (size_t i = random() % 12; i > 0; --i) text += parts[random() % std::size(parts)];
    const ReplyText whole = Split(format, opened, text);
    ReasoningSplitter splitter(format, opened);
    ReplyText pieces;
    for (size_t at = 0; at < text.size();) {
      const size_t size = random() % 5;
      splitter.Push(absl::string_view(text).substr(at, size), pieces);
      at += size;
    }
    splitter.Flush(pieces);
    EXPECT_EQ(pieces.content, whole.content) << text;
    EXPECT_EQ(pieces.reasoning, whole.reasoning) << text;
  }
}

TEST(OpenedReasoningTest, IsTheTagAtTheEndOfThePrompt) {
  EXPECT_EQ(OpenedReasoning("<|im_start|>assistant\n<think>"), "<think>");
  EXPECT_EQ(OpenedReasoning("assistant\n<think>\n"), "<think>\n");
  EXPECT_EQ(OpenedReasoning("assistant\n<think></think>"), "");
  EXPECT_EQ(OpenedReasoning("<think> x"), "");
  EXPECT_EQ(OpenedReasoning(""), "");
}

}  // namespace
}  // namespace ferro
