#include "engine/schedule/tool_call_splitter.h"

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "engine/schedule/text_around_calls.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// In these tests < and > stand for the two tokens; <| is no token but the beginning of one.
std::string Spelt(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"<|", "<|"}, {"<", kToolCallStart}, {">", kToolCallEnd}});
}

// Content and calls of a reply.
struct Shown {
  std::string content;
  std::vector<ToolCall> calls;

  std::string Text() const {
    std::string text = absl::StrCat("\"", content, "\"");
    for (const ToolCall& call : calls) absl::StrAppend(&text, " ", call.name, call.arguments);
    return text;
  }
};

void Take(ToolCallSplitter& splitter, TextAroundCalls& layout, Shown& shown) {
  while (const std::optional<ReplyPiece> piece = splitter.Next()) {
    EXPECT_NE(piece->text.empty(), !piece->is_calls);
    if (piece->is_calls) layout.Break();
    layout.Push(piece->text, shown.content);
    shown.calls.insert(shown.calls.end(), piece->calls.begin(), piece->calls.end());
  }
}

// What becomes of a reply that comes in `pieces`.
std::string Split(const std::vector<std::string>& pieces, const ToolCallOptions& options = {}) {
  ToolCallSplitter splitter(options);
  TextAroundCalls layout;
  Shown shown;
  for (const std::string& piece : pieces) {
    splitter.Push(piece);
    Take(splitter, layout, shown);
  }
  splitter.End();
  Take(splitter, layout, shown);
  layout.Flush(shown.content);
  EXPECT_EQ(splitter.calls(), static_cast<int>(shown.calls.size()));
  for (int i = 0; i < splitter.calls(); ++i) EXPECT_EQ(shown.calls[i].index, i);
  return shown.Text();
}

struct Case {
  std::string reply;
  std::string shown;
};

