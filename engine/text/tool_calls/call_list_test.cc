#include "engine/text/tool_calls/call_list.h"

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "f {...} g {...}", then the rejected texts between bars.
std::string Read(absl::string_view text, const SoleParameters& sole = {}) {
  const std::optional<CallList> list = ReadCallList(text, sole);
  if (!list) return "no list";
  std::vector<std::string> parts;
  for (const ToolCall& call : list->calls) {
    EXPECT_TRUE(ParseJson(call.arguments).ok()) << call.arguments;
    parts.push_back(absl::StrCat(call.name, " ", call.arguments));
  }
  for (const std::string& rejected : list->rejected) parts.push_back(absl::StrCat("|", rejected, "|"));
  std::string all;
  for (const std::string& part : parts) absl::StrAppend(&all, all.empty() ? "" : " ", part);
  return all;
}

TEST(CallListTest, ReadsWhatModelsWrite) {
  for (const auto& [text, calls] : std::vector<std::pair<std::string, std::string>>{
           {R"([get_weather(city="Oslo", days=3)])", R"(get_weather {"city":"Oslo","days":3})"},
           {"[]", ""},
           {"[ ]", ""},
           {"\n [f()]\n", "f {}"},
           {"[f(a=1,),]", R"(f {"a":1})"},
           {"[a.b.c(x=1), get-it(y=[1, {'z': None}])]", R"(a.b.c {"x":1} get-it {"y":[1,{"z":null}]})"},
           {"[f(from=1, class='x')]", R"(f {"from":1,"class":"x"})"},
           {"[f(a=1, **{'q': 'x', 'a': 2})]", R"(f {"a":2,"q":"x"})"},
           {"[f(a=1, a=2)]", R"(f {"a":2})"},
           {R"~([f(s='a]b)c,d=e', t="x, y(1)")])~", R"~(f {"s":"a]b)c,d=e","t":"x, y(1)"})~"},
           {R"([run(command='sed -n '1,5p' f'), g()])", R"(run {"command":"sed -n '1,5p' f"} g {})"},
           {R"([f(été='é')])", R"(f {"été":"é"})"},
           {"[f(x=1), g(y=2)", R"(f {"x":1} g {"y":2})"},
       }) {
    EXPECT_EQ(Read(text), calls) << text;
  }
}

TEST(CallListTest, WhatCannotBeReadIsGivenBackBesideWhatCan) {
  for (const auto& [text, calls] : std::vector<std::pair<std::string, std::string>>{
           {"[f('Paris', unit='C'), g(x=1)]", R"(g {"x":1} |f('Paris', unit='C')|)"},
           {"[f(x=1), g(y=inf)]", R"(f {"x":1} |g(y=inf)|)"},
           {"[g(y=a[0], z=')'), f(x=1)]", R"(f {"x":1} |g(y=a[0], z=')')|)"},
           {"[f(x=1) if True else None]", "|f(x=1) if True else None|"},
           {"[f(**kwargs)]", "|f(**kwargs)|"},
           {"[f(*[1])]", "|f(*[1])|"},
           {"[f(x==1)]", "|f(x==1)|"},
           {"[f(x=1), g(y='cut", R"(f {"x":1} |g(y='cut|)"},
           {"[f(x=1)] and more", R"(f {"x":1} |and more|)"},
           {"[f, 'text', f(1) f(2)]", "|f| |'text'| |f(1) f(2)|"},
           {"[,f(x=1)]", R"(f {"x":1})"},
       }) {
    EXPECT_EQ(Read(text), calls) << text;
  }
  for (const char* text : {"", "  ", "f(x=1)", "{\"name\": \"f\"}", "no call"})
    EXPECT_EQ(Read(text), "no list") << text;
}

TEST(CallListTest, ASoleParameterNeedsNoName) {
  const SoleParameters sole = {{"f", "city"}};
  EXPECT_EQ(Read("[f('Paris')]", sole), R"(f {"city":"Paris"})");
  EXPECT_EQ(Read("[f(city='Paris')]", sole), R"(f {"city":"Paris"})");
  EXPECT_EQ(Read("[f('Paris', 'Rome')]", sole), "|f('Paris', 'Rome')|");
  EXPECT_EQ(Read("[f('Paris', unit='C')]", sole), "|f('Paris', unit='C')|");
  EXPECT_EQ(Read("[g('Paris')]", sole), "|g('Paris')|");
}

TEST(CallListTest, SoleParametersComeFromTheTools) {
  const auto tool = [](absl::string_view function) {
    return absl::StrCat(R"({"type": "function", "function": )", function, "}");
  };
  const std::string tools = absl::StrCat(
      "[", tool(R"({"name": "one", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}})"),
      ", 7, ", tool(R"({"name": "two", "parameters": {"properties": {"a": {}, "b": {}}}})"), ", ",
      tool(R"({"name": "none"})"), ", ", tool(R"({"name": 7, "parameters": {"properties": {"a": {}}}})"), ", ",
      tool(R"({"name": "odd", "parameters": {"properties": ["a"]}})"), "]");
  const SoleParameters sole = SoleParametersOf(tools);
  EXPECT_THAT(sole, ElementsAre(testing::Pair("one", "city")));
  for (const char* odd : {"", "7", "{}", "[", "[[]]"}) EXPECT_THAT(SoleParametersOf(odd), IsEmpty()) << odd;
}

// Each vain attempt may read the whole rest of the text.
TEST(CallListTest, QuotesAreNotForgivenWithoutEnd) {
  const std::string forgiven = R"(g(b="say "hi" now")])";
  for (const int broken : {1, 10, 100}) {
    std::string text = "[";
    for (int i = 0; i < broken; ++i) text += "f(a='b'c), ";
    const std::optional<CallList> list = ReadCallList(text + forgiven, {});
    ASSERT_TRUE(list);
    const bool many = broken == 100;
    EXPECT_EQ(list->calls.size(), many ? 0u : 1u) << broken;
    EXPECT_EQ(list->rejected.size(), static_cast<size_t>(broken + many));
  }
}

// Nothing crashes, arguments are always JSON objects, and long hostile texts end at once.
TEST(CallListTest, SurvivesDamage) {
  const std::string sound = R"([f(a="x\n", b=[1, {'c': (2, 3)}], d=f'y', **{"e": None}), g.h('it's'), i(-1.5e3)])";
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text = sound;
    for (int i = 0; i < 4; ++i) {
      const size_t at = random() % text.size();
      if (random() % 2 == 0) {
        text[at] = sound[random() % sound.size()];
      } else {
        text.erase(at, random() % 5);
      }
    }
    Read(text, {{"i", "x"}});
  }
  for (const char* piece :
       {"f(", "f(a='", "f(a='b', ", "[", "{'a':", "f(a={", "'", ",", "f(a=1) ", "f(a='it's'), ", "f(a='b'c), "}) {
    std::string text = "[";
    while (text.size() < 200000) text += piece;
    Read(text);
  }
}

}  // namespace
}  // namespace ferro
