#include "tools/ferro/suggest.h"

#include "gtest/gtest.h"

namespace ferro {
namespace {

const std::vector<std::string>& Commands() {
  static const auto& words = *new std::vector<std::string>{"bench", "devices", "fetch", "generate", "inspect", "up"};
  return words;
}

TEST(NearestWordTest, ForgivesSlips) {
  EXPECT_EQ(NearestWord("inspct", Commands()), "inspect");
  EXPECT_EQ(NearestWord("genarate", Commands()), "generate");
  EXPECT_EQ(NearestWord("device", Commands()), "devices");
  EXPECT_EQ(NearestWord("uo", Commands()), "up");
}

TEST(NearestWordTest, TakesAnAbbreviation) { EXPECT_EQ(NearestWord("gen", Commands()), "generate"); }

TEST(NearestWordTest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(NearestWord("kubernetes", Commands()), "");
  EXPECT_EQ(NearestWord("xy", Commands()), "");
  EXPECT_EQ(NearestWord("", Commands()), "");
  EXPECT_EQ(NearestWord("fetch", {}), "");
}

TEST(NearestWordTest, IsBoundedForLongInput) { EXPECT_EQ(NearestWord(std::string(1 << 20, 'a'), Commands()), ""); }

}  // namespace
}  // namespace ferro
