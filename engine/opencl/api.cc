#include "engine/opencl/api.h"

#include <dlfcn.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "engine/opencl/fault_api.h"

namespace ferro::opencl {
namespace {

absl::StatusOr<Api> Load() {
  constexpr char kLibrary[] = "libOpenCL.so.1";
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return absl::UnavailableError(absl::StrCat(kLibrary, " is not installed (Debian package ocl-icd-libopencl1)"));
  }
  Api api;
#define FERRO_OPENCL_LOAD(name)                                                          \
  api.name = reinterpret_cast<decltype(api.name)>(dlsym(library, #name));                \
  if (api.name == nullptr) {                                                             \
    return absl::UnavailableError(absl::StrCat(kLibrary, " lacks the function " #name)); \
  }
  FERRO_OPENCL_FUNCTIONS(FERRO_OPENCL_LOAD)
#undef FERRO_OPENCL_LOAD
  return api;
}

const Api* (*g_wrap)(const Api&) = nullptr;

absl::StatusOr<const Api*> LoadWithFaults() {
  const absl::StatusOr<Api> loaded = Load();
  if (!loaded.ok()) return loaded.status();
  static const Api api = g_wrap == nullptr ? *loaded : *g_wrap(*loaded);
  const char* const faults = std::getenv("FERRO_OPENCL_FAULT");
  if (faults == nullptr) return &api;
  absl::StatusOr<std::vector<FaultRule>> rules = ParseFaults(faults);
  if (!rules.ok()) return absl::InvalidArgumentError(absl::StrCat("FERRO_OPENCL_FAULT: ", rules.status().message()));
  InstallFaults(*std::move(rules));
  return FaultyApi(api);
}

}  // namespace

absl::StatusOr<const Api*> SystemApi() {
  static const auto* const api = new absl::StatusOr<const Api*>(LoadWithFaults());
  return *api;
}

void WrapSystemApi(const Api* (*wrap)(const Api& real)) { g_wrap = wrap; }

absl::string_view ErrorName(cl_int code) {
  switch (code) {
#define FERRO_OPENCL_NAME(name) \
  case name:                    \
    return #name;
    FERRO_OPENCL_NAME(CL_SUCCESS)
    FERRO_OPENCL_NAME(CL_DEVICE_NOT_FOUND)
    FERRO_OPENCL_NAME(CL_DEVICE_NOT_AVAILABLE)
    FERRO_OPENCL_NAME(CL_COMPILER_NOT_AVAILABLE)
    FERRO_OPENCL_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    FERRO_OPENCL_NAME(CL_OUT_OF_RESOURCES)
    FERRO_OPENCL_NAME(CL_OUT_OF_HOST_MEMORY)
    FERRO_OPENCL_NAME(CL_BUILD_PROGRAM_FAILURE)
    FERRO_OPENCL_NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    FERRO_OPENCL_NAME(CL_INVALID_VALUE)
    FERRO_OPENCL_NAME(CL_INVALID_DEVICE)
    FERRO_OPENCL_NAME(CL_INVALID_CONTEXT)
    FERRO_OPENCL_NAME(CL_INVALID_COMMAND_QUEUE)
    FERRO_OPENCL_NAME(CL_INVALID_MEM_OBJECT)
    FERRO_OPENCL_NAME(CL_INVALID_BINARY)
    FERRO_OPENCL_NAME(CL_INVALID_BUILD_OPTIONS)
    FERRO_OPENCL_NAME(CL_INVALID_PROGRAM)
    FERRO_OPENCL_NAME(CL_INVALID_PROGRAM_EXECUTABLE)
    FERRO_OPENCL_NAME(CL_INVALID_KERNEL_NAME)
    FERRO_OPENCL_NAME(CL_INVALID_KERNEL)
    FERRO_OPENCL_NAME(CL_INVALID_ARG_INDEX)
    FERRO_OPENCL_NAME(CL_INVALID_ARG_VALUE)
    FERRO_OPENCL_NAME(CL_INVALID_ARG_SIZE)
    FERRO_OPENCL_NAME(CL_INVALID_KERNEL_ARGS)
    FERRO_OPENCL_NAME(CL_INVALID_WORK_GROUP_SIZE)
    FERRO_OPENCL_NAME(CL_INVALID_WORK_ITEM_SIZE)
    FERRO_OPENCL_NAME(CL_INVALID_BUFFER_SIZE)
    FERRO_OPENCL_NAME(CL_INVALID_GLOBAL_WORK_SIZE)
#undef FERRO_OPENCL_NAME
    case -1001:
      return "CL_PLATFORM_NOT_FOUND_KHR";
    default:
      return "unknown OpenCL error";
  }
}

absl::Status ToStatus(cl_int code, absl::string_view what) {
  if (code == CL_SUCCESS) return absl::OkStatus();
  const std::string message = absl::StrCat(what, ": ", ErrorName(code), " (", code, ")");
  switch (code) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
    case CL_INVALID_BUFFER_SIZE:
      return absl::ResourceExhaustedError(message);
    // Drivers report a reset device by either of these from whatever call comes next.
    case CL_OUT_OF_RESOURCES:
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_INVALID_COMMAND_QUEUE:
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
      return absl::UnavailableError(message);
    default:
      return absl::InternalError(message);
  }
}

}  // namespace ferro::opencl
