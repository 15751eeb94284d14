#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json.h"
#include "base/log.h"
#include "engine/backend/create.h"
#include "engine/backend/opencl/tuning/tuning_store.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/opencl/probe.h"
#include "engine/opencl/device_json.h"
#include "tools/ferro/command.h"

namespace ferro {
namespace {

std::string InstructionSets() {
  std::string names;
  for (const Isa isa : SupportedIsas()) absl::StrAppend(&names, names.empty() ? "" : ", ", IsaName(isa));
  return names;
}

void PrintCpu() {
  std::cout << "instruction sets of the cpu: " << InstructionSets() << "; --isa auto takes " << IsaName(BestIsa())
            << "\n";
}

std::string TuningText(const opencl::Device& device, DotPath dot) {
  return opencl::StoredTuningText(opencl::TuningStore(opencl::TuningStore::DefaultFolder()).Load(device, dot));
}

std::string Bytes(int64_t bytes) {
  if (bytes >= int64_t{1} << 30) return absl::StrFormat("%.1f GiB", static_cast<double>(bytes) / (1 << 30));
  return absl::StrCat(bytes >> 10, " KiB");
}

void PrintOpenCl(const OpenClInventory& inventory) {
  for (const OpenClDevice& entry : inventory.devices) {
    const opencl::Device& device = entry.device;
    std::cout << absl::StrFormat("\nopencl:%d  %s\n", device.index, device.name) << "  platform  "
              << device.platform_name << ", " << device.platform_version << "\n"
              << "  driver    " << device.driver << ", " << device.version << "\n"
              << "  compute   " << device.compute_units << " units at " << device.clock_mhz << " MHz, work-groups of "
              << device.max_work_group << "\n"
              << "  memory    " << Bytes(device.global_bytes) << ", one buffer " << Bytes(device.max_allocation)
              << ", local " << Bytes(device.local_bytes) << "\n"
              << "  int8 dot  " << (entry.dot.has_value() ? DotPathName(*entry.dot) : "none: cannot be used") << "\n";
    for (const auto& [path, why] : entry.failed)
      std::cout << "            not " << DotPathName(path) << ": " << why << "\n";
    if (!device.gpu) std::cout << "            no GPU: only taken when named\n";
    if (entry.dot.has_value()) std::cout << "  tuning    " << TuningText(device, *entry.dot) << "\n";
  }
  for (const opencl::RejectedDriver& driver : inventory.rejected) {
    std::cout << "\nOpenCL driver " << driver.name << " is left out: " << driver.reason << "\n";
  }
  if (!inventory.unavailable.empty()) std::cout << "\nno OpenCL: " << inventory.unavailable << "\n";
}

Json OpenClJson(const OpenClInventory& inventory) {
  Json devices = Json::array(), rejected = Json::array();
  for (const OpenClDevice& entry : inventory.devices) {
    Json failed = Json::object();
    for (const auto& [path, why] : entry.failed) failed[DotPathName(path)] = why;
    Json device = {{"name", absl::StrCat("opencl:", entry.device.index)}};
    device.update(opencl::DeviceToJson(entry.device));
    device["dot"] = entry.dot.has_value() ? Json(DotPathName(*entry.dot)) : Json();
    device["failed"] = std::move(failed);
    device["tuning"] = entry.dot.has_value() ? Json(TuningText(entry.device, *entry.dot)) : Json();
    devices.push_back(std::move(device));
  }
  for (const opencl::RejectedDriver& driver : inventory.rejected) {
    rejected.push_back({{"driver", driver.name}, {"reason", driver.reason}});
  }
  return {{"devices", std::move(devices)},
          {"rejected", std::move(rejected)},
          {"unavailable", inventory.unavailable.empty() ? Json() : Json(inventory.unavailable)}};
}

void PrintJson(const std::vector<DeviceDescription>& devices, const OpenClInventory& inventory) {
  Json list = Json::array(), isas = Json::array();
  for (const DeviceDescription& device : devices) {
    list.push_back({{"name", device.name},
                    {"detail", device.detail},
                    {"automatic", device.automatic},
                    {"problem", device.problem.empty() ? Json() : Json(device.problem)}});
  }
  for (const Isa isa : SupportedIsas()) isas.push_back(std::string(IsaName(isa)));
  std::cout << DumpJson(Json{{"devices", std::move(list)},
                             {"isas", std::move(isas)},
                             {"isa", std::string(IsaName(BestIsa()))},
                             {"opencl", OpenClJson(inventory)}})
            << "\n";
}

void Devices(bool as_json) {
  SetLogLevel(LogLevel::kError);  // the list itself says what was rejected
  const std::vector<DeviceDescription> devices = ListDevices();
  const OpenClInventory& inventory = ProbeOpenCl(ProbeScope::kAll);
  if (as_json) return PrintJson(devices, inventory);
  for (const DeviceDescription& device : devices) {
    std::cout << absl::StrFormat("%c %-10s %s%s\n", device.automatic ? '*' : ' ', device.name, device.detail,
                                 device.problem.empty() ? "" : "; cannot be used");
  }
  std::cout << "* is what --device auto takes\n\n";
  PrintCpu();
  PrintOpenCl(inventory);
}

}  // namespace

void AddDevicesCommand(CLI::App& app, absl::Status& outcome) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("devices", "List what this machine can compute with");
  command->add_flag("--json", *json, "One JSON object instead of a list");
  command->footer("The names are those that --device takes, in ferro up, generate and bench.");
  command->callback([json, &outcome] {
    Devices(*json);
    outcome = absl::OkStatus();
  });
}

}  // namespace ferro
