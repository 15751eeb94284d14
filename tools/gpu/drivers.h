// OpenCL's drivers of this machine, each in a folder of its own, so that the loader sees one at a time: a bad driver
// then spoils only its own devices.
#ifndef FERRO_TOOLS_GPU_DRIVERS_H_
#define FERRO_TOOLS_GPU_DRIVERS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace ferro::gpu {

struct Driver {
  std::string name;    // of its .icd file, without the ending
  std::string folder;  // to be named by OCL_ICD_VENDORS
};

// What `vendors` (OCL_ICD_VENDORS if set, else /etc/OpenCL/vendors) lists; and NVIDIA's library, where it lies in one
// of its usual places without being listed, as in many containers. `extra`: libraries that are named by hand.
// kInvalidArgument: one of these is missing. kUnavailable: a folder below `scratch` cannot be made.
absl::StatusOr<std::vector<Driver>> FindDrivers(const std::string& vendors, const std::vector<std::string>& extra,
                                                const std::string& scratch);

// OCL_ICD_VENDORS, else the usual folder.
std::string VendorFolder();

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_DRIVERS_H_
