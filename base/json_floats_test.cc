#include "base/json_floats.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

std::string Text(const std::vector<float>& values) {
  std::string text;
  AppendJsonFloats(values, &text);
  return text;
}

TEST(JsonFloatsTest, ShortestText) {
  EXPECT_EQ(Text({}), "[]");
  EXPECT_EQ(Text({1, -0.5f, 0.1f}), "[1,-0.5,0.1]");
}

TEST(JsonFloatsTest, EveryKindOfFloatComesBackBitForBit) {
  std::vector<float> values = {std::numeric_limits<float>::max(),
                               std::numeric_limits<float>::lowest(),
                               std::numeric_limits<float>::denorm_min(),
                               -std::numeric_limits<float>::min(),
                               std::numeric_limits<float>::epsilon(),
                               1.0f / 3,
                               16777216.0f};
  uint32_t state = 1;
  while (values.size() < 20000) {
    state = state * 1664525 + 1013904223;
    float value;
    std::memcpy(&value, &state, sizeof(value));
    if (value - value == 0) values.push_back(value);  // finite
  }
  ASSERT_OK_AND_ASSIGN(const Json read, ParseJson(Text(values)));
  const std::vector<float> back = read.get<std::vector<float>>();
  EXPECT_EQ(std::memcmp(back.data(), values.data(), values.size() * sizeof(float)), 0);
}

}  // namespace
}  // namespace ferro
