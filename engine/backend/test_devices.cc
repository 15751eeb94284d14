#include "engine/backend/test_devices.h"

#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "engine/backend/create.h"

namespace ferro {
namespace {

bool Wanted(const DeviceDescription& device) {
  const char* const words = std::getenv("FERRO_TEST_DEVICES");
  if (words == nullptr) return true;
  for (const auto word : absl::StrSplit(words, ',')) {
    if (word == device.name || (!absl::StartsWith(word, "opencl:") && absl::StrContains(device.detail, word)))
      return true;
  }
  return false;
}

}  // namespace

std::vector<TestDevice> OpenClTestDevices() {
  std::vector<TestDevice> devices;
  for (const DeviceDescription& device : ListDevices()) {
    if (!absl::StartsWith(device.name, "opencl") || !Wanted(device)) continue;
    devices.push_back({device.name, absl::StrContains(device.detail, "llvmpipe")});
  }
  return devices;
}

}  // namespace ferro
