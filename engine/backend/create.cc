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
#include "absl/time/time.h"
#include "base/flag_range.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/backend/opencl/tuning/tuning_store.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/opencl/probe.h"
#include "engine/kernels/opencl/self_test/self_test.h"
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

int ThreadsOf(const BackendOptions& options) {
  if (options.threads != 0) return options.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
}

absl::StatusOr<std::unique_ptr<Backend>> CreateCpu(const BackendOptions& options) {
  CpuBackendOptions cpu;
  if (options.isa != "auto") {
    FERRO_ASSIGN_OR_RETURN(cpu.isa, ParseIsa(options.isa));
  }
  cpu.threads = ThreadsOf(options);
  cpu.pool_spin_us = options.pool_spin_us;
  cpu.launch_ms = options.launch_ms;
  return CpuBackend::Create(cpu);
}

// With the dot product `dot`, and without the fused kernels of `tested` that are wrong.
absl::StatusOr<std::unique_ptr<OpenClBackend>> CreateOn(const opencl::Device& device, const OpenClDevice& tested,
                                                        DotPath dot, const BackendOptions& options) {
  FERRO_ASSIGN_OR_RETURN(const opencl::Api* api, opencl::SystemApi());
  opencl::ContextOptions context_options;
  context_options.max_queued_ms = options.queue_ms;
  context_options.call_limit = absl::Seconds(options.timeout_s);
  context_options.program_folder = opencl::ProgramCache::DefaultFolder();
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<opencl::Context> context,
                         opencl::Context::Create(*api, device, context_options));
  OpenClBackendOptions backend;
  backend.dot = dot;
  backend.self_test = options.self_test;
  backend.disabled = tested.disabled;
  backend.tuning =
      options.stored_tuning ? opencl::StoredOrDefaultTuning(device, dot) : opencl::KernelTuningFor(device, dot);
  backend.planner.launch_ms = options.launch_ms;
  backend.planner.fuse = options.fuse;
  backend.pack_threads = ThreadsOf(options);
  return OpenClBackend::Create(std::move(context), backend);
}

// Whether shapes that `ferro tune` stored are used on the device.
bool IsTuned(const opencl::Device& device, DotPath dot) {
  return opencl::TuningStore(opencl::TuningStore::DefaultFolder()).Load(device, dot).ok();
}

// What a process of its own says about the kernels of a GPU. An emulation is tested in this process alone: its compiler
// takes a minute for what a model may never ask for, and nobody gets it who did not name it.
absl::StatusOr<OpenClDevice> TestKernels(const OpenClInventory& inventory, int index, const BackendOptions& options) {
  const bool exists = index < static_cast<int>(inventory.devices.size());
  if (exists && !(options.self_test && inventory.devices[index].device.gpu)) return inventory.devices[index];
  return SelfTestOpenCl(inventory, index);
}

absl::StatusOr<std::unique_ptr<OpenClBackend>> CreateOpenCl(const OpenClInventory& inventory, int index,
                                                            const BackendOptions& options) {
  FERRO_ASSIGN_OR_RETURN(const OpenClDevice tested, TestKernels(inventory, index, options));
  FERRO_ASSIGN_OR_RETURN(const opencl::Device device, OpenDevice(inventory, index));
  absl::StatusOr<std::unique_ptr<OpenClBackend>> backend = CreateOn(device, tested, *tested.dot, options);
  BackendOptions untuned = options;
  untuned.stored_tuning = false;
  if (absl::IsInternal(backend.status()) && options.stored_tuning && IsTuned(device, *tested.dot)) {
    LogWarning("opencl_tuning_rejected", {{"device", device.name},
                                          {"action", "default shapes; ferro tune --reset ends this"},
                                          {"reason", backend.status().message()}});
    backend = CreateOn(device, tested, *tested.dot, untuned);
  }
  // A kernel that is wrong all the same may be right with the dot product that asks nothing of the driver. The ones
  // between have not been tried where a crash does no harm.
  if (absl::IsInternal(backend.status()) && tested.dot != DotPath::kPlain) {
    LogWarning("opencl_dot_product_rejected",
               {{"device", device.name}, {"kind", DotPathName(*tested.dot)}, {"reason", backend.status().message()}});
    backend = CreateOn(device, tested, DotPath::kPlain, untuned);
  }
  if (absl::IsInternal(backend.status())) return opencl::self_test::DeviceFails(device, backend.status().message());
  return backend;
}

// Whether the kernel offers a graphics device at all (dxg: in WSL). Without one a service on the processor need not
// wait until every driver has been asked for GPUs.
bool HasGraphicsDevice() {
  std::error_code error;
  for (const char* const node : {"/dev/dri", "/dev/kfd", "/dev/nvidiactl", "/dev/dxg"}) {
    if (std::filesystem::exists(node, error)) return true;
  }
  return false;
}

