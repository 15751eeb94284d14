// What a device can do at best: the ceilings that profiles quote percentages of. The counterpart for processors is
// engine/kernels/peak.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_PEAK_H_
#define FERRO_ENGINE_KERNELS_OPENCL_PEAK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/kernels/opencl/types.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

struct DevicePeak {
  double read_gb_s = 0;    // 10^9 bytes a second that a kernel reads from device memory
  int64_t read_bytes = 0;  // memory that it read
  double int8_gop_s = 0;   // 10^9 multiplications and additions of bytes a second, by the dot product in use
  double float_gop_s = 0;  // likewise of floats, fused
  double enqueue_us = 0;   // what a launch costs the host
  double launch_us = 0;    // from one short launch to the next when many are enqueued; not less than enqueue_us
  double readback_us = 0;  // from enqueueing a short launch until the host has 4 bytes of its result
};

// Each figure is the best of several runs of some milliseconds, since what disturbs only slows. Takes a second or two
// and an eighth of the device's memory, at most 512 MiB. Waits for what is enqueued; times mean little on a context
// that profiles. kResourceExhausted: no memory. kInternal: a kernel does not build.
absl::StatusOr<DevicePeak> MeasureDevicePeak(Context& context, DotPath dot);

// The options of the programs of peak.cl that it builds, for tools that look at all programs.
std::vector<std::string> PeakDefines(const Device& device);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_PEAK_H_
