#include "engine/text/tool_calls/python_reader.h"

#include <string>

#include "base/json.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using Quotes = PythonReader::Quotes;

// The JSON of a text that is one literal; "rejected" where it is none.
std::string Read(const std::string& text, Quotes quotes = Quotes::kPython) {
  PythonReader reader(text, 0, quotes);
  std::string json;
  if (!reader.ReadValue(json) || !reader.AtEnd()) return "rejected";
  EXPECT_TRUE(ParseJson(json).ok()) << text << " -> " << json;
  return json;
}

TEST(PythonReaderTest, WordsAndNumbers) {
  for (const auto& [text, json] : std::vector<std::pair<std::string, std::string>>{
           {"True", "true"},
           {"false", "false"},
           {" None\n", "null"},
           {"null", "null"},
           {"-74.5", "-74.5"},
           {"+7", "7"},
           {"07", "7"},
           {"000", "0"},
           {"1_000", "1000"},
           {".5", "0.5"},
           {"1.", "1.0"},
           {"1E3", "1e3"},
           {"-0.25e-7", "-0.25e-7"},
           {"123456789012345678901234567890", "123456789012345678901234567890"},
       }) {
    EXPECT_EQ(Read(text), json) << text;
  }
  for (const char* text : {"", "-", ".", "+-1", "- 1", "1e", "1e999", "inf", "nan", "-inf", "0x1F", "1j", "1..2", "1_",
                           "Paris", "b'x'", "lambda", "True1", "1 + 1"}) {
    EXPECT_EQ(Read(text), "rejected") << text;
  }
}

TEST(PythonReaderTest, StringsAreDecodedOnce) {
  for (const auto& [text, json] : std::vector<std::pair<std::string, std::string>>{
           {R"('it is')", R"("it is")"},
           {R"("it's")", R"("it's")"},
           {R"('it\'s')", R"("it's")"},
           {R"('a\n\t\\\"')", R"("a\n\t\\\"")"},
           {R"('\\n')", R"("\\n")"},
           {R"('C:\\')", R"("C:\\")"},
           {R"('\d\/')", R"("\\d\\/")"},
           {R"('\x41\u00e9\U0001F600')", R"("Aé😀")"},
           {R"('\a\b\f\v\r')", R"("\u0007\b\f\u000b\r")"},
           {R"('\101\0\7z\0419\351\777')", R"("A\u0000\u0007z!9éǿ")"},
           {R"('\8\9\N{BULLET}')", R"("\\8\\9\\N{BULLET}")"},
           {"'one \\\ntwo \\\r\nthree'", R"("one two three")"},
           {R"('\ud83d\ude00')", R"("😀")"},
           {R"('\ud83d!')", "\"\xEF\xBF\xBD!\""},
           {R"('naïve 日本')", R"("naïve 日本")"},
           {R"('a' "b" 'c')", R"("abc")"},
           {R"(f'plain' 'x')", R"("plainx")"},
           {R"(f'{{x}}')", R"("{x}")"},
           {R"(r'\d+\'')", R"("\\d+\\'")"},
           {R"('''it's
two''')",
            R"("it's\ntwo")"},
           {R"('')", R"("")"},
           {"'a\tb\nc'", R"("a\tb\nc")"},
           {std::string("'\0'", 3), R"("\u0000")"},
           {R"('])},=:')", R"("])},=:")"},
       }) {
    EXPECT_EQ(Read(text), json) << text;
  }
  for (const char* text : {R"('open)", R"('a\)", R"(f'{x}')", R"(f'}')", R"('\x4')", R"('\u00g0')", R"('\U00110000')",
                           R"('it's')", R"('''two'')"}) {
    EXPECT_EQ(Read(text), "rejected") << text;
  }
}

TEST(PythonReaderTest, Collections) {
  for (const auto& [text, json] : std::vector<std::pair<std::string, std::string>>{
           {"[]", "[]"},
           {"[1, 'a', [True, None,],]", R"([1,"a",[true,null]])"},
           {"()", "[]"},
           {"(1, 2)", "[1,2]"},
           {"(1,)", "[1]"},
           {"(1)", "1"},
           {"{'a', 'b'}", R"(["a","b"])"},
           {"{}", "{}"},
           {"{'b': 1, \"a\": {'c': [1.5]},}", R"({"b":1,"a":{"c":[1.5]}})"},
           {"{1: 'x', None: 2, True: 3}", R"({"1":"x","null":2,"true":3})"},
           {"{'a': 1, 'b': 2, 'a': 3}", R"({"a":3,"b":2})"},
       }) {
    EXPECT_EQ(Read(text), json) << text;
  }
  for (const char* text : {"[1 2]", "[,]", "[1,,2]", "(1", "{1: 2, 3}", "{1, 2: 3}", "{[1]: 2}", "{{}: 1}", "{'a': }",
                           "{'a' 1}", "[1)", "{*a}"}) {
    EXPECT_EQ(Read(text), "rejected") << text;
  }
}

TEST(PythonReaderTest, QuotesInsideAreForgivenByWhatFollows) {
  for (const auto& [text, json] : std::vector<std::pair<std::string, std::string>>{
           {R"('sed -n '1,5p' f')", R"("sed -n '1,5p' f")"},
           {R"('it's')", R"("it's")"},
           {R"(['it's', 'all'])", R"(["it's","all"])"},
           {R"(['say 'hi', then go', True])", R"(["say 'hi', then go",true])"},
           {R"({'k': 'it's', 'b': 'x'})", R"({"k":"it's","b":"x"})"},
       }) {
    EXPECT_EQ(Read(text), "rejected") << text;
    EXPECT_EQ(Read(text, Quotes::kForgiving), json) << text;
  }
}

// Nesting is bounded, and every level is read once: twice would never end.
TEST(PythonReaderTest, DeepNestingIsRefusedAtOnce) {
  for (const auto& [open, close] : {std::pair("[", "]"), std::pair("{", "}"), std::pair("(", ")")}) {
    for (const int depth : {PythonReader::kMaxDepth, PythonReader::kMaxDepth + 1, 100000}) {
      std::string text, tail;
      for (int i = 0; i < depth; ++i) {
        text += open;
        tail += close;
      }
      const bool fits = depth <= PythonReader::kMaxDepth;
      EXPECT_EQ(Read(text + "1" + tail) != "rejected", fits) << open << depth;
    }
  }
}

}  // namespace
}  // namespace ferro
