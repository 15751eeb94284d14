#include "engine/backend/create.h"

#include <algorithm>
#include <fstream>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/kernels/isa/isa.h"

namespace ferro {
namespace {

std::string ProcessorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!absl::StartsWith(line, "model name")) continue;
    const size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "processor";
}

int DefaultThreads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2); }

absl::StatusOr<std::unique_ptr<Backend>> CreateCpu(const BackendOptions& options) {
  CpuBackendOptions cpu;
  if (options.isa != "auto") {
    FERRO_ASSIGN_OR_RETURN(cpu.isa, ParseIsa(options.isa));
  }
  cpu.threads = options.threads == 0 ? DefaultThreads() : options.threads;
  cpu.pool_spin_us = options.pool_spin_us;
  return CpuBackend::Create(cpu);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> CreateBackend(const BackendOptions& options) {
  if (options.threads < 0 || options.threads > 256) {
    return absl::InvalidArgumentError(absl::StrCat("--threads ", options.threads, " is outside 0..256"));
  }
  if (options.device == "reference") return std::make_unique<ReferenceBackend>();
  if (options.device == "auto" || options.device == "cpu") return CreateCpu(options);
  if (absl::StartsWith(options.device, "opencl")) {
    return absl::FailedPreconditionError(
        absl::StrCat("--device ", options.device, ": the OpenCL backend is not built yet; take cpu"));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--device ", options.device, " is unknown; there are auto, cpu and reference"));
}

std::vector<DeviceDescription> ListDevices() {
  DeviceDescription cpu = {.name = "cpu",
                           .detail = absl::StrCat(ProcessorName(), ", ", std::thread::hardware_concurrency(), " cores"),
                           .isas = {},
                           .automatic = true};
  for (const Isa isa : SupportedIsas()) cpu.isas.emplace_back(IsaName(isa));
  return {cpu, {.name = "reference", .detail = "plain loops, for comparison", .isas = {}, .automatic = false}};
}

}  // namespace ferro
