// What OpenCL devices there are, as their drivers describe them. A description is a claim: see probe.h for what is
// believed.
#ifndef FERRO_ENGINE_OPENCL_DEVICE_H_
#define FERRO_ENGINE_OPENCL_DEVICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "engine/opencl/functions.h"

namespace ferro::opencl {

struct Device {
  int index = 0;  // in the order of enumeration over all platforms: the N of --device opencl:N
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;

  std::string platform_name;
  std::string platform_version;
  std::string name;
  std::string driver;      // vendor's version of the driver
  std::string version;     // "OpenCL 3.0 ..."
  std::string extensions;  // separated by spaces
  bool gpu = false;        // false: a processor or an emulation, never chosen by itself
  int compute_units = 0;
  int clock_mhz = 0;
  int nvidia_compute = 0;  // NVIDIA's compute capability, 90 for 9.0; 0: of another vendor
  size_t max_work_group = 0;
  int64_t local_bytes = 0;  // shared local memory of a work-group
  int64_t global_bytes = 0;
  int64_t max_allocation = 0;

  // Whether its compiler makes vectors of work-items, as for a GPU. Other processors' compilers want them written.
  bool vectorises_items() const;
};

// The platforms of the machine, in the loader's order; empty when there is none. Loads every driver.
std::vector<cl_platform_id> Platforms(const Api& api);

// Empty where the driver gives none.
std::string PlatformName(const Api& api, cl_platform_id platform);

// The devices of one platform, with index 0, 1, ... Empty when it has none or fails to answer.
std::vector<Device> PlatformDevices(const Api& api, cl_platform_id platform);

// Every device of every platform but those in `skipped`, which are left untouched; indices into Platforms().
// Drivers run inside the caller's process here and some abort: see probe.h.
std::vector<Device> EnumerateDevices(const Api& api, absl::Span<const int> skipped = {});

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_DEVICE_H_
