#include "engine/backend/create.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/opencl/dot_path.h"
#include "engine/opencl/api.h"
#include "engine/opencl/context.h"
#include "engine/opencl/device.h"
#include "engine/opencl/program_cache.h"

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

std::vector<opencl::Device> OpenClDevices() {
  const absl::StatusOr<const opencl::Api*> api = opencl::SystemApi();
  return api.ok() ? opencl::EnumerateDevices(**api) : std::vector<opencl::Device>();
}

// Index of the device that `--device opencl...` names. An emulation is taken only when it is asked for.
absl::StatusOr<opencl::Device> ChooseDevice(const std::string& name, const std::vector<opencl::Device>& devices) {
  int index = 0;
  if (name == "opencl") {
    const auto gpu = std::find_if(devices.begin(), devices.end(), [](const auto& device) { return device.gpu; });
    if (gpu != devices.end()) return *gpu;
  } else if (!absl::StartsWith(name, "opencl:") || !absl::SimpleAtoi(name.substr(7), &index) || index < 0) {
    return absl::InvalidArgumentError(absl::StrCat("--device ", name, " is not opencl or opencl:N"));
  }
  if (static_cast<size_t>(index) < devices.size()) return devices[index];
  return absl::FailedPreconditionError(absl::StrCat("--device ", name, ": this machine has ", devices.size(),
                                                    " OpenCL devices; `ferro devices` lists them"));
}

absl::StatusOr<std::unique_ptr<Backend>> CreateOpenCl(const opencl::Device& device, const BackendOptions& options) {
  FERRO_ASSIGN_OR_RETURN(const opencl::Api* api, opencl::SystemApi());
  opencl::ContextOptions context_options;
  context_options.profiling = options.profiling;
  context_options.max_queued_ms = options.queue_ms;
  context_options.program_folder = opencl::ProgramCache::DefaultFolder();
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<opencl::Context> context,
                         opencl::Context::Create(*api, device, context_options));
  OpenClBackendOptions backend;
  FERRO_ASSIGN_OR_RETURN(backend.dot, FindDotPath(*context));
  backend.tuning = opencl::KernelTuningFor(device, backend.dot);
  backend.planner.launch_ms = options.launch_ms;
  backend.planner.fuse = options.fuse;
  backend.pack_threads = options.threads == 0 ? DefaultThreads() : options.threads;
  return OpenClBackend::Create(std::move(context), backend);
}

// Whether the kernel offers a graphics device at all. Without one no OpenCL driver is loaded for `auto`: they bring
// compilers and threads that a service on the processor has no use for.
bool HasGraphicsDevice() {
  std::error_code error;
  return std::filesystem::exists("/dev/dri", error) || std::filesystem::exists("/dev/nvidiactl", error);
}

// The first GPU that works, else the processor.
absl::StatusOr<std::unique_ptr<Backend>> CreateAutomatic(const BackendOptions& options, std::string* remark) {
  const std::vector<opencl::Device> devices = HasGraphicsDevice() ? OpenClDevices() : std::vector<opencl::Device>();
  for (const opencl::Device& device : devices) {
    if (!device.gpu) continue;
    absl::StatusOr<std::unique_ptr<Backend>> backend = CreateOpenCl(device, options);
    if (backend.ok()) return backend;
    if (remark != nullptr) {
      *remark = absl::StrCat("opencl:", device.index, " (", device.name, ") is not used: ", backend.status().message());
    }
  }
  return CreateCpu(options);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> CreateBackend(const BackendOptions& options, std::string* remark) {
  if (options.threads < 0 || options.threads > 256) {
    return absl::InvalidArgumentError(absl::StrCat("--threads ", options.threads, " is outside 0..256"));
  }
  if (options.device == "reference") return std::make_unique<ReferenceBackend>();
  if (options.device == "cpu") return CreateCpu(options);
  if (options.device == "auto") return CreateAutomatic(options, remark);
  if (absl::StartsWith(options.device, "opencl")) {
    FERRO_ASSIGN_OR_RETURN(const opencl::Device device, ChooseDevice(options.device, OpenClDevices()));
    return CreateOpenCl(device, options);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--device ", options.device, " is unknown; there are auto, cpu, reference, opencl and opencl:N"));
}

std::vector<DeviceDescription> ListDevices() {
  DeviceDescription cpu = {.name = "cpu",
                           .detail = absl::StrCat(ProcessorName(), ", ", std::thread::hardware_concurrency(), " cores"),
                           .isas = {},
                           .automatic = true};
  for (const Isa isa : SupportedIsas()) cpu.isas.emplace_back(IsaName(isa));
  std::vector<DeviceDescription> devices = {
      cpu, {.name = "reference", .detail = "plain loops, for comparison", .isas = {}, .automatic = false}};
  for (const opencl::Device& device : OpenClDevices()) {
    const bool automatic = device.gpu && devices[0].automatic;
    if (automatic) devices[0].automatic = false;
    devices.push_back(
        {.name = absl::StrCat("opencl:", device.index),
         .detail = absl::StrCat(device.name, " (", device.platform_name, ", driver ", device.driver, "), ",
                                device.compute_units, " units, ", device.global_bytes >> 20, " MiB"),
         .isas = {},
         .automatic = automatic});
  }
  return devices;
}

}  // namespace ferro
