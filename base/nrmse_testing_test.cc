#include "base/nrmse_testing.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(NrmseTest, IsRelativeToTheSpreadAndNotToTheLevel) {
  const std::vector<float> expected = {101, 103, 101, 103};  // standard deviation 1
  EXPECT_EQ(Nrmse(expected, expected), 0);
  EXPECT_DOUBLE_EQ(Nrmse(std::vector<float>{102, 102, 102, 102}, expected), 1);
  EXPECT_DOUBLE_EQ(Nrmse(std::vector<float>{101, 103, 101, 105}, expected), 1);
  EXPECT_DOUBLE_EQ(Nrmse(std::vector<float>{103, 101, 103, 101}, expected), 2);
}

TEST(NrmseTest, NoResultPassesForAGoodOne) {
  EXPECT_TRUE(std::isinf(Nrmse(std::vector<float>{}, std::vector<float>{1, 2})));
  EXPECT_TRUE(std::isnan(Nrmse(std::vector<float>{NAN, 2}, std::vector<float>{1, 2})));
}

}  // namespace
}  // namespace ferro
