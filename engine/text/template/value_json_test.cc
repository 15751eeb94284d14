#include "engine/text/template/value_json.h"

#include <string>

#include "base/status_testing.h"
#include "engine/text/template/python_text.h"
#include "gtest/gtest.h"

namespace ferro::jinja {
namespace {

// What json.dumps(json.loads(text), ensure_ascii=False) gives in Python.
TEST(ValueJsonTest, RoundTripsLikePython) {
  const char* cases[][2] = {
      {"[1, -0, 1.0, -0.0, 1e5, 1E+2, 0.1, 1e-7, 1e16, 5e-324]",
       "[1, 0, 1.0, -0.0, 100000.0, 100.0, 0.1, 1e-07, 1e+16, 5e-324]"},
      {"[18446744073709551615, -9223372036854775809, 123456789012345678901234567890]",
       "[18446744073709551615, -9223372036854775809, 123456789012345678901234567890]"},
      {"{\"b\":1,\"a\":2,\"b\":3}", "{\"b\": 3, \"a\": 2}"},
      {"\"\\u00e9\\ud83d\\ude00\\u2028\\/\\u007f\\u0000\"", "\"é😀\u2028/\x7f\\u0000\""},
      {" { } ", "{}"},
      {"[[], {\"\": null}, true, false]", "[[], {\"\": null}, true, false]"},
  };
  for (const auto& [text, expected] : cases) {
    ASSERT_OK_AND_ASSIGN(const Value value, ValueFromJson(text));
    ASSERT_OK_AND_ASSIGN(const std::string json, ToJson(value));
    EXPECT_EQ(json, expected);
  }
}

TEST(ValueJsonTest, RefusesWhatIsNotJson) {
  for (const char* text :
       {"", "[1,]", "{\"a\":1", "nul", "[1] 2", "\"\xff\"", "\"\\ud800\"", "1e999", "NaN", "'a'", "01"}) {
    EXPECT_EQ(ValueFromJson(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
  EXPECT_OK(ValueFromJson(std::string(100, '[') + std::string(100, ']')));
  EXPECT_FALSE(ValueFromJson(std::string(100000, '[')).ok());
}

TEST(PythonTextTest, Floats) {
  const std::pair<double, const char*> cases[] = {{0.0001, "0.0001"},
                                                  {0.00001, "1e-05"},
                                                  {123456789012345.6, "123456789012345.6"},
                                                  {1e15, "1000000000000000.0"},
                                                  {1e16, "1e+16"},
                                                  {1e100, "1e+100"},
                                                  {-0.0, "-0.0"},
                                                  {1.0 / 3, "0.3333333333333333"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(FloatRepr(value), text);
}

}  // namespace
}  // namespace ferro::jinja
