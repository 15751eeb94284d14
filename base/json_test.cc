#include "base/json.h"

#include <string>

#include "base/status_testing.h"
#include "base/utf8.h"

namespace ferro {
namespace {

TEST(JsonTest, KeepsKeyOrderAndTheLastDuplicate) {
  ASSERT_OK_AND_ASSIGN(const Json value, ParseJson(R"({"b":1,"a":2,"b":3})"));
  EXPECT_EQ(DumpJson(value), R"({"b":3,"a":2})");
}

TEST(JsonTest, SkipsByteOrderMark) { EXPECT_OK(ParseJson("\xef\xbb\xbf{}")); }

TEST(JsonTest, NamesThePlaceOfAFault) {
  const auto result = ParseJson(R"({"a": tru})");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(result.status().message()), testing::HasSubstr("at byte 9"));
}

TEST(JsonTest, RefusesTextAfterTheValueAndInvalidUtf8) {
  EXPECT_FALSE(ParseJson("{} x").ok());
  EXPECT_FALSE(ParseJson("").ok());
  EXPECT_FALSE(ParseJson("\"\xff\"").ok());
  EXPECT_FALSE(ParseJson(R"("\ud800")").ok());
}

TEST(JsonTest, ErrorsAreShortAndWellFormed) {
  const absl::Status status = ParseJson("[\"" + std::string(3000000, 'x') + "\n").status();
  EXPECT_LT(status.message().size(), 400u);
  EXPECT_EQ(ParseJson("[1e999]").status().message(), "malformed JSON at byte 5: number overflow parsing '1e999'");
  const absl::Status malformed = ParseJson("\"abc\xff").status();
  EXPECT_TRUE(IsValidUtf8(malformed.message())) << malformed;
  EXPECT_THAT(std::string(malformed.message()), testing::HasSubstr("ill-formed UTF-8"));
}

// As the library's own reader builds it.
TEST(JsonTest, EqualsTheLibrarysReader) {
  std::string many = "{";
  for (int i = 0; i < 100; ++i) many += "\"k" + std::to_string(i % 37) + "\":[" + std::to_string(i) + "],";
  many += "\"o\":{\"a\":{\"b\":1},\"a\":[]}}";
  for (const std::string& text :
       {std::string(R"([1,-1,1.5,1e300,18446744073709551615,"x",null,true,[],{},[[{}]]])"), many,
        std::string("{\"\":{\"\":\"\"}}"), std::string("7"), std::string("-0"), std::string("-0.0")}) {
    ASSERT_OK_AND_ASSIGN(const Json value, ParseJson(text));
    EXPECT_EQ(DumpJson(value), DumpJson(Json::parse(text)));
  }
}

// A minute of work if every key were compared with all before it.
TEST(JsonTest, ManyKeysTakeLinearTime) {
  std::string text = "{";
  for (int i = 0; i < 200000; ++i) text += "\"key " + std::to_string(i % 199999) + "\":" + std::to_string(i) + ",";
  text += "\"last\":0}";
  ASSERT_OK_AND_ASSIGN(const Json value, ParseJson(text));
  EXPECT_EQ(value.size(), 200000u);
  EXPECT_EQ(value.begin().value(), 199999);
}

TEST(JsonTest, BoundsDepth) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_OK(ParseJson(nested(kMaxJsonDepth)));
  EXPECT_FALSE(ParseJson(nested(kMaxJsonDepth + 1)).ok());
  EXPECT_FALSE(ParseJson(std::string(1000000, '[')).ok());
}

}  // namespace
}  // namespace ferro
