#include "tools/ferro/roofline/prediction.h"

#include "gtest/gtest.h"

namespace ferro {
namespace {

// 1 GB/s, 8 Gop/s of int8 of which a quarter is reached, 4 Gop/s of float of which half.
DeviceProfile SlowDevice() {
  DeviceProfile profile;
  profile.device.compute_units = 2;
  profile.device.clock_mhz = 1000;
  profile.read_gb_s.value = 1;
  profile.int8_ops_per_clock.value = 4;
  profile.int8_share.value = 0.25;
  profile.float_ops_per_clock.value = 2;
  profile.float_share.value = 0.5;
  profile.launch_us.value = 1000;
  profile.readback_us.value = 500;
  return profile;
}

CountedWork ThreeLaunches() {
  CountedWork counted;
  counted.passes = 2;
  counted.launches = {{"gemm a", {.bytes = 3e9, .int8_ops = 2e9, .float_ops = 0}},
                      {"gemm b", {.bytes = 1e9, .int8_ops = 10e9, .float_ops = 0}},
                      {"attention", {.bytes = 1e9, .int8_ops = 0, .float_ops = 4e9}}};
  return counted;
}

TEST(PredictionTest, TheSlowestCeilingOfEveryLaunchCounts) {
  const Prediction p = Predict(ThreeLaunches(), SlowDevice());
  EXPECT_EQ(p.launches, 3);
  EXPECT_DOUBLE_EQ(p.work.bytes, 5e9);
  EXPECT_DOUBLE_EQ(p.memory_s, 5);
  EXPECT_DOUBLE_EQ(p.int8_s, 1 + 5);
  EXPECT_DOUBLE_EQ(p.float_s, 2);
  EXPECT_DOUBLE_EQ(p.work_s, 3 + 5 + 2);
  EXPECT_DOUBLE_EQ(p.overhead_s, 3 * 1e-3 + 2 * 0.5e-3);
  EXPECT_DOUBLE_EQ(p.total_s(), 10.004);
}

TEST(PredictionTest, TheCeilingHasNoSharesAndNoLaunches) {
  EXPECT_DOUBLE_EQ(Predict(ThreeLaunches(), SlowDevice()).ceiling_s, 3 + 1.25 + 1);
}

TEST(PredictionTest, OverlappedLaunchesCostWhatTheWorkDoesNotHide) {
  DeviceProfile profile = SlowDevice();
  profile.launches_overlap.value = 1;
  EXPECT_DOUBLE_EQ(Predict(ThreeLaunches(), profile).overhead_s, 1e-3);
  profile.launch_us.value = 5e6;
  EXPECT_DOUBLE_EQ(Predict(ThreeLaunches(), profile).total_s(), 15.001);
}

TEST(PredictionTest, NothingTakesNoTime) {
  const Prediction p = Predict({}, SlowDevice());
  EXPECT_EQ(p.total_s(), 0);
  EXPECT_EQ(p.ceiling_s, 0);
}

TEST(PredictionTest, SelectsByName) {
  const CountedWork gemms = Select(ThreeLaunches(), "gemm");
  ASSERT_EQ(gemms.launches.size(), 2u);
  EXPECT_EQ(gemms.launches[1].name, "gemm b");
  EXPECT_EQ(gemms.passes, 0);
}

}  // namespace
}  // namespace ferro
