#include "engine/opencl/launch_work.h"

#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

TEST(LaunchWorkTest, FixedWorkDependsOnNothing) {
  LaunchWork work;
  work.fixed = {100, 20, 3};
  const RowKeys row = {0, 1000};
  const WorkTotals total = TotalWork(work, {&row, 1});
  EXPECT_EQ(total.bytes, 100);
  EXPECT_EQ(total.int8_ops, 20);
  EXPECT_EQ(total.float_ops, 3);
}

TEST(LaunchWorkTest, KeysOfASequenceAreReadOnceAndUsedByEveryRow) {
  LaunchWork work;
  work.fixed = {1000, 0, 0};
  work.first_row = 1;
  work.rows = 3;
  work.bytes_per_key = 10;
  work.bytes_per_row_key = 0.5;
  work.float_ops_per_row_key = 4;
  // Row 0 belongs to another launch. Sequence 7 is read up to its longest row, sequence 9 beside it.
  const RowKeys rows[] = {{7, 500}, {7, 30}, {7, 31}, {9, 5}, {9, 600}};
  const WorkTotals total = TotalWork(work, rows);
  EXPECT_EQ(total.bytes, 1000 + 10 * (31 + 5) + 0.5 * (30 + 31 + 5));
  EXPECT_EQ(total.float_ops, 4 * (30 + 31 + 5));
}

TEST(LaunchWorkTest, RowsThatAPassDoesNotHaveCountNothing) {
  LaunchWork work;
  work.first_row = 2;
  work.rows = 2;
  work.bytes_per_key = 1;
  const RowKeys row = {0, 10};
  EXPECT_EQ(TotalWork(work, {&row, 1}).bytes, 0);
}

}  // namespace
}  // namespace ferro::opencl
