#include "base/json.h"

#include <string>

#include "base/status_testing.h"

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

TEST(JsonTest, BoundsDepth) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_OK(ParseJson(nested(kMaxJsonDepth)));
  EXPECT_FALSE(ParseJson(nested(kMaxJsonDepth + 1)).ok());
  EXPECT_FALSE(ParseJson(std::string(1000000, '[')).ok());
}

}  // namespace
}  // namespace ferro
