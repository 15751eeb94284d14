// What a device can do at best, as numbers with their sources: the parameters of a roofline. They are fixed before
// anything is predicted from them, and whoever writes a profile says where each comes from. docs/formats.md has the
// file's layout.
#ifndef FERRO_TOOLS_FERRO_ROOFLINE_DEVICE_PROFILE_H_
#define FERRO_TOOLS_FERRO_ROOFLINE_DEVICE_PROFILE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/device.h"

namespace ferro {

struct Parameter {
  double value = 0;
  std::string source;
};

struct DeviceProfile {
  std::string name;
  opencl::Device device;  // what the backend chooses its kernels' shapes by
  DotPath dot = DotPath::kPlain;

  Parameter read_gb_s;            // device memory, 10^9 bytes a second
  Parameter int8_ops_per_clock;   // of a compute unit; a multiply-add is two
  Parameter int8_share;           // of that rate that products of int8 reach, 0..1
  Parameter float_ops_per_clock;  // of a compute unit
  Parameter float_share;          // of that rate that attention reaches, 0..1
  Parameter launch_us;            // what every launch costs beside its work
  Parameter readback_us;          // what a pass costs once, for its result to reach the host
  // 0: the device waits for every launch. 1: launches are prepared while it works, and only the slower of both counts.
  Parameter launches_overlap;

  // 10^9 operations a second at best.
  double int8_gop_s() const { return int8_ops_per_clock.value * device.compute_units * device.clock_mhz / 1e3; }
  double float_gop_s() const { return float_ops_per_clock.value * device.compute_units * device.clock_mhz / 1e3; }
};

// kInvalidArgument names the member that is missing, unknown, of another type or out of range.
absl::StatusOr<DeviceProfile> ParseDeviceProfile(absl::string_view json);

// A built-in profile (n100) or a file of one. kNotFound: neither; the message lists the built-in ones.
absl::StatusOr<DeviceProfile> LoadDeviceProfile(const std::string& name_or_path);

std::vector<std::string> BuiltInProfiles();

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_ROOFLINE_DEVICE_PROFILE_H_
