#include "engine/kernels/opencl/probe.h"

#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/dot_path.h"
#include "engine/opencl/context.h"
#include "engine/opencl/program_cache.h"

namespace ferro {
namespace {

constexpr size_t kMaxReason = 160;  // compilers explain themselves at length

// From the error code on, if there is one: what was built, where and how, stands beside it anyway.
std::string OneLine(const absl::Status& status) {
  absl::string_view message = status.message();
  if (const size_t code = message.find(" CL_"); code != message.npos) message.remove_prefix(code + 1);
  std::string text(message.substr(0, kMaxReason));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// {"dot": name of the best path, absent if none, "failed": {name: why}}.
Json TryDevice(const opencl::Api& api, const opencl::Device& device, const opencl::BeginStep& begin) {
  Json failed = Json::object();
  opencl::ContextOptions options;
  options.program_folder = opencl::ProgramCache::DefaultFolder();
  auto context = opencl::Context::Create(api, device, options);
  for (const DotPath path : kDotPaths) {
    const char* const name = DotPathName(path);
    if (!context.ok()) {
      failed[name] = OneLine(context.status());
    } else if (!begin(name)) {
      failed[name] = "the driver crashes or hangs";
    } else if (const absl::Status status = TryDotPath(**context, path); !status.ok()) {
      failed[name] = OneLine(status);
    } else {
      return {{"dot", name}, {"failed", failed}};
    }
  }
  return {{"failed", failed}};
}

OpenClDevice Understand(const opencl::ProbedDevice& probed) {
  OpenClDevice device;
  device.device = probed.device;
  if (!probed.trial.is_object()) return device;
  for (const DotPath path : kDotPaths) {
    const Json name = DotPathName(path);
    if (probed.trial.value("dot", Json()) == name) device.dot = path;
    const Json why = probed.trial.value("failed", Json::object()).value(name.get<std::string>(), Json());
    if (why.is_string()) device.failed.emplace_back(path, why.get<std::string>());
  }
  return device;
}

OpenClInventory Take(ProbeScope scope) {
  OpenClInventory inventory;
  opencl::ProbeOptions options;
  options.gpus_only = scope == ProbeScope::kGpus;
  inventory.probe = opencl::Probe(TryDevice, options);
  for (const opencl::ProbedDevice& device : inventory.probe.devices) inventory.devices.push_back(Understand(device));
  inventory.rejected = inventory.probe.rejected;
  inventory.unavailable = inventory.probe.unavailable;
  for (const opencl::RejectedDriver& driver : inventory.rejected) {
    LogWarning("opencl_driver_rejected", {{"driver", driver.name}, {"reason", driver.reason}});
  }
  return inventory;
}

}  // namespace

std::string OpenClDevice::problem() const {
  if (dot.has_value()) return "";
  return failed.empty() ? "it was not tried" : failed.back().second;
}

const OpenClDevice* OpenClInventory::automatic() const {
  for (const OpenClDevice& device : devices) {
    if (device.device.gpu && device.dot.has_value()) return &device;
  }
  return nullptr;
}

void RunOpenClProbeIfAsked(int argc, char** argv) { opencl::RunProbeIfAsked(argc, argv, TryDevice); }

const OpenClInventory& ProbeOpenCl(ProbeScope scope) {
  if (scope == ProbeScope::kAll) {
    static const OpenClInventory& all = *new OpenClInventory(Take(ProbeScope::kAll));
    return all;
  }
  static const OpenClInventory& gpus = *new OpenClInventory(Take(ProbeScope::kGpus));
  return gpus;
}

absl::StatusOr<opencl::Device> OpenDevice(const OpenClInventory& inventory, int index) {
  if (!inventory.unavailable.empty()) return absl::UnavailableError(absl::StrCat("no OpenCL: ", inventory.unavailable));
  if (index < 0 || index >= static_cast<int>(inventory.devices.size())) {
    return absl::FailedPreconditionError(absl::StrCat("opencl:", index, ": this machine has ", inventory.devices.size(),
                                                      " OpenCL devices; `ferro devices` lists them"));
  }
  const OpenClDevice& device = inventory.devices[index];
  if (const std::string problem = device.problem(); !problem.empty()) {
    return absl::UnavailableError(
        absl::StrCat("opencl:", index, " (", device.device.name, ") cannot be used: ", problem));
  }
  FERRO_ASSIGN_OR_RETURN(const std::vector<opencl::Device> devices, opencl::OpenProbed(inventory.probe));
  return devices[index];
}

}  // namespace ferro
