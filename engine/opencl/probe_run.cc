#include "engine/opencl/probe_run.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/opencl/device_json.h"

namespace ferro::opencl {
namespace {

std::string TextOf(const Json& line, const char* name) {
  const auto it = line.find(name);
  return it != line.end() && it->is_string() ? it->get<std::string>() : "";
}

}  // namespace

void RunProbe(const ProbeTask& task, const Trial& trial, const std::function<void(const std::string&)>& emit) {
  const auto say = [&emit](const Json& line) { emit(DumpJson(line)); };
  const absl::StatusOr<const Api*> api = SystemApi();
  if (!api.ok()) return say({{"unavailable", std::string(api.status().message())}});
  const std::vector<cl_platform_id> platforms = Platforms(**api);
  say({{"loaded", platforms.size()}});
  int index = 0;
  for (int i = 0; i < static_cast<int>(platforms.size()); ++i) {
    if (std::find(task.skipped.begin(), task.skipped.end(), i) != task.skipped.end()) continue;
    say({{"platform", i}});
    say({{"platform", i}, {"name", PlatformName(**api, platforms[i])}});
    for (Device& device : PlatformDevices(**api, platforms[i])) {
      // Its place within the platform: indices move when a platform is left out.
      const std::string place = absl::StrCat(i, ".", device.index);
      device.index = index++;
      say({{"device", DeviceToJson(device)}});
      const auto begin = [&](absl::string_view what) {
        const std::string step = absl::StrCat(place, " ", what);
        if (std::find(task.left_out.begin(), task.left_out.end(), step) != task.left_out.end()) return false;
        say({{"trying", step}});
        return true;
      };
      const bool thorough = device.index == task.thorough;
      const bool quick = task.thorough < 0 && !task.list_only && (device.gpu || !task.gpus_only);
      const TrialDepth depth = thorough ? TrialDepth::kThorough : TrialDepth::kQuick;
      say({{"trial", thorough || quick ? trial(**api, device, depth, begin) : Json()}});
    }
  }
  say({{"done", true}});
}

ProbeProgress ReadProbe(absl::string_view lines) {
  ProbeProgress progress;
  progress.step = "loading the drivers";
  for (const absl::string_view text : absl::StrSplit(lines, '\n', absl::SkipEmpty())) {
    const absl::StatusOr<Json> line = ParseJson(text);
    if (!line.ok() || !line->is_object()) continue;
    if (line->contains("done")) progress.done = true;
    if (line->contains("unavailable")) progress.unavailable = TextOf(*line, "unavailable");
    if (const auto it = line->find("platform"); it != line->end() && it->is_number_integer()) {
      progress.platform = it->get<int>();
      progress.platform_name = TextOf(*line, "name");
      progress.step = line->contains("name") ? "listing its devices" : "asking for its name";
    }
    if (const auto it = line->find("device"); it != line->end()) {
      progress.devices.push_back({DeviceFromJson(*it), Json()});
      progress.step = absl::StrCat("trying ", progress.devices.back().device.name);
    }
    if (line->contains("trying")) progress.trying = TextOf(*line, "trying");
    if (const auto it = line->find("trial"); it != line->end() && !progress.devices.empty()) {
      progress.devices.back().trial = *it;
      progress.trying.clear();
      progress.step = "listing its devices";
    }
  }
  return progress;
}

}  // namespace ferro::opencl
