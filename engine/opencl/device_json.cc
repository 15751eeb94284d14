#include "engine/opencl/device_json.h"

#include <string>

namespace ferro::opencl {
namespace {

// Calls visit(name, member) for every member but the handles.
template <class D, class Visit>
void VisitMembers(D& device, const Visit& visit) {
  visit("index", device.index);
  visit("platform", device.platform_name);
  visit("platform_version", device.platform_version);
  visit("device", device.name);
  visit("driver", device.driver);
  visit("version", device.version);
  visit("extensions", device.extensions);
  visit("gpu", device.gpu);
  visit("compute_units", device.compute_units);
  visit("clock_mhz", device.clock_mhz);
  visit("nvidia_compute", device.nvidia_compute);
  visit("max_work_group", device.max_work_group);
  visit("local_bytes", device.local_bytes);
  visit("global_bytes", device.global_bytes);
  visit("max_allocation", device.max_allocation);
}

void Assign(const Json& from, std::string& to) {
  if (from.is_string()) to = from.get<std::string>();
}
void Assign(const Json& from, bool& to) {
  if (from.is_boolean()) to = from.get<bool>();
}
template <class Integer>
void Assign(const Json& from, Integer& to) {
  if (from.is_number_integer()) to = from.get<Integer>();
}

}  // namespace

Json DeviceToJson(const Device& device) {
  Json json = Json::object();
  VisitMembers(device, [&json](const char* name, const auto& member) { json[name] = member; });
  return json;
}

Device DeviceFromJson(const Json& json) {
  Device device;
  VisitMembers(device, [&json](const char* name, auto& member) {
    const auto it = json.find(name);
    if (it != json.end()) Assign(*it, member);
  });
  return device;
}

}  // namespace ferro::opencl