// The first GPU that works, else the processor.
absl::StatusOr<std::unique_ptr<Backend>> CreateAutomatic(const BackendOptions& options, std::string* remark) {
  if (!HasGraphicsDevice()) return CreateCpu(options);
  const OpenClInventory& inventory = ProbeOpenCl(ProbeScope::kGpus);
  for (const OpenClDevice& device : inventory.devices) {
    if (!device.device.gpu) continue;
    absl::StatusOr<std::unique_ptr<Backend>> backend = CreateOpenCl(inventory, device.device.index, options);
    if (backend.ok()) return backend;
    if (remark != nullptr) {
      const std::string name = absl::StrCat("opencl:", device.device.index);
      *remark = std::string(backend.status().message());
      if (!absl::StartsWith(*remark, name)) *remark = absl::StrCat(name, " is not used: ", *remark);
    }
  }
  return CreateCpu(options);
}

DeviceDescription Describe(const OpenClDevice& device, bool automatic) {
  const opencl::Device& d = device.device;
  DeviceDescription description;
  description.name = absl::StrCat("opencl:", d.index);
  description.detail = absl::StrCat(d.name, " (", d.platform_name, ", driver ", d.driver, "), ", d.compute_units,
                                    " units, ", d.global_bytes >> 20, " MiB");
  description.automatic = automatic;
  description.problem = device.problem();
  return description;
}

}  // namespace

absl::StatusOr<int> ChooseOpenClDevice(const std::string& name, const OpenClInventory& inventory) {
  int index = 0;
  if (name == "opencl") {
    const OpenClDevice* const gpu = inventory.automatic();
    return gpu == nullptr ? 0 : gpu->device.index;
  }
  if (!absl::StartsWith(name, "opencl:") || !absl::SimpleAtoi(name.substr(7), &index) || index < 0) {
    return absl::InvalidArgumentError(absl::StrCat("--device ", name, " is not opencl or opencl:N"));
  }
  return index;
}

absl::Status ValidateBackendOptions(const BackendOptions& options) {
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--threads", options.threads, 0, 256));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--launch-ms", options.launch_ms, 0.001, 10000.0));
  FERRO_RETURN_IF_ERROR(CheckFlagRange("--queue-ms", options.queue_ms, 0.0, 60000.0));
  return CheckFlagRange("--device-timeout", options.timeout_s, 1.0, 3600.0);
}

absl::StatusOr<std::unique_ptr<Backend>> CreateBackend(const BackendOptions& options, std::string* remark) {
  FERRO_RETURN_IF_ERROR(ValidateBackendOptions(options));
  if (options.device == "reference") return std::make_unique<ReferenceBackend>();
  if (options.device == "cpu") return CreateCpu(options);
  if (options.device == "auto") return CreateAutomatic(options, remark);
  if (absl::StartsWith(options.device, "opencl")) return CreateOpenClBackend(options);
  return absl::InvalidArgumentError(
      absl::StrCat("--device ", options.device, " is unknown; there are auto, cpu, reference, opencl and opencl:N"));
}

bool TakesTurns(const BackendOptions& options, const Backend& backend) {
  if (options.lease != LeaseUse::kAuto) return options.lease == LeaseUse::kOn;
  if (!absl::StartsWith(backend.name(), "cpu")) return true;
  return 2 * ThreadsOf(options) > static_cast<int>(std::thread::hardware_concurrency());
}

absl::StatusOr<std::unique_ptr<OpenClBackend>> CreateOpenClBackend(const BackendOptions& options) {
  if (absl::StartsWith(options.device, "opencl")) {
    const OpenClInventory& inventory = ProbeOpenCl(ProbeScope::kAll);
    FERRO_ASSIGN_OR_RETURN(const int index, ChooseOpenClDevice(options.device, inventory));
    return CreateOpenCl(inventory, index, options);
  }
  if (options.device == "auto" && HasGraphicsDevice()) {
    const OpenClInventory& inventory = ProbeOpenCl(ProbeScope::kGpus);
    const OpenClDevice* const gpu = inventory.automatic();
    if (gpu != nullptr) return CreateOpenCl(inventory, gpu->device.index, options);
  }
  return absl::FailedPreconditionError(
      absl::StrCat("--device ", options.device, " is no OpenCL device; ferro devices lists them as opencl:N"));
}

std::vector<DeviceDescription> ListDevices() {
  const OpenClInventory& inventory = ProbeOpenCl(ProbeScope::kAll);
  const OpenClDevice* const gpu = inventory.automatic();
  DeviceDescription cpu;
  cpu.name = "cpu";
  cpu.detail = absl::StrCat(ProcessorName(), ", ", std::thread::hardware_concurrency(), " cores");
  cpu.automatic = gpu == nullptr;
  for (const Isa isa : SupportedIsas()) cpu.isas.emplace_back(IsaName(isa));
  DeviceDescription reference;
  reference.name = "reference";
  reference.detail = "plain loops, for comparison";
  std::vector<DeviceDescription> devices = {cpu, reference};
  for (const OpenClDevice& device : inventory.devices) devices.push_back(Describe(device, &device == gpu));
  return devices;
}

}  // namespace ferro
