#include "engine/opencl/device.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace ferro::opencl {
namespace {

// What a driver may claim before it is taken for broken.
constexpr cl_uint kMaxPlatforms = 64, kMaxDevices = 64;
constexpr size_t kMaxText = 64 << 10;

template <class Get, class Id>
std::string InfoString(Get get, Id id, cl_uint what) {
  size_t size = 0;
  if (get(id, what, 0, nullptr, &size) != CL_SUCCESS || size == 0 || size > kMaxText) return "";
  std::string text(size, '\0');
  if (get(id, what, size, text.data(), nullptr) != CL_SUCCESS) return "";
  text.resize(std::min(text.size(), text.find('\0')));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';  // it will be seen on terminals
  }
  return std::string(absl::StripAsciiWhitespace(text));
}

template <class T>
T InfoValue(const Api& api, cl_device_id id, cl_device_info what) {
  T value{};
  return api.clGetDeviceInfo(id, what, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : T{};
}

int InfoCount(const Api& api, cl_device_id id, cl_device_info what) {
  constexpr cl_uint kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(InfoValue<cl_uint>(api, id, what), kMost));
}

int64_t InfoBytes(const Api& api, cl_device_id id, cl_device_info what) {
  constexpr cl_ulong kMost = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::min(InfoValue<cl_ulong>(api, id, what), kMost));
}

// Of the extension cl_nv_device_attribute_query, which headers need not have.
constexpr cl_device_info kComputeMajor = 0x4000, kComputeMinor = 0x4001;

int NvidiaCompute(const Api& api, const Device& device) {
  if (!absl::StrContains(device.extensions, "cl_nv_device_attribute_query")) return 0;
  constexpr cl_uint kMost = 999;
  const cl_uint major = std::min(InfoValue<cl_uint>(api, device.id, kComputeMajor), kMost);
  return static_cast<int>(major * 10 + std::min(InfoValue<cl_uint>(api, device.id, kComputeMinor), cl_uint{9}));
}

bool IsLlvmpipe(const Device& device) { return absl::StrContains(device.name, "llvmpipe"); }

Device Describe(const Api& api, cl_platform_id platform, cl_device_id id) {
  Device device;
  device.platform = platform;
  device.id = id;
  device.platform_name = PlatformName(api, platform);
  device.platform_version = InfoString(api.clGetPlatformInfo, platform, CL_PLATFORM_VERSION);
  device.name = InfoString(api.clGetDeviceInfo, id, CL_DEVICE_NAME);
  device.driver = InfoString(api.clGetDeviceInfo, id, CL_DRIVER_VERSION);
  device.version = InfoString(api.clGetDeviceInfo, id, CL_DEVICE_VERSION);
  device.extensions = InfoString(api.clGetDeviceInfo, id, CL_DEVICE_EXTENSIONS);
  // llvmpipe calls itself a processor or a GPU, depending on the release of Mesa.
  device.gpu = (InfoValue<cl_device_type>(api, id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0 && !IsLlvmpipe(device) &&
               device.platform_name != "Portable Computing Language";
  device.compute_units = InfoCount(api, id, CL_DEVICE_MAX_COMPUTE_UNITS);
  device.clock_mhz = InfoCount(api, id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
  device.nvidia_compute = NvidiaCompute(api, device);
  device.max_work_group = InfoValue<size_t>(api, id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  device.local_bytes = InfoBytes(api, id, CL_DEVICE_LOCAL_MEM_SIZE);
  device.global_bytes = InfoBytes(api, id, CL_DEVICE_GLOBAL_MEM_SIZE);
  device.max_allocation = InfoBytes(api, id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  return device;
}

}  // namespace

bool Device::vectorises_items() const { return gpu || IsLlvmpipe(*this); }

std::vector<cl_platform_id> Platforms(const Api& api) {
  cl_uint count = 0;
  if (api.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0 || count > kMaxPlatforms) return {};
  std::vector<cl_platform_id> platforms(count);
  if (api.clGetPlatformIDs(count, platforms.data(), nullptr) != CL_SUCCESS) return {};
  return platforms;
}

std::string PlatformName(const Api& api, cl_platform_id platform) {
  return InfoString(api.clGetPlatformInfo, platform, CL_PLATFORM_NAME);
}

std::vector<Device> PlatformDevices(const Api& api, cl_platform_id platform) {
  cl_uint count = 0;
  if (api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) return {};
  if (count == 0 || count > kMaxDevices) return {};
  std::vector<cl_device_id> ids(count);
  if (api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS) return {};
  std::vector<Device> devices;
  for (const cl_device_id id : ids) {
    if (id == nullptr) continue;
    devices.push_back(Describe(api, platform, id));
    devices.back().index = static_cast<int>(devices.size()) - 1;
  }
  return devices;
}

std::vector<Device> EnumerateDevices(const Api& api, absl::Span<const int> skipped) {
  std::vector<Device> all;
  const std::vector<cl_platform_id> platforms = Platforms(api);
  for (int i = 0; i < static_cast<int>(platforms.size()); ++i) {
    if (std::find(skipped.begin(), skipped.end(), i) != skipped.end()) continue;
    for (Device& device : PlatformDevices(api, platforms[i])) {
      device.index = static_cast<int>(all.size());
      all.push_back(std::move(device));
    }
  }
  return all;
}

}  // namespace ferro::opencl
