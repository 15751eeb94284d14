#include "engine/opencl/lying_api.h"

#include <cstring>
#include <utility>

namespace ferro::opencl {
namespace {

std::vector<Lie> g_lies;
std::vector<int> g_told;
Api g_real;
bool g_gpus = false;

cl_program CL_API_CALL CreateProgram(cl_context context, cl_uint count, const char** texts, const size_t* lengths,
                                     cl_int* code) {
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    source += lengths == nullptr || lengths[i] == 0 ? std::string(texts[i]) : std::string(texts[i], lengths[i]);
  }
  for (size_t i = 0; i < g_lies.size(); ++i) {
    const size_t begin = source.find(g_lies[i].after);
    const size_t at = begin == source.npos ? begin : source.find(g_lies[i].from, begin + g_lies[i].after.size());
    if (at == source.npos) continue;
    source.replace(at, g_lies[i].from.size(), g_lies[i].to);
    ++g_told[i];
  }
  const char* text = source.c_str();
  const size_t length = source.size();
  return g_real.clCreateProgramWithSource(context, 1, &text, &length, code);
}

cl_int CL_API_CALL DeviceInfo(cl_device_id device, cl_device_info what, size_t room, void* to, size_t* size) {
  const cl_int code = g_real.clGetDeviceInfo(device, what, room, to, size);
  if (g_gpus && what == CL_DEVICE_TYPE && to != nullptr) *static_cast<cl_device_type*>(to) = CL_DEVICE_TYPE_GPU;
  return code;
}

cl_int CL_API_CALL PlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room, void* to, size_t* size) {
  if (!g_gpus || what != CL_PLATFORM_NAME) return g_real.clGetPlatformInfo(platform, what, room, to, size);
  static constexpr char kName[] = "Makers of GPUs";  // emulations are known by their platforms
  if (size != nullptr) *size = sizeof(kName);
  if (to != nullptr && room < sizeof(kName)) return CL_INVALID_VALUE;
  if (to != nullptr) std::memcpy(to, kName, sizeof(kName));
  return CL_SUCCESS;
}

}  // namespace

const Api* LyingApi(const Api& real) {
  static const Api& lying = *new Api([&real] {
    g_real = real;
    Api api = real;
    api.clCreateProgramWithSource = CreateProgram;
    api.clGetDeviceInfo = DeviceInfo;
    api.clGetPlatformInfo = PlatformInfo;
    return api;
  }());
  return &lying;
}

void ClaimToBeGpus() { g_gpus = true; }

void TellLies(std::vector<Lie> lies) {
  g_told.assign(lies.size(), 0);
  g_lies = std::move(lies);
}

std::vector<int> LiesTold() { return g_told; }

}  // namespace ferro::opencl
