#include "engine/schedule/embedding/hetero_share.h"

#include <random>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

HeteroSides Share(const std::vector<int>& lengths, int share) {
  static const std::vector<int32_t>& tokens = *new std::vector<int32_t>(10000);
  std::vector<TokenSequence> sequences;
  for (const int length : lengths) sequences.emplace_back(tokens.data(), length);
  return ShareOut(sequences, share);
}

TEST(HeteroShareTest, TheFirstThatFitGoToTheProcessor) {
  const HeteroSides sides = Share({10, 10, 10, 10, 10, 10, 10, 10, 10, 10}, 25);
  EXPECT_THAT(sides.cpu, ElementsAre(0, 1));
  EXPECT_THAT(sides.gpu, ElementsAre(2, 3, 4, 5, 6, 7, 8, 9));
}

TEST(HeteroShareTest, OneThatDoesNotFitIsPassedOver) {
  const HeteroSides sides = Share({50, 10, 20, 15, 5}, 30);
  EXPECT_THAT(sides.cpu, ElementsAre(1, 2));
  EXPECT_THAT(sides.gpu, ElementsAre(0, 3, 4));
}

TEST(HeteroShareTest, AShareThatIsMetExactlyIsNotExceeded) {
  EXPECT_THAT(Share({15, 85}, 15).cpu, ElementsAre(0));
  EXPECT_THAT(Share({16, 84}, 15).cpu, IsEmpty());
  EXPECT_THAT(Share({15, 84}, 15).cpu, IsEmpty()) << "14.85 tokens are 14";
}

TEST(HeteroShareTest, ALoneSequenceRunsOnTheGpu) {
  for (const int share : {1, 50, 99}) {
    for (const int length : {1, 12, 8192}) EXPECT_THAT(Share({length}, share).gpu, ElementsAre(0));
  }
}

TEST(HeteroShareTest, EverySequenceIsOnOneSideInOrderAndTheShareIsKept) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> lengths(1 + random() % 40);
    int tokens = 0;
    for (int& length : lengths) tokens += length = 1 + static_cast<int>(random() % 200);
    const int share = 1 + static_cast<int>(random() % 99);
    const HeteroSides sides = Share(lengths, share);
    ASSERT_FALSE(sides.gpu.empty());
    std::vector<int> sides_of(lengths.size());
    int shared = 0;
    for (const size_t i : sides.gpu) ++sides_of[i];
    for (const size_t i : sides.cpu) {
      ++sides_of[i];
      shared += lengths[i];
    }
    EXPECT_THAT(sides_of, ::testing::Each(1));
    EXPECT_TRUE(std::is_sorted(sides.gpu.begin(), sides.gpu.end()));
    EXPECT_TRUE(std::is_sorted(sides.cpu.begin(), sides.cpu.end()));
    EXPECT_LE(shared, MostShared(tokens, share));
    for (const size_t i : sides.gpu) EXPECT_GT(lengths[i], MostShared(tokens, share) - shared) << "it would have fit";
  }
}

}  // namespace
}  // namespace ferro
