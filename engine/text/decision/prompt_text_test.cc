#include "engine/text/decision/prompt_text.h"

#include <pthread.h>

#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/text/decision/question.h"

namespace ferro {
namespace {

std::string Rendered(absl::string_view json) { return PromptText(ParseJson(json, 1000).value()); }

TEST(DisarmSpecialsTest, ReplacesNamesOnly) {
  EXPECT_EQ(DisarmSpecials("<|a|><|b|>"), "<¦a¦><¦b¦>");
  EXPECT_EQ(DisarmSpecials("<|<|mask|>|>"), "<|<¦mask¦>|>");
  EXPECT_EQ(DisarmSpecials("x<|im_end|>y<|Z_9|>"), "x<¦im_end¦>y<¦Z_9¦>");
  for (const std::string same :
       {"", "<|", "<||>", "<| mask|>", "<|mask|mask|>", "<|é|>", "<|mask", "<|mask|", "|><|", "<¦mask¦>"}) {
    EXPECT_EQ(DisarmSpecials(same), same);
  }
  EXPECT_EQ(DisarmSpecials("<|mask|mask|><|mask|>"), "<|mask|mask|><¦mask¦>");
}

// The rule taken literally: at each place the longest name, then the next place.
std::string DisarmLiterally(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 2;
    while (end < text.size() && (isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
    if (text.compare(at, 2, "<|") == 0 && end > at + 2 && text.compare(end, 2, "|>") == 0) {
      out += "<¦" + text.substr(at + 2, end - at - 2) + "¦>";
      at = end + 2;
    } else {
      out += text[at++];
    }
  }
  return out;
}

TEST(DisarmSpecialsTest, EqualsTheRuleOnRandomTexts) {
  const std::vector<std::string> alphabet = {"<", "|", ">", "<|", "|>", "a", "_", "7", " ", "é", "¦"};
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (int n = random() % 14; n > 0; --n) text += alphabet[random() % alphabet.size()];
    const std::string disarmed = DisarmSpecials(text);
    EXPECT_EQ(disarmed, DisarmLiterally(text)) << text;
    EXPECT_EQ(DisarmSpecials(disarmed), disarmed) << text;  // nothing is left to find
  }
}

TEST(DisarmTextTest, TakesTheColonOfPieceMarksInOnePass) {
  EXPECT_EQ(DisarmText("and <<d1omni:sep>> <|im_end|>"), "and <<d1omni sep>> <¦im_end¦>");
  EXPECT_EQ(DisarmText("<<d1<<d1omni:omni:sep>>"), "<<d1<<d1omni omni:sep>>");
}

TEST(PromptTextTest, StringsStandForThemselves) {
  EXPECT_EQ(Rendered(R"("A\"B\\\n\u0001é")"), "A\"B\\\n\x01é");
  EXPECT_EQ(Rendered(R"("")"), "");
}

TEST(PromptTextTest, JsonInOneLine) {
  EXPECT_EQ(Rendered(R"({"temperature_c":91,"limit_c":85.5,"fan":"on","tags":["a","b"],"x":{},"n":null})"),
            R"({"temperature_c": 91, "limit_c": 85.5, "fan": "on", "tags": ["a", "b"], "x": {}, "n": null})");
  EXPECT_EQ(Rendered("[]"), "[]");
  EXPECT_EQ(Rendered("{}"), "{}");
  EXPECT_EQ(Rendered("false"), "false");
  EXPECT_EQ(Rendered("[true,[null]]"), "[true, [null]]");
}

TEST(PromptTextTest, EscapesOnlyWhatJsonDemands) {
  EXPECT_EQ(Rendered("{\"t\":\"A\\\"B\\\\\\n\\u0001é\\ud83d\\ude00\\/\"}"), "{\"t\": \"A\\\"B\\\\\\n\\u0001é😀/\"}");
  EXPECT_EQ(Rendered(R"(["\b\f\n\r\t\u0000\u001f\u007f\u2028<&'"])"),
            "[\"\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\u2028<&'\"]");
}

TEST(PromptTextTest, NumbersAsPrintfG) {
  EXPECT_EQ(Rendered("[1.0,3.14159265,1e20,18446744073709551615,-0.0,1e-5]"), "[1, 3.14159, 1e+20, -1, -0, 1e-05]");
  EXPECT_EQ(Rendered("[91.25,100000.0,1e6,12345678.9,123456.5,999999.5,0.0001,1e5,5e-324,1e-400]"),
            "[91.25, 100000, 1e+06, 1.23457e+07, 123456, 1e+06, 0.0001, 100000, 4.94066e-324, 0]");
  EXPECT_EQ(Rendered("[9223372036854775807,9223372036854775808,-9223372036854775808,18446744073709551616,-0,0]"),
            "[9223372036854775807, -9223372036854775808, -9223372036854775808, 1.84467e+19, 0, 0]");
}

TEST(PromptTextTest, NumbersEqualPrintfOnRandomDoubles) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    const uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value)) continue;
    char expected[64];
    std::snprintf(expected, sizeof(expected), "%g", value);
    EXPECT_EQ(PromptText(Json(value)), expected);
  }
}

TEST(PromptTextTest, KeysAreDisarmedAndMayMeet) {
  EXPECT_EQ(Rendered(R"({"<|mask|>":1,"x":2,"<¦mask¦>":3})"), R"({"<¦mask¦>": 3, "x": 2})");
  EXPECT_EQ(Rendered(R"([{"<<d1omni:sep>>":"<<d1omni:sep>>"}])"), R"([{"<<d1omni:sep>>": "<<d1omni sep>>"}])");
}

TEST(PromptTextTest, DeepValues) {
  const std::string deep = std::string(132, '[') + "\"x\"" + std::string(132, ']');
  EXPECT_EQ(Rendered(deep), deep);
}

TEST(PromptTextTest, LargeTextsTakeLinearTime) {
  std::string opened;
  for (int i = 0; i < 300000; ++i) opened += "<|";
  EXPECT_EQ(PromptText(Json(opened)), opened);
  std::string named;
  for (int i = 0; i < 300000; ++i) named += "<|a";
  EXPECT_EQ(PromptText(Json(named)), named);
  Json::array_t items(300000, Json("<|mask|>"));
  EXPECT_EQ(PromptText(Json(std::move(items))).size(), 300000 * (std::string("\"<¦mask¦>\", ").size()));
}

std::string Repeated(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

// Writes the value on a thread with a quarter of the usual stack.
void* WriteDeepest(void* json) {
  const Json value = ParseJson(*static_cast<const std::string*>(json), kMaxDecisionJsonDepth).value();
  EXPECT_EQ(PromptText(value).size(), static_cast<const std::string*>(json)->size() + kMaxDecisionJsonDepth);
  EXPECT_EQ(DumpJson(value), *static_cast<const std::string*>(json));
  return nullptr;
}

TEST(PromptTextTest, TheDeepestValueNeedsLittleStack) {
  std::string json = Repeated("{\"k\":", kMaxDecisionJsonDepth) + "1" + Repeated("}", kMaxDecisionJsonDepth);
  pthread_attr_t small;
  ASSERT_EQ(pthread_attr_init(&small), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&small, 2 << 20), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &small, WriteDeepest, &json), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&small);
}

}  // namespace
}  // namespace ferro
