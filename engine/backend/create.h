// Makes the backend that `--device` asks for.
#ifndef FERRO_ENGINE_BACKEND_CREATE_H_
#define FERRO_ENGINE_BACKEND_CREATE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"

namespace ferro {

struct BackendOptions {
  std::string device = "auto";  // auto, cpu, reference (opencl[:N] is not built yet)
  std::string isa = "auto";     // cpu only: auto, scalar, avx2, avx-vnni, avx512-vnni
  int threads = 0;              // 0 = half the cores, at least one
  int pool_spin_us = 200;       // how long an idle worker spins before it parks; 0 = parks at once
};

// One device as `ferro devices` lists it.
struct DeviceDescription {
  std::string name;               // as --device takes it
  std::string detail;             // for people: processor, memory
  std::vector<std::string> isas;  // as --isa takes them, slowest first; empty where there is no choice
  bool automatic;                 // the one that `auto` takes
};

// kInvalidArgument: no such device or instruction set; kFailedPrecondition: this machine lacks it. Messages list what
// there is.
absl::StatusOr<std::unique_ptr<Backend>> CreateBackend(const BackendOptions& options);
std::vector<DeviceDescription> ListDevices();

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_CREATE_H_
