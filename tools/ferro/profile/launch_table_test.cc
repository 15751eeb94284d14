#include "tools/ferro/profile/launch_table.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using opencl::DevicePeak;
using opencl::LaunchTime;
using opencl::LaunchWork;
using opencl::RowKeys;

LaunchTime Timed(const char* name, double seconds, opencl::WorkTotals fixed) {
  LaunchWork work;
  work.fixed = fixed;
  return {name, seconds, work};
}

TEST(LaunchTableTest, AddsUpByName) {
  LaunchTable table;
  const LaunchTime first[] = {Timed("gemm", 0.002, {2e6, 4e9, 0}), Timed("norm", 0.001, {1e6, 0, 0}),
                              Timed("gemm", 0.004, {4e6, 2e9, 0})};
  const LaunchTime second[] = {Timed("norm", 0.005, {1e6, 0, 0}), Timed("argmax", 0, {3e6, 0, 0})};
  table.Add(first, {});
  table.Add(second, {});
  ASSERT_EQ(table.rows().size(), 3u);
  const LaunchRow& gemm = table.rows()[0];
  EXPECT_EQ(gemm.name, "gemm");
  EXPECT_EQ(gemm.launches, 2);
  EXPECT_DOUBLE_EQ(gemm.seconds, 0.006);
  EXPECT_DOUBLE_EQ(gemm.gb_s(), 1);
  EXPECT_DOUBLE_EQ(gemm.gop_s(), 1000);
  EXPECT_EQ(table.rows()[2].gb_s(), 0);  // no time measured
  const LaunchRow total = table.Total();
  EXPECT_EQ(total.launches, 5);
  EXPECT_DOUBLE_EQ(total.seconds, 0.012);
  EXPECT_DOUBLE_EQ(total.work.bytes, 11e6);
}

TEST(LaunchTableTest, SortsByTimeAndKeepsTheOrderOfEquals) {
  LaunchTable table;
  const LaunchTime times[] = {Timed("a", 1, {}), Timed("b", 2, {}), Timed("c", 1, {})};
  table.Add(times, {});
  std::string order;
  for (const LaunchRow& row : table.ByTime()) order += row.name;
  EXPECT_EQ(order, "bac");
}

TEST(LaunchTableTest, CountsTheKeysOfThePass) {
  LaunchTable table;
  LaunchTime attention = Timed("attention", 1, {1e9, 0, 0});
  attention.work.rows = 2;
  attention.work.bytes_per_key = 1e9;
  attention.work.float_ops_per_row_key = 1e9;
  const RowKeys rows[] = {{0, 3}, {0, 4}};
  table.Add({&attention, 1}, rows);
  EXPECT_DOUBLE_EQ(table.rows()[0].gb_s(), 1 + 4);
  EXPECT_DOUBLE_EQ(table.rows()[0].gop_s(), 3 + 4);
}

TEST(NearestCeilingTest, IsTheOneWithTheLargestShare) {
  DevicePeak peak;
  peak.read_gb_s = 10;
  peak.int8_gop_s = 1000;
  peak.float_gop_s = 100;
  const auto nearest = [&](opencl::WorkTotals work) {
    return NearestCeiling({.name = "x", .launches = 1, .seconds = 1, .work = work}, peak);
  };
  EXPECT_EQ(nearest({5e9, 400e9, 0}).of, "read");
  EXPECT_DOUBLE_EQ(nearest({5e9, 400e9, 0}).share, 0.5);
  EXPECT_EQ(nearest({5e9, 600e9, 0}).of, "int8");
  EXPECT_EQ(nearest({5e9, 0, 90e9}).of, "float");
  EXPECT_DOUBLE_EQ(nearest({5e9, 0, 90e9}).share, 0.9);
  EXPECT_EQ(nearest({}).of, "");
  EXPECT_EQ(NearestCeiling({.name = "untimed", .work = {1e9, 1e9, 1e9}}, peak).of, "");
}

}  // namespace
}  // namespace ferro
