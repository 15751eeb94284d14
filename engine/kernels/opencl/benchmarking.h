// The frame of a benchmark program of kernels, whose first argument is the number of an OpenCL device, 0 if absent.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_BENCHMARKING_H_
#define FERRO_ENGINE_KERNELS_OPENCL_BENCHMARKING_H_

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/opencl/api.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

// Runs `run` on that device. Returns the program's exit status; an error is printed.
inline int RunBenchmark(int argc, char** argv, const std::function<absl::Status(const Api&, const Device&)>& run) {
  const auto run_on_device = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const Api* const api, SystemApi());
    const std::vector<Device> devices = EnumerateDevices(*api);
    const size_t index = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
    if (index >= devices.size()) return absl::NotFoundError(absl::StrCat("no OpenCL device ", index));
    return run(*api, devices[index]);
  };
  const absl::Status status = run_on_device();
  if (!status.ok()) std::fprintf(stderr, "error: %s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_BENCHMARKING_H_
