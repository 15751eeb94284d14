#include "tools/gpu/check.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "base/status_macros.h"
#include "tools/gpu/drivers.h"

namespace ferro::gpu {
namespace {

constexpr char kTestFolder[] = "tests/programs";

// Programs, and which of their tests are of OpenCL devices; those of other devices are not this check's business.
constexpr char kKernelFilter[] = "OpenCl/*";
constexpr char kGoldenFilter[] = "*opencl*";
constexpr char kExactnessFilter[] = "*opencl*:OpenClBackendTest.*";

std::string Text(const Json& json, const char* name) {
  const auto it = json.find(name);
  return it != json.end() && it->is_string() ? it->get<std::string>() : "";
}

// Members that are lists; anything else is an empty one.
Json List(const Json& json, const char* name) {
  const auto it = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && it != json.end() && it->is_array() ? *it : Json::array();
}

}  // namespace

absl::Status Check::FindDevices() {
  FERRO_ASSIGN_OR_RETURN(const std::vector<Driver> drivers,
                         FindDrivers(VendorFolder(), options_.drivers, scratch_ + "/drivers"));
  for (const Driver& driver : drivers) {
    const opencl::ChildResult child = programs_.Run("bin/ferro", {"devices", "--json"},
                                                    {{"OCL_ICD_VENDORS", driver.folder}, {"XDG_CACHE_HOME", scratch_}});
    const absl::StatusOr<Json> answer = ParseJson(child.out);
    if (!child.failure.empty() || !answer.ok() || !answer->is_object() || !answer->contains("opencl")) {
      report_.drivers.push_back({driver.name, Outcome::kFailed, FailureOf(child)});
      continue;
    }
    const Json& opencl = (*answer)["opencl"];
    const Json devices = List(opencl, "devices"), rejected = List(opencl, "rejected");
    const std::string unavailable = Text(opencl, "unavailable");
    for (const Json& one : rejected) report_.drivers.push_back({driver.name, Outcome::kFailed, Text(one, "reason")});
    if (rejected.empty() && !unavailable.empty()) {
      report_.drivers.push_back({driver.name, Outcome::kFailed, unavailable});
    } else if (rejected.empty() && devices.empty()) {
      report_.drivers.push_back({driver.name, Outcome::kSkipped, "has no device here"});
    }
    for (Json properties : devices) {
      DeviceReport device;
      device.number = static_cast<int>(report_.devices.size());
      device.title = absl::StrCat("Device ", device.number, ": ", Text(properties, "device"));
      properties["driver_file"] = driver.name;
      properties.erase("extensions");  // pages of them
      device.properties = std::move(properties);
      report_.devices.push_back(std::move(device));
      folders_.push_back(driver.folder);
    }
  }
  changed_();
  return absl::OkStatus();
}

void Check::Run() {
  if (report_.devices.empty()) report_.drivers.push_back({"devices", Outcome::kFailed, "there is no OpenCL device"});
  for (const int number : options_.devices) {
    if (number < 0 || number >= static_cast<int>(report_.devices.size())) {
      report_.drivers.push_back({absl::StrCat("device ", number), Outcome::kFailed, "there is none of this number"});
    }
  }
  for (DeviceReport& device : report_.devices) {
    const bool chosen = options_.devices.empty() || std::find(options_.devices.begin(), options_.devices.end(),
                                                              device.number) != options_.devices.end();
    if (chosen) RunDevice(device);
  }
  changed_();
}

void Check::RunDevice(DeviceReport& device) {
  std::fprintf(stderr, "== %s (%s)\n", device.title.c_str(), Text(device.properties, "platform").c_str());
  ProgramResult use;
  use.part = "device";
  use.program = "probe";
  const bool usable = !Text(device.properties, "dot").empty();
  use.verdicts.push_back({"computes right", usable ? Outcome::kPassed : Outcome::kFailed, ""});
  if (!usable) use.verdicts[0].message = DumpJson(device.properties.value("failed", Json()));
  Add(std::move(use), device);
  if (!usable) return;
  if (options_.parts.count("kernels") != 0) {
    for (const std::string& program : programs_.List(absl::StrCat(kTestFolder, "/kernels"))) {
      RunTests("kernels", absl::StrCat("kernels/", program), kKernelFilter, device);
    }
  }
  if (options_.parts.count("goldens") != 0) RunTests("goldens", "golden_test", kGoldenFilter, device);
  if (options_.parts.count("exactness") != 0) RunTests("exactness", "exactness_test", kExactnessFilter, device);
  if (options_.parts.count("table") != 0) RunTable(device);
}

void Check::RunTests(const std::string& part, const std::string& program, const std::string& filter,
                     DeviceReport& device) {
  if (!Wanted(program)) return;
  ProgramResult result;
  result.part = part;
  result.program = std::filesystem::path(program).filename();
  const absl::Time begin = absl::Now();
  result.verdicts = programs_.RunTests(absl::StrCat(kTestFolder, "/", program), filter, EnvironmentOf(device));
  result.seconds = absl::ToDoubleSeconds(absl::Now() - begin);
  Add(std::move(result), device);
}

void Check::RunTable(DeviceReport& device) {
  if (!Wanted("table")) return;
  const bool gpu = device.properties.value("gpu", Json()) == Json(true);
  std::string model = options_.model, shape = options_.shape;
  TableOptions table = options_.table;
  if (model.empty() && shape.empty()) {
    shape = gpu ? "lfm2-350m" : "tiny-lfm2";
    table.quick |= !gpu;
  }
  device.model = model.empty() ? absl::StrCat("a model of the shape ", shape, " with random weights")
                               : std::filesystem::path(model).filename().string();
  if (model.empty()) {
    ProgramResult made;
    made.part = "table";
    made.program = "make_model";
    model = ModelOfShape(shape, made);
    if (model.empty()) return Add(std::move(made), device);
  }
  for (const TableJob& job : PlanTable(table, model, Text(device.properties, "name"))) {
    Add(RunTableJob(programs_, job, EnvironmentOf(device)), device);
  }
}

std::string Check::ModelOfShape(const std::string& shape, ProgramResult& result) {
  const std::string path = absl::StrCat(scratch_, "/", shape, ".gguf");
  std::error_code error;
  if (std::filesystem::exists(path, error)) return path;
  const opencl::ChildResult child = programs_.Run("bin/make_model", {"--shape", shape, "--out", path}, {});
  if (child.failure.empty()) return path;
  std::filesystem::remove(path, error);
  result.verdicts.push_back({"a model to measure", Outcome::kFailed, FailureOf(child)});
  return "";
}

void Check::Add(ProgramResult result, DeviceReport& device) {
  std::fprintf(stderr, "   %s %s: %d passed, %d failed (%.1f s)\n", result.part.c_str(), result.program.c_str(),
               result.count(Outcome::kPassed), result.count(Outcome::kFailed), result.seconds);
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.outcome == Outcome::kFailed) {
      std::fprintf(stderr, "     FAILED %s: %s\n", verdict.name.c_str(), verdict.message.c_str());
    }
  }
  device.results.push_back(std::move(result));
  changed_();
}

bool Check::Wanted(const std::string& program) const {
  return options_.filter.empty() ||
         std::any_of(options_.filter.begin(), options_.filter.end(),
                     [&program](const std::string& word) { return absl::StrContains(program, word); });
}

// Everything is compiled afresh: a check must not be shown what an earlier driver left in a cache.
Environment Check::EnvironmentOf(const DeviceReport& device) const {
  return {{"OCL_ICD_VENDORS", folders_[device.number]},
          {"FERRO_TEST_DEVICES", Text(device.properties, "name")},
          {"TEST_TMPDIR", scratch_},
          {"XDG_CACHE_HOME", scratch_},
          {"POCL_CACHE_DIR", scratch_ + "/pocl"},
          {"MESA_SHADER_CACHE_DIR", scratch_ + "/mesa"}};
}

}  // namespace ferro::gpu
