// What OpenCL devices there are, as their drivers describe them. A description is a claim: see probe.h for what is
// believed.
#ifndef FERRO_ENGINE_OPENCL_DEVICE_H_
#define FERRO_ENGINE_OPENCL_DEVICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/opencl/api.h"

namespace ferro::opencl {

struct Device {
  int index = 0;  // in the order of enumeration over all platforms: the N of --device opencl:N
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;

  std::string platform_name;
  std::string name;
  std::string driver;      // vendor's version of the driver
  std::string version;     // "OpenCL 3.0 ..."
  std::string extensions;  // separated by spaces
  bool gpu = false;        // false: a processor or an emulation, never chosen by itself
  int compute_units = 0;
  int clock_mhz = 0;
  size_t max_work_group = 0;
  int64_t local_bytes = 0;  // shared local memory of a work-group
  int64_t global_bytes = 0;
  int64_t max_allocation = 0;
};

// Every device of every platform. Empty when there is none. A platform that fails to answer is left out.
// Drivers run inside the caller's process here and some abort: see probe.h.
std::vector<Device> EnumerateDevices(const Api& api);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_DEVICE_H_
