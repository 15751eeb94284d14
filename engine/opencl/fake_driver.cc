// An OpenCL driver that misbehaves in the way its file is named: libabort_load.so aborts as it is loaded. For tests of
// what a bad driver can do to us; it has just enough of OpenCL to be found and to be tried.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

namespace {

// What a driver's objects start with, so that the loader finds its functions.
struct Object {
  const cl_icd_dispatch* dispatch;
};

struct Memory : Object {
  size_t bytes;
  char* data;
};

std::string FileName() {
  Dl_info info;
  return dladdr(reinterpret_cast<void*>(&FileName), &info) != 0 ? info.dli_fname : "";
}

bool Is(const char* behaviour) { return FileName().find(behaviour) != std::string::npos; }

// Fails the way the file is named, if it is named after this step: abort_STEP, hang_STEP.
void Misbehave(const std::string& step) {
  if (Is(("abort_" + step).c_str())) {
    const char words[] = "fake driver: assertion failed\n";
    if (write(STDERR_FILENO, words, sizeof(words) - 1) < 0) _exit(1);
    std::abort();
  }
  while (Is(("hang_" + step).c_str())) pause();
}

cl_icd_dispatch g_dispatch;
Object g_platform{&g_dispatch}, g_device{&g_dispatch};

template <class T>
T New() {
  return reinterpret_cast<T>(new Object{&g_dispatch});
}

cl_int Put(const void* value, size_t bytes, size_t room, void* to, size_t* size) {
  if (size != nullptr) *size = bytes;
  if (to != nullptr && room < bytes) return CL_INVALID_VALUE;
  if (to != nullptr) std::memcpy(to, value, bytes);
  return CL_SUCCESS;
}

cl_int PutText(const std::string& text, size_t room, void* to, size_t* size) {
  return Put(text.c_str(), text.size() + 1, room, to, size);
}

cl_int PlatformInfo(cl_platform_id, cl_platform_info what, size_t room, void* to, size_t* size) {
  if (what == CL_PLATFORM_EXTENSIONS) return PutText("cl_khr_icd", room, to, size);
  if (what == CL_PLATFORM_ICD_SUFFIX_KHR) return PutText("FAKE", room, to, size);
  if (what == CL_PLATFORM_NAME) Misbehave("platform");
  return PutText(what == CL_PLATFORM_NAME ? "Fake \x1b[31mplatform" : "OpenCL 1.2 fake", room, to, size);
}

cl_int DeviceIds(cl_platform_id, cl_device_type, cl_uint room, cl_device_id* to, cl_uint* count) {
  Misbehave("devices");
  if (count != nullptr) *count = Is("lie_devices") ? 0xffffffffu : 1;
  if (to != nullptr && room > 0) *to = reinterpret_cast<cl_device_id>(&g_device);
  return CL_SUCCESS;
}

cl_int DeviceInfo(cl_device_id, cl_device_info what, size_t room, void* to, size_t* size) {
  const cl_device_type type = CL_DEVICE_TYPE_GPU;
  const cl_ulong much = ~cl_ulong{0};
  switch (what) {
    case CL_DEVICE_TYPE:
      return Put(&type, sizeof(type), room, to, size);
    case CL_DEVICE_NAME:
    case CL_DEVICE_VERSION:
    case CL_DRIVER_VERSION:
    case CL_DEVICE_EXTENSIONS:
      if (size != nullptr && Is("lie")) return *size = ~size_t{0}, CL_SUCCESS;
      return PutText("fake", room, to, size);
    default:
      return Put(&much, room < sizeof(much) ? room : sizeof(much), room, to, size);
  }
}

template <class T>
cl_int Release(T object) {
  delete reinterpret_cast<Object*>(object);
  return CL_SUCCESS;
}

// Compiles everything and computes nothing.
void FillDispatch() {
  g_dispatch.clGetPlatformInfo = PlatformInfo;
  g_dispatch.clGetDeviceIDs = DeviceIds;
  g_dispatch.clGetDeviceInfo = DeviceInfo;
  g_dispatch.clCreateContext = [](const cl_context_properties*, cl_uint, const cl_device_id*,
                                  void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*, cl_int* code) {
    *code = CL_SUCCESS;
    return New<cl_context>();
  };
  g_dispatch.clReleaseContext = Release<cl_context>;
  g_dispatch.clCreateCommandQueue = [](cl_context, cl_device_id, cl_command_queue_properties, cl_int* code) {
    *code = CL_SUCCESS;
    return New<cl_command_queue>();
  };
  g_dispatch.clReleaseCommandQueue = Release<cl_command_queue>;
  g_dispatch.clFinish = [](cl_command_queue) -> cl_int { return CL_SUCCESS; };
  g_dispatch.clCreateProgramWithSource = [](cl_context, cl_uint, const char**, const size_t*, cl_int* code) {
    *code = CL_SUCCESS;
    return New<cl_program>();
  };
  g_dispatch.clBuildProgram = [](cl_program, cl_uint, const cl_device_id*, const char*,
                                 void(CL_CALLBACK*)(cl_program, void*), void*) -> cl_int {
    Misbehave("build");
    return CL_SUCCESS;
  };
  g_dispatch.clGetProgramInfo = [](cl_program, cl_program_info, size_t, void*, size_t*) -> cl_int {
    return CL_INVALID_VALUE;
  };
  g_dispatch.clReleaseProgram = Release<cl_program>;
  g_dispatch.clCreateKernel = [](cl_program, const char*, cl_int* code) {
    *code = CL_SUCCESS;
    return New<cl_kernel>();
  };
  g_dispatch.clSetKernelArg = [](cl_kernel, cl_uint, size_t, const void*) -> cl_int { return CL_SUCCESS; };
  g_dispatch.clReleaseKernel = Release<cl_kernel>;
  g_dispatch.clCreateBuffer = [](cl_context, cl_mem_flags, size_t bytes, void*, cl_int* code) {
    auto* const memory = new Memory{{&g_dispatch}, bytes, new char[bytes]()};
    *code = CL_SUCCESS;
    return reinterpret_cast<cl_mem>(memory);
  };
  g_dispatch.clReleaseMemObject = [](cl_mem object) -> cl_int {
    auto* const memory = reinterpret_cast<Memory*>(object);
    delete[] memory->data;
    delete memory;
    return CL_SUCCESS;
  };
  g_dispatch.clEnqueueWriteBuffer = [](cl_command_queue, cl_mem object, cl_bool, size_t offset, size_t bytes,
                                       const void* from, cl_uint, const cl_event*, cl_event*) -> cl_int {
    std::memcpy(reinterpret_cast<Memory*>(object)->data + offset, from, bytes);
    return CL_SUCCESS;
  };
  g_dispatch.clEnqueueReadBuffer = [](cl_command_queue, cl_mem object, cl_bool, size_t offset, size_t bytes, void* to,
                                      cl_uint, const cl_event*, cl_event*) -> cl_int {
    std::memcpy(to, reinterpret_cast<Memory*>(object)->data + offset, bytes);
    return CL_SUCCESS;
  };
  g_dispatch.clEnqueueNDRangeKernel = [](cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*,
                                         const size_t*, cl_uint, const cl_event*,
                                         cl_event*) -> cl_int { return CL_SUCCESS; };
}

cl_int IcdPlatformIds(cl_uint room, cl_platform_id* to, cl_uint* count) {
  Misbehave("load");
  FillDispatch();
  if (count != nullptr) *count = 1;
  if (to != nullptr && room > 0) *to = reinterpret_cast<cl_platform_id>(&g_platform);
  return CL_SUCCESS;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(const char* name) {
  if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return reinterpret_cast<void*>(&IcdPlatformIds);
  if (std::strcmp(name, "clGetPlatformInfo") == 0) return reinterpret_cast<void*>(&PlatformInfo);
  return nullptr;
}
