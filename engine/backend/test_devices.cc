#include "engine/backend/test_devices.h"

#include "absl/strings/match.h"
#include "engine/backend/create.h"

namespace ferro {

std::vector<TestDevice> OpenClTestDevices() {
  std::vector<TestDevice> devices;
  for (const DeviceDescription& device : ListDevices()) {
    if (!absl::StartsWith(device.name, "opencl")) continue;
    devices.push_back({device.name, absl::StrContains(device.detail, "llvmpipe")});
  }
  return devices;
}

}  // namespace ferro
