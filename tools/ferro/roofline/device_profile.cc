#include "tools/ferro/roofline/device_profile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/opencl/device_json.h"
#include "tools/ferro/roofline/n100_json.h"

namespace ferro {
namespace {

constexpr uintmax_t kMaxProfileBytes = 1 << 20;

absl::Status Wrong(absl::string_view member, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("member \"", member, "\" ", why, "; see docs/formats.md"));
}

// The members of an object, each asked for once; what nobody asked for is an error.
class Members {
 public:
  explicit Members(const Json& object) : object_(object) {}

  // Null where there is none.
  const Json* Take(absl::string_view name) {
    asked_.emplace_back(name);
    const auto it = object_.find(asked_.back());
    return it == object_.end() ? nullptr : &*it;
  }
  absl::Status CheckAllTaken() const {
    for (const auto& [name, value] : object_.items()) {
      if (std::find(asked_.begin(), asked_.end(), name) == asked_.end()) return Wrong(name, "is none of a profile's");
    }
    return absl::OkStatus();
  }

 private:
  const Json& object_;
  std::vector<std::string> asked_;
};

absl::StatusOr<std::string> TakeText(Members& members, const char* name) {
  const Json* const value = members.Take(name);
  if (value == nullptr || !value->is_string()) return Wrong(name, "is missing or no text");
  return value->get<std::string>();
}

// {"value": number or boolean, "source": text}
absl::StatusOr<Parameter> TakeParameter(Members& members, const char* name, double lowest, double highest) {
  const Json* const entry = members.Take(name);
  if (entry == nullptr || !entry->is_object()) return Wrong(name, "is missing or no object");
  Members inner(*entry);
  Parameter parameter;
  const Json* const value = inner.Take("value");
  if (value == nullptr || (!value->is_number() && !value->is_boolean())) return Wrong(name, "has no \"value\"");
  parameter.value = value->is_boolean() ? value->get<bool>() : value->get<double>();
  if (!(parameter.value >= lowest && parameter.value <= highest)) {
    return Wrong(name, absl::StrCat("is ", parameter.value, ", not ", lowest, " to ", highest));
  }
  const absl::StatusOr<std::string> source = TakeText(inner, "source");
  if (!source.ok() || source->empty()) return Wrong(name, "has no \"source\"");
  parameter.source = *source;
  FERRO_RETURN_IF_ERROR(inner.CheckAllTaken());
  return parameter;
}

absl::StatusOr<opencl::Device> TakeDevice(Members& members) {
  const Json* const json = members.Take("opencl");
  if (json == nullptr || !json->is_object()) return Wrong("opencl", "is missing or no object");
  opencl::Device device = opencl::DeviceFromJson(*json);
  if (device.name.empty()) return Wrong("opencl", "has no \"device\"");
  const auto check = [](const char* name, auto value, int64_t lowest, int64_t highest) {
    const auto number = static_cast<int64_t>(value);
    if (number >= lowest && number <= highest) return absl::OkStatus();
    return Wrong("opencl", absl::StrCat("has ", number, " for \"", name, "\", not ", lowest, " to ", highest));
  };
  constexpr int64_t kMaxBytes = int64_t{1} << 50;
  FERRO_RETURN_IF_ERROR(check("compute_units", device.compute_units, 1, 1 << 16));
  FERRO_RETURN_IF_ERROR(check("clock_mhz", device.clock_mhz, 1, 1 << 20));
  FERRO_RETURN_IF_ERROR(check("max_work_group", device.max_work_group, 1, 1 << 20));
  FERRO_RETURN_IF_ERROR(check("local_bytes", device.local_bytes, 1, kMaxBytes));
  FERRO_RETURN_IF_ERROR(check("global_bytes", device.global_bytes, 1, kMaxBytes));
  FERRO_RETURN_IF_ERROR(check("max_allocation", device.max_allocation, 1, kMaxBytes));
  return device;
}

absl::StatusOr<DotPath> TakeDot(Members& members) {
  FERRO_ASSIGN_OR_RETURN(const std::string name, TakeText(members, "dot"));
  std::vector<std::string> names;
  for (const DotPath path : kDotPaths) {
    if (name == DotPathName(path)) return path;
    names.emplace_back(DotPathName(path));
  }
  return Wrong("dot", absl::StrCat("is \"", name, "\", none of ", absl::StrJoin(names, ", ")));
}

}  // namespace

absl::StatusOr<DeviceProfile> ParseDeviceProfile(absl::string_view text) {
  FERRO_ASSIGN_OR_RETURN(const Json json, ParseJson(text));
  if (!json.is_object()) return absl::InvalidArgumentError("a device profile is a JSON object");
  Members members(json);
  DeviceProfile profile;
  FERRO_ASSIGN_OR_RETURN(profile.name, TakeText(members, "name"));
  FERRO_ASSIGN_OR_RETURN(profile.device, TakeDevice(members));
  FERRO_ASSIGN_OR_RETURN(profile.dot, TakeDot(members));
  FERRO_ASSIGN_OR_RETURN(profile.read_gb_s, TakeParameter(members, "read_gb_s", 1e-3, 1e6));
  FERRO_ASSIGN_OR_RETURN(profile.int8_ops_per_clock, TakeParameter(members, "int8_ops_per_clock", 1e-3, 1e6));
  FERRO_ASSIGN_OR_RETURN(profile.int8_share, TakeParameter(members, "int8_share", 1e-3, 1));
  FERRO_ASSIGN_OR_RETURN(profile.float_ops_per_clock, TakeParameter(members, "float_ops_per_clock", 1e-3, 1e6));
  FERRO_ASSIGN_OR_RETURN(profile.float_share, TakeParameter(members, "float_share", 1e-3, 1));
  FERRO_ASSIGN_OR_RETURN(profile.launch_us, TakeParameter(members, "launch_us", 0, 1e6));
  FERRO_ASSIGN_OR_RETURN(profile.launches_overlap, TakeParameter(members, "launches_overlap", 0, 1));
  FERRO_ASSIGN_OR_RETURN(profile.readback_us, TakeParameter(members, "readback_us", 0, 1e6));
  FERRO_RETURN_IF_ERROR(members.CheckAllTaken());
  return profile;
}

absl::StatusOr<DeviceProfile> LoadDeviceProfile(const std::string& name_or_path) {
  if (name_or_path == "n100") return ParseDeviceProfile(kN100Json);
  std::error_code error;
  if (!std::filesystem::is_regular_file(name_or_path, error)) {
    return absl::NotFoundError(absl::StrCat("--device ", name_or_path, " is neither a file nor a known device (",
                                            absl::StrJoin(BuiltInProfiles(), ", "), ")"));
  }
  if (std::filesystem::file_size(name_or_path, error) > kMaxProfileBytes || error) {
    return absl::InvalidArgumentError(absl::StrCat(name_or_path, " is no device profile: too large"));
  }
  std::ifstream file(name_or_path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) return absl::PermissionDeniedError(absl::StrCat("cannot read ", name_or_path));
  absl::StatusOr<DeviceProfile> profile = ParseDeviceProfile(text);
  if (!profile.ok()) return Annotate(profile.status(), name_or_path);
  return profile;
}

std::vector<std::string> BuiltInProfiles() { return {"n100"}; }

}  // namespace ferro
