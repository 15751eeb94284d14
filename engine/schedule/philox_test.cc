#include "engine/schedule/philox.h"

#include <cmath>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;

// The known answers that Random123 publishes for philox4x32-10.
TEST(PhiloxTest, GivesThePublishedAnswers) {
  EXPECT_THAT(Philox4x32({0, 0, 0, 0}, {0, 0}), ElementsAre(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8));
  EXPECT_THAT(Philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
              ElementsAre(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd));
  EXPECT_THAT(Philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              ElementsAre(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
}

TEST(UniformForTokenTest, IsMadeOfTheFirstTwoWords) {
  EXPECT_EQ(UniformForToken(0, 0, 0), std::ldexp(static_cast<double>(0xe169c58d6627e8d5 >> 11), -53));
}

TEST(UniformForTokenTest, AChoiceIsTheStreamOfTheNextSeed) {
  EXPECT_EQ(UniformForToken(41, 1, 7), UniformForToken(42, 0, 7));
  EXPECT_EQ(UniformForToken(-1, 1, 7), UniformForToken(0, 0, 7));
  EXPECT_NE(UniformForToken(41, 0, 7), UniformForToken(42, 0, 7));
  EXPECT_NE(UniformForToken(42, 0, 7), UniformForToken(42, 0, 8));
}

// Chi-square over 100 bins, along each of the three coordinates. 99 degrees of freedom: beyond 160 in one of 10,000.
TEST(UniformForTokenTest, IsUniformAlongEachCoordinate) {
  constexpr int kBins = 100, kDraws = 100000;
  for (int coordinate = 0; coordinate < 3; ++coordinate) {
    std::vector<int> bins(kBins);
    for (int i = 0; i < kDraws; ++i) {
      const double u = UniformForToken(coordinate == 0 ? i : 5, coordinate == 1 ? i : 0, coordinate == 2 ? i : 3);
      ASSERT_GE(u, 0);
      ASSERT_LT(u, 1);
      ++bins[static_cast<int>(u * kBins)];
    }
    double chi_square = 0;
    for (const int count : bins) chi_square += std::pow(count - kDraws / kBins, 2) / (kDraws / kBins);
    EXPECT_LT(chi_square, 160) << "coordinate " << coordinate;
    EXPECT_GT(chi_square, 50) << "coordinate " << coordinate;  // not suspiciously even either
  }
}

}  // namespace
}  // namespace ferro