const std::vector<Case>& Cases() {
  static const auto* const cases = new std::vector<Case>{
      {"", R"("")"},
      {"Hello there. \n", "\"Hello there. \n\""},
      {"<[f(a=1)]>", R"("" f{"a":1})"},
      {"< \n[f()]\n>\n", R"("" f{})"},
      {"Let me look.\n<[f(a='x'), g()]>", R"("Let me look." f{"a":"x"} g{})"},
      {"<[f()]>\n<[g()]>", R"("" f{} g{})"},
      {"One. <[f()]> Two. <[g()]>\nThree. ", "\"One.\nTwo.\nThree. \" f{} g{}"},
      {"<[]>", R"("")"},
      {"Hm. <[ ]>", R"("Hm.")"},
      {"<[f(a=1)", R"("" f{"a":1})"},
      {"<[f(a=1), g(b='cu", R"("g(b='cu" f{"a":1})"},
      {"Hm. <[g(b='cu", R"("Hm. <[g(b='cu")"},
      {"Hm. <", R"("Hm. <")"},
      {"Hm. <[", R"("Hm. <[")"},
      {"Hm. <[] ", R"("Hm.")"},
      {"Hm. <nonsense> x", R"("Hm. <nonsense> x")"},
      {"<[f(Paris)]>", R"("<[f(Paris)]>")"},
      {"<[f(x=1), g(inf)] tail>", "\"g(inf)\ntail\" f{\"x\":1}"},
      {"A <[f(x=1), g(inf)]> B", "\"A\ng(inf)\nB\" f{\"x\":1}"},
      {"<[f(a=1)]>[f(a=1)]>", R"("" f{"a":1})"},
      {"<[f(a=1)]>\n[f(a=1)]> [f(a=1)]> done", R"("done" f{"a":1})"},
      {"<[f(a=1)]>[f(a=2)]>", R"("[f(a=2)]" f{"a":1})"},
      {"<[f(a=1)]>[f(a=1)]", R"("[f(a=1)]" f{"a":1})"},
      {"<[f()]>x[f()]>", R"("x[f()]" f{})"},
      {"no call > here", R"("no call  here")"},
      {"<[f(s='a ] b), <|tool_call ')]>", R"("" f{"s":"a ] b), <|tool_call "})"},
      {"a <|tool_call_ b <|", R"("a <|tool_call_ b <|")"},
  };
  return *cases;
}

TEST(ToolCallSplitterTest, WholeReplies) {
  for (const Case& c : Cases()) EXPECT_EQ(Split({Spelt(c.reply)}), Spelt(c.shown)) << c.reply;
}

TEST(ToolCallSplitterTest, PiecesMakeNoDifference) {
  for (const Case& c : Cases()) {
    const std::string reply = Spelt(c.reply), shown = Spelt(c.shown);
    for (size_t cut = 0; cut <= reply.size(); ++cut) {
      ASSERT_EQ(Split({reply.substr(0, cut), reply.substr(cut)}), shown) << c.reply << " cut at " << cut;
    }
    std::vector<std::string> bytes;
    for (const char byte : reply) bytes.emplace_back(1, byte);
    EXPECT_EQ(Split(bytes), shown) << c.reply;
  }
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string reply;
    for (int i = 0; i < 4; ++i) reply += Spelt(Cases()[random() % Cases().size()].reply);
    std::vector<std::string> pieces;
    for (size_t at = 0; at < reply.size();) {
      pieces.push_back(reply.substr(at, 1 + random() % 12));
      at += pieces.back().size();
    }
    ASSERT_EQ(Split(pieces), Split({reply})) << reply;
  }
}

TEST(ToolCallSplitterTest, TextIsShownAtOnceAndCallsWhenTheyAreWhole) {
  ToolCallSplitter splitter({});
  TextAroundCalls layout;
  Shown shown;
  splitter.Push("Let me look.");
  Take(splitter, layout, shown);
  EXPECT_EQ(shown.content, "Let me look.");
  splitter.Push(Spelt(" <[f(a=1), g()"));
  Take(splitter, layout, shown);
  EXPECT_EQ(shown.Text(), R"("Let me look.")");
  splitter.Push(Spelt("]>"));
  Take(splitter, layout, shown);
  EXPECT_EQ(shown.Text(), R"("Let me look." f{"a":1} g{})");
  EXPECT_THAT(splitter.warnings(), IsEmpty());
}

TEST(ToolCallSplitterTest, QuotedTextHasNoCalls) {
  ToolCallSplitter splitter({});
  TextAroundCalls layout;
  Shown shown;
  splitter.Push("<|tool");  // perhaps the beginning of a token
  splitter.PushQuoted(Spelt("s: <[f()]> "));
  splitter.Push(Spelt("<[g()]>"));
  Take(splitter, layout, shown);
  EXPECT_EQ(shown.Text(), Spelt("\"<|tools: <[f()]>\" g{}"));
}

TEST(ToolCallSplitterTest, ReadsNothingBeforeItIsAskedFor) {
  ToolCallSplitter splitter({});
  splitter.Push(Spelt("STOP <[f()]> <[g(inf)]>"));
  const std::optional<ReplyPiece> piece = splitter.Next();
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->text, "STOP ");
  EXPECT_EQ(splitter.calls(), 0);
  EXPECT_THAT(splitter.warnings(), IsEmpty());
}

TEST(ToolCallSplitterTest, OneCallWhereOnlyOneIsWanted) {
  ToolCallSplitter splitter({{}, /*parallel=*/false});
  TextAroundCalls layout;
  Shown shown;
  splitter.Push(Spelt("<[f(), g()]><[h()]>"));
  Take(splitter, layout, shown);
  EXPECT_EQ(shown.Text(), R"("" f{})");
  EXPECT_THAT(splitter.warnings(), ElementsAre(HasSubstr("2 more calls of tools were left out")));
}

TEST(ToolCallSplitterTest, SaysWhatCouldNotBeRead) {
  ToolCallSplitter splitter({{{"f", "city"}}, true});
  TextAroundCalls layout;
  Shown shown;
  splitter.Push(Spelt("<[f('Paris'), g(inf)]>"));
  Take(splitter, layout, shown);
  EXPECT_EQ(shown.Text(), "\"g(inf)\" f{\"city\":\"Paris\"}");
  EXPECT_THAT(splitter.warnings(), ElementsAre(HasSubstr("1 call of a tool could not be read")));
}

}  // namespace
}  // namespace ferro
