#include "engine/kernels/ops/rope_table.h"

#include <cmath>

#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(RopeTableTest, IsTheClosedForm) {
  RopeTable table(1e6f, 64);
  table.EnsurePositions(5000);
  ASSERT_EQ(table.pairs(), 32);
  for (int position : {0, 1, 77, 4999}) {
    for (int i = 0; i < 32; ++i) {
      const long double angle = position * std::pow(1e6L, -2.0L * i / 64);
      // The angle carries the relative error of f64; the result is rounded to f32.
      const double bound = 0x1p-25 + static_cast<double>(angle) * 0x1p-51;
      EXPECT_NEAR(table.cos(position)[i], std::cos(angle), bound);
      EXPECT_NEAR(table.sin(position)[i], std::sin(angle), bound);
    }
  }
}

TEST(RopeTableTest, GrowingKeepsRows) {
  RopeTable whole(10000.0f, 16), grown(10000.0f, 16);
  whole.EnsurePositions(100);
  for (int positions : {3, 1, 50, 100}) grown.EnsurePositions(positions);
  ASSERT_EQ(grown.positions(), 100);
  for (int position = 0; position < 100; ++position) {
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(whole.cos(position)[i], grown.cos(position)[i]);
      EXPECT_EQ(whole.sin(position)[i], grown.sin(position)[i]);
    }
  }
}

}  // namespace
}  // namespace ferro
