#include "engine/backend/opencl/launch_cost.h"

#include <algorithm>

namespace ferro::opencl {
namespace {

// Int8 operations of a unit in a clock: an Xe-LP unit at its best; other units of GPUs do more. A core does its bytes
// one by one, but in vectors: PoCL with AVX-512 reaches 22.
constexpr double kInt8OpsPerClock = 64, kInt8OpsPerClockOfCore = 16;
// A GPU does about an eighth of its int8 operations in float; of a core PoCL gets 5 operations in a clock.
constexpr double kFloatShare = 1.0 / 8, kFloatShareOfCore = 1.0 / 4;
// Bytes that a unit reads in a millisecond: half of what the 24 units of an N100 get from its memory.
constexpr double kBytesPerUnit = 5e5;
// Of the slowest device that is worth the name, whatever a driver says of itself.
constexpr double kLeastInt8Ops = 1e7;
constexpr double kLeastBytes = 1e7;

}  // namespace

DeviceRates CautiousRates(const Device& device) {
  const double units = std::max(1, device.compute_units);
  const double clocks_per_ms = 1e3 * std::max(1, device.clock_mhz);
  const double ops_per_clock = device.gpu ? kInt8OpsPerClock : kInt8OpsPerClockOfCore;
  const double int8_ops = std::max(kLeastInt8Ops, ops_per_clock * units * clocks_per_ms);
  const double float_ops = (device.gpu ? kFloatShare : kFloatShareOfCore) * int8_ops;
  return {int8_ops, float_ops, std::max(kLeastBytes, kBytesPerUnit * units)};
}

double CostMs(const WorkTotals& work, const DeviceRates& rates) {
  return std::max(work.bytes / rates.bytes, work.int8_ops / rates.int8_ops + work.float_ops / rates.float_ops);
}

}  // namespace ferro::opencl
