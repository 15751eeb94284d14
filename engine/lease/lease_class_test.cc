#include "engine/lease/lease_class.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"

namespace ferro::lease {
namespace {

TEST(LeaseClassTest, TheMoreUrgentGoFirstThenTheLongerWait) {
  EXPECT_TRUE(GoesBefore({0, 0, 9}, {1, 0, 1}));
  EXPECT_TRUE(GoesBefore({2, 0, 9}, {3, 0, 1}));
  EXPECT_TRUE(GoesBefore({2, 0, 1}, {2, 0, 9}));
  EXPECT_TRUE(GoesBefore({3, 2, 1}, {1, 0, 9})) << "passed over twice: as urgent, and waiting for longer";
  EXPECT_FALSE(GoesBefore({3, 1, 1}, {1, 0, 9}));
  EXPECT_TRUE(GoesBefore({0, 0, 1}, {3, 100, 9})) << "nothing is more urgent than the most urgent";
}

// Participants that all come back at once when they have had their turn.
TEST(LeaseClassTest, NobodyStarves) {
  for (const std::vector<uint32_t>& classes : std::vector<std::vector<uint32_t>>{
           {0, 2}, {0, 0, 0, 3}, {0, 1, 2, 3}, {0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 3}}) {
    std::vector<Claim> claims;
    uint64_t now = 0;
    for (const uint32_t urgency : classes) claims.push_back({urgency, 0, now++});
    for (int turn = 0; turn < 1000; ++turn) {
      const auto next = std::min_element(claims.begin(), claims.end(), GoesBefore);
      for (auto claim = claims.begin(); claim != claims.end(); ++claim) {
        if (claim == next) continue;
        ++claim->passed;
        ASSERT_LE(claim->passed, claim->urgency + claims.size() - 1);
      }
      *next = {next->urgency, 0, now++};
    }
  }
}

}  // namespace
}  // namespace ferro::lease
