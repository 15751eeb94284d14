#include "engine/kernels/opencl/probe.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "engine/kernels/opencl/dot_path.h"
#include "engine/kernels/opencl/self_test/self_test.h"
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

// How long a self-test may take, and a call in it. A driver's compiler may need seconds a program.
constexpr absl::Duration kSelfTestLimit = absl::Minutes(10);
constexpr absl::Duration kSelfTestCallLimit = absl::Seconds(20);

// OK if that path can be used; a thorough trial adds what it has to do without to `disabled`.
absl::Status TryPath(const opencl::Api& api, const opencl::Device& device, DotPath path, opencl::TrialDepth depth,
                     const opencl::BeginStep& begin, opencl::DisabledForms& disabled) {
  const char* const name = DotPathName(path);
  opencl::ContextOptions options;
  options.program_folder = opencl::ProgramCache::DefaultFolder();
  if (depth == opencl::TrialDepth::kThorough) options.call_limit = kSelfTestCallLimit;
  // Each path has a context of its own: what one does to it must not be held against the next.
  FERRO_ASSIGN_OR_RETURN(const auto context, opencl::Context::Create(api, device, options));
  if (!begin(name)) return absl::InternalError("the driver crashes or hangs");
  FERRO_RETURN_IF_ERROR(TryDotPath(*context, path));
  if (depth == opencl::TrialDepth::kQuick) return absl::OkStatus();
  const auto begin_step = [&](absl::string_view step) { return begin(absl::StrCat(name, " ", step)); };
  return opencl::self_test::SelfTest(*context, path, begin_step, disabled);
}

// {"dot": name of the best path, absent if none, "failed": {name: why}, "disabled": {name of a fused form: why}}.
Json TryDevice(const opencl::Api& api, const opencl::Device& device, opencl::TrialDepth depth,
               const opencl::BeginStep& begin) {
  Json failed = Json::object();
  for (const DotPath path : kDotPaths) {
    opencl::DisabledForms disabled;
    const absl::Status status = TryPath(api, device, path, depth, begin, disabled);
    if (status.ok()) {
      Json forms = Json::object();
      for (const auto& [form, why] : disabled) forms[FusedFormName(form)] = why;
      return {{"dot", DotPathName(path)}, {"failed", std::move(failed)}, {"disabled", std::move(forms)}};
    }
    failed[DotPathName(path)] = OneLine(status);
  }
  return {{"failed", std::move(failed)}};
}

std::string TextAt(const Json& trial, const char* object, const char* name) {
  const Json text = trial.value(object, Json::object()).value(name, Json());
  return text.is_string() ? text.get<std::string>() : "";
}

OpenClDevice Understand(const opencl::ProbedDevice& probed) {
  OpenClDevice device;
  device.device = probed.device;
  if (!probed.trial.is_object()) return device;
  for (const DotPath path : kDotPaths) {
    const char* const name = DotPathName(path);
    if (probed.trial.value("dot", Json()) == Json(name)) device.dot = path;
    if (std::string why = TextAt(probed.trial, "failed", name); !why.empty()) {
      device.failed.emplace_back(path, std::move(why));
    }
  }
  for (const opencl::FusedForm form : opencl::kFusedForms) {
    if (std::string why = TextAt(probed.trial, "disabled", FusedFormName(form)); !why.empty()) {
      device.disabled[form] = std::move(why);
    }
  }
  return device;
}

// Devices that have passed without any complaint, by all that the result depends on: in this process, and in the
// program cache, whose entries are whole or not there.
class PassedTests {
 public:
  PassedTests() : cache_(opencl::ProgramCache::DefaultFolder()) {}

  bool Has(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return passed_.contains(key) || (HasFolder() && cache_.Load(key) == kPassed);
  }
  void Add(const std::string& key) {
    const std::lock_guard lock(mutex_);
    passed_.insert(key);
    if (!HasFolder()) return;
    if (const absl::Status kept = cache_.Store(key, kPassed); !kept.ok()) {
      LogWarning("opencl_self_test_not_kept", {{"reason", kept.message()}});
    }
  }

  static std::string KeyOf(const OpenClDevice& device) {
    const opencl::Device& d = device.device;
    const std::string options = BuildOptions(*device.dot);
    std::string sources;
    for (const std::string& file : KernelFiles()) sources += KernelSource(file);
    return opencl::ProgramCache::Key(
        {"self-test", kVersion, d.platform_name, d.platform_version, d.name, d.version, d.driver, options, sources});
  }

 private:
  static constexpr char kPassed[] = "passed";

  static bool HasFolder() { return !opencl::ProgramCache::DefaultFolder().empty(); }

  std::mutex mutex_;
  std::set<std::string> passed_;
  const opencl::ProgramCache cache_;
};

absl::Status CheckUsable(const OpenClInventory& inventory, int index) {
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
  return absl::OkStatus();
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

absl::StatusOr<OpenClDevice> SelfTestOpenCl(const OpenClInventory& inventory, int index) {
  FERRO_RETURN_IF_ERROR(CheckUsable(inventory, index));
  static PassedTests& passed = *new PassedTests;
  const OpenClDevice& quick = inventory.devices[index];
  if (!opencl::CanProbe()) return quick;
  const std::string key = PassedTests::KeyOf(quick);
  if (passed.Has(key)) return quick;
  LogInfo("opencl_self_test", {{"device", quick.device.name}, {"note", "once for a driver; this can take a minute"}});
  const opencl::ProbeReport report =
      opencl::Probe(TryDevice, {.limit = kSelfTestLimit, .thorough = index, .known = &inventory.probe});
  if (index >= static_cast<int>(report.devices.size())) {
    return opencl::self_test::DeviceFails(quick.device, report.unavailable.empty() ? "it is gone" : report.unavailable);
  }
  OpenClDevice tested = Understand(report.devices[index]);
  if (std::string why = tested.problem(); !why.empty()) return opencl::self_test::DeviceFails(quick.device, why);
  if (tested.dot == quick.dot && tested.disabled.empty()) passed.Add(key);
  for (const auto& [path, why] : tested.failed) {
    if (path != quick.dot) continue;
    LogWarning("opencl_dot_product_rejected",
               {{"device", quick.device.name}, {"kind", DotPathName(path)}, {"reason", why}});
  }
  return tested;
}

absl::StatusOr<opencl::Device> OpenDevice(const OpenClInventory& inventory, int index) {
  FERRO_RETURN_IF_ERROR(CheckUsable(inventory, index));
  FERRO_ASSIGN_OR_RETURN(const std::vector<opencl::Device> devices, opencl::OpenProbed(inventory.probe));
  return devices[index];
}

}  // namespace ferro
