// The backends of this machine, for tests of models that run on all of them: the reference, the processor with each
// instruction set that it has, every OpenCL device.
#ifndef FERRO_ENGINE_BACKEND_TEST_BACKENDS_H_
#define FERRO_ENGINE_BACKEND_TEST_BACKENDS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "engine/backend/create.h"
#include "engine/backend/test_devices.h"
#include "engine/kernels/isa/isa.h"

namespace ferro {

struct TestBackend {
  std::string device = "cpu";  // as BackendOptions::device and isa
  std::string isa = "auto";
  double launch_ms = 50;
  bool slow = false;  // see TestDevice

  bool reference() const { return device == "reference"; }
  bool opencl() const { return absl::StartsWith(device, "opencl"); }

  // As part of a test's name: reference, cpu_scalar, cpu_avx2, opencl_0, ...
  std::string name() const {
    std::string name = device == "cpu" ? device + "_" + isa : device;
    for (char& c : name) c = c == '-' || c == ':' ? '_' : c;
    return name;
  }

  absl::StatusOr<std::unique_ptr<Backend>> Create() const {
    BackendOptions options;
    options.device = device;
    options.isa = isa;
    options.threads = 2;
    options.launch_ms = launch_ms;
    options.self_test = false;  // what is computed is compared
    options.timeout_s = 600;    // llvmpipe on a busy machine
    return CreateBackend(options);
  }
};

inline std::vector<TestBackend> TestBackends() {
  std::vector<TestBackend> backends = {{.device = "reference"}};
  for (const Isa isa : SupportedIsas()) backends.push_back({.isa = std::string(IsaName(isa))});
  for (const TestDevice& device : OpenClTestDevices()) backends.push_back({.device = device.name, .slow = device.slow});
  return backends;
}

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_TEST_BACKENDS_H_
