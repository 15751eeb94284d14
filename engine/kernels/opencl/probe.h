// Which OpenCL devices can be used and how they multiply, found out in a process that may crash
// (engine/opencl/probe.h).
#ifndef FERRO_ENGINE_KERNELS_OPENCL_PROBE_H_
#define FERRO_ENGINE_KERNELS_OPENCL_PROBE_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/kernels/opencl/self_test/fused_forms.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/device.h"
#include "engine/opencl/probe.h"

namespace ferro {

struct OpenClDevice {
  opencl::Device device;       // without handles; its index is the N of --device opencl:N
  std::optional<DotPath> dot;  // the best that computes right; none: it was not tried, or cannot be used
  std::vector<std::pair<DotPath, std::string>> failed;  // better ones, and why not
  opencl::DisabledForms disabled;                       // found wrong by SelfTestOpenCl

  std::string problem() const;  // why it cannot be used; empty: it can
};

struct OpenClInventory {
  std::vector<OpenClDevice> devices;
  std::vector<opencl::RejectedDriver> rejected;
  std::string unavailable;    // why there is no OpenCL at all
  opencl::ProbeReport probe;  // what OpenDevice needs

  // The device that `auto` takes: the first GPU that computes right. Null: none.
  const OpenClDevice* automatic() const;
};

enum class ProbeScope {
  kGpus,  // quicker: compiles nothing for processors
  kAll,
};

// For the main of a program that uses devices, before anything else. Does not return in a process that was started to
// probe.
void RunOpenClProbeIfAsked(int argc, char** argv);

// Probes at the first call of the process, which takes seconds, and logs one line for each driver that is rejected.
// Thread-safe.
const OpenClInventory& ProbeOpenCl(ProbeScope scope);

// The device with every kernel tested in a process of its own (self_test.h), on the best dot product with which all
// that cannot be replaced is right. Takes seconds, a minute where compilers are slow; only once for a driver and these
// sources where all is well, which the program cache remembers. Where main does not call RunOpenClProbeIfAsked, the
// device is as it was. kUnavailable: it cannot be used, or fails; see self_test::DeviceFails. kFailedPrecondition:
// there is none of that index. Thread-safe.
absl::StatusOr<OpenClDevice> SelfTestOpenCl(const OpenClInventory& inventory, int index);

// The device in this process, whose drivers this loads. kUnavailable: it cannot be used, and why. kFailedPrecondition:
// there is none of that index. See opencl::OpenProbed on threads.
absl::StatusOr<opencl::Device> OpenDevice(const OpenClInventory& inventory, int index);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPENCL_PROBE_H_
