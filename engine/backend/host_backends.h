// The backends that run on any machine, for tests of models: the reference, and the processor's with each instruction
// set that it has.
#ifndef FERRO_ENGINE_BACKEND_HOST_BACKENDS_H_
#define FERRO_ENGINE_BACKEND_HOST_BACKENDS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/kernels/isa/isa.h"

namespace ferro {

struct HostBackend {
  bool reference = false;
  Isa isa = Isa::kScalar;  // of the cpu backend
  double launch_ms = 50;

  // As part of a test's name: reference, cpu_scalar, cpu_avx2, ...
  std::string name() const {
    if (reference) return "reference";
    std::string name = std::string("cpu_") + std::string(IsaName(isa));
    for (char& c : name) c = c == '-' ? '_' : c;
    return name;
  }

  absl::StatusOr<std::unique_ptr<Backend>> Create() const {
    if (reference) return std::make_unique<ReferenceBackend>();
    return CpuBackend::Create({.isa = isa, .threads = 2, .launch_ms = launch_ms});
  }
};

inline std::vector<HostBackend> HostBackends() {
  std::vector<HostBackend> backends = {{.reference = true}};
  for (const Isa isa : SupportedIsas()) backends.push_back({.isa = isa});
  return backends;
}

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_HOST_BACKENDS_H_
