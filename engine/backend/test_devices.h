// The OpenCL devices of this machine, for tests of whole models.
#ifndef FERRO_ENGINE_BACKEND_TEST_DEVICES_H_
#define FERRO_ENGINE_BACKEND_TEST_DEVICES_H_

#include <string>
#include <vector>

namespace ferro {

struct TestDevice {
  std::string name;  // as BackendOptions::device takes it
  bool slow;         // llvmpipe: minutes for every model
};

// All of them, or those that FERRO_TEST_DEVICES names (engine/kernels/opencl/testing.h).
std::vector<TestDevice> OpenClTestDevices();

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_TEST_DEVICES_H_
