#include "engine/backend/opencl/launch_cost.h"

#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

Device N100() {
  Device device;
  device.gpu = true;
  device.compute_units = 24;
  device.clock_mhz = 750;
  return device;
}

TEST(LaunchCostTest, TheSlowerOfMemoryAndUnitsCounts) {
  const DeviceRates rates = CautiousRates(N100());
  EXPECT_DOUBLE_EQ(rates.int8_ops, 64 * 24 * 750e3);
  EXPECT_DOUBLE_EQ(rates.bytes, 12e6);
  EXPECT_DOUBLE_EQ(CostMs({.bytes = 24e6, .int8_ops = 1}, rates), 2);
  EXPECT_DOUBLE_EQ(CostMs({.bytes = 1, .int8_ops = 2 * rates.int8_ops, .float_ops = rates.float_ops}, rates), 3);
  EXPECT_EQ(CostMs({}, rates), 0);
}

TEST(LaunchCostTest, ACoreDoesLessInAClock) {
  Device cores = N100();
  cores.gpu = false;
  EXPECT_DOUBLE_EQ(CautiousRates(cores).int8_ops, 16 * 24 * 750e3);
  EXPECT_DOUBLE_EQ(CautiousRates(cores).float_ops, 4 * 24 * 750e3);
}

TEST(LaunchCostTest, ADriverThatSaysNothingOfItsDeviceMakesNoCostInfinite) {
  EXPECT_DOUBLE_EQ(CostMs({.bytes = 2e7, .int8_ops = 1e7}, CautiousRates(Device())), 2);
  EXPECT_DOUBLE_EQ(CostMs({.int8_ops = 3e7}, CautiousRates(Device())), 3);
}

}  // namespace
}  // namespace ferro::opencl
