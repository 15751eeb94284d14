#include <unistd.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json.h"
#include "base/log.h"
#include "engine/backend/create.h"
#include "engine/backend/opencl/tuning/tuning_store.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/opencl/probe.h"
#include "engine/kernels/opencl/self_test/fused_forms.h"
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

// What became of the self-tests that were made, by index of the device.
using SelfTests = std::map<int, absl::StatusOr<OpenClDevice>>;

// Which devices are tested: all of them can take minutes, since processors compile slowly what is meant for GPUs.
enum class TestScope { kNone, kGpus, kAll };

SelfTests RunSelfTests(const OpenClInventory& inventory, TestScope scope) {
  SelfTests tests;
  if (scope == TestScope::kNone) return tests;
  for (const OpenClDevice& device : inventory.devices) {
    if (!device.problem().empty() || (!device.device.gpu && scope != TestScope::kAll)) continue;
    if (isatty(STDERR_FILENO)) std::cerr << "testing the kernels of " << device.device.name << "\n";
    tests.emplace(device.device.index, SelfTestOpenCl(inventory, device.device.index));
  }
  return tests;
}

// The device as its self-test has left it.
const OpenClDevice& Tested(const OpenClDevice& probed, const SelfTests& tests) {
  const auto test = tests.find(probed.device.index);
  return test != tests.end() && test->second.ok() ? *test->second : probed;
}

void PrintSelfTest(const SelfTests& tests, int index) {
  const auto test = tests.find(index);
  if (test == tests.end()) return;
  std::cout << "  self-test " << (test->second.ok() ? "passed" : test->second.status().message()) << "\n";
  if (!test->second.ok()) return;
  for (const auto& [form, why] : test->second->disabled) {
    std::cout << "            without " << FusedFormName(form) << ": " << why << "\n";
  }
}

void PrintOpenCl(const OpenClInventory& inventory, const SelfTests& tests) {
  for (const OpenClDevice& probed : inventory.devices) {
    const OpenClDevice& entry = Tested(probed, tests);
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
    PrintSelfTest(tests, device.index);
    if (!device.gpu) std::cout << "            no GPU: only taken when named\n";
    if (entry.dot.has_value()) std::cout << "  tuning    " << TuningText(device, *entry.dot) << "\n";
  }
  for (const opencl::RejectedDriver& driver : inventory.rejected) {
    std::cout << "\nOpenCL driver " << driver.name << " is left out: " << driver.reason << "\n";
  }
  if (!inventory.unavailable.empty()) std::cout << "\nno OpenCL: " << inventory.unavailable << "\n";
}

// {"passed": bool, "reason": why not, "disabled": {kernel: why}}; null: none was made.
Json SelfTestJson(const SelfTests& tests, int index) {
  const auto test = tests.find(index);
  if (test == tests.end()) return Json();
  const absl::StatusOr<OpenClDevice>& device = test->second;
  Json disabled = Json::object();
  if (device.ok()) {
    for (const auto& [form, why] : device->disabled) disabled[FusedFormName(form)] = why;
  }
  return {{"passed", device.ok()},
          {"reason", device.ok() ? Json() : Json(std::string(device.status().message()))},
          {"disabled", std::move(disabled)}};
}

Json OpenClJson(const OpenClInventory& inventory, const SelfTests& tests) {
  Json devices = Json::array(), rejected = Json::array();
  for (const OpenClDevice& probed : inventory.devices) {
    const OpenClDevice& entry = Tested(probed, tests);
    Json failed = Json::object();
    for (const auto& [path, why] : entry.failed) failed[DotPathName(path)] = why;
    Json device = {{"name", absl::StrCat("opencl:", entry.device.index)}};
    device.update(opencl::DeviceToJson(entry.device));
    device["dot"] = entry.dot.has_value() ? Json(DotPathName(*entry.dot)) : Json();
    device["failed"] = std::move(failed);
    device["tuning"] = entry.dot.has_value() ? Json(TuningText(entry.device, *entry.dot)) : Json();
    device["self_test"] = SelfTestJson(tests, entry.device.index);
    devices.push_back(std::move(device));
  }
  for (const opencl::RejectedDriver& driver : inventory.rejected) {
    rejected.push_back({{"driver", driver.name}, {"reason", driver.reason}});
  }
  return {{"devices", std::move(devices)},
          {"rejected", std::move(rejected)},
          {"unavailable", inventory.unavailable.empty() ? Json() : Json(inventory.unavailable)}};
}

void PrintJson(const std::vector<DeviceDescription>& devices, const OpenClInventory& inventory,
               const SelfTests& tests) {
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
                             {"opencl", OpenClJson(inventory, tests)}})
            << "\n";
}

void Devices(bool as_json, TestScope scope) {
  SetLogLevel(LogLevel::kError);  // the list itself says what was rejected
  const std::vector<DeviceDescription> devices = ListDevices();
  const OpenClInventory& inventory = ProbeOpenCl(ProbeScope::kAll);
  const SelfTests tests = RunSelfTests(inventory, scope);
  if (as_json) return PrintJson(devices, inventory, tests);
  for (const DeviceDescription& device : devices) {
    std::cout << absl::StrFormat("%c %-10s %s%s\n", device.automatic ? '*' : ' ', device.name, device.detail,
                                 device.problem.empty() ? "" : "; cannot be used");
  }
  std::cout << "* is what --device auto takes\n\n";
  PrintCpu();
  PrintOpenCl(inventory, tests);
}

}  // namespace

void AddDevicesCommand(CLI::App& app, absl::Status& outcome) {
  auto json = std::make_shared<bool>(false), quick = std::make_shared<bool>(false), all = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("devices", "List what this machine can compute with");
  command->add_flag("--json", *json, "One JSON object instead of a list");
  CLI::Option* const none =
      command->add_flag("--quick", *quick, "Test no kernels (of a GPU they are tested, once for a driver)");
  command->add_flag("--all", *all, "Test the kernels also of OpenCL devices that are no GPU, which can take minutes")
      ->excludes(none);
  command->footer("The names are those that --device takes, in ferro up, generate and bench.");
  command->callback([json, quick, all, &outcome] {
    Devices(*json, *quick ? TestScope::kNone : *all ? TestScope::kAll : TestScope::kGpus);
    outcome = absl::OkStatus();
  });
}

}  // namespace ferro
