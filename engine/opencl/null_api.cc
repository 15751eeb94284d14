#include "engine/opencl/null_api.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace ferro::opencl {
namespace {

// A handle like no other, since callers compare them; nothing is behind it.
template <class Handle>
Handle NewHandle() {
  static std::atomic<uintptr_t> last = 0;
  return reinterpret_cast<Handle>(++last);
}

// Succeeds. The last argument is where a function that makes an object says how it went, and where one that enqueues
// leaves its event.
template <class Function>
struct Accept;
template <class Result, class... Args>
struct Accept<Result(CL_API_CALL*)(Args...)> {
  static Result CL_API_CALL Call(Args... args) {
    const auto& last = std::get<sizeof...(Args) - 1>(std::tie(args...));
    if constexpr (std::is_same_v<decltype(last), cl_event* const&>) {
      if (last != nullptr) *last = NewHandle<cl_event>();
    }
    if constexpr (std::is_same_v<Result, cl_int>) {
      return CL_SUCCESS;
    } else {
      if (last != nullptr) *last = CL_SUCCESS;
      return NewHandle<Result>();
    }
  }
};

// Answers with zeros: no devices, empty names and logs, CL_COMPLETE, time 0.
template <class Function>
struct AnswerZero;
template <class Object, class Name>
struct AnswerZero<cl_int(CL_API_CALL*)(Object, Name, size_t, void*, size_t*)> {
  static cl_int CL_API_CALL Call(Object, Name, size_t size, void* value, size_t* answer_size) {
    if (value != nullptr) std::memset(value, 0, size);
    if (answer_size != nullptr) *answer_size = value == nullptr ? 0 : size;
    return CL_SUCCESS;
  }
};
template <class Object, class Other, class Name>
struct AnswerZero<cl_int(CL_API_CALL*)(Object, Other, Name, size_t, void*, size_t*)> {
  static cl_int CL_API_CALL Call(Object, Other, Name name, size_t size, void* value, size_t* answer_size) {
    return AnswerZero<cl_int(CL_API_CALL*)(Object, Name, size_t, void*, size_t*)>::Call(nullptr, name, size, value,
                                                                                        answer_size);
  }
};

cl_int CL_API_CALL NoPlatforms(cl_uint, cl_platform_id*, cl_uint* count) {
  if (count != nullptr) *count = 0;
  return CL_SUCCESS;
}

cl_int CL_API_CALL NoDevices(cl_platform_id, cl_device_type, cl_uint, cl_device_id*, cl_uint* count) {
  if (count != nullptr) *count = 0;
  return CL_DEVICE_NOT_FOUND;
}

cl_program CL_API_CALL TakeBinary(cl_context, cl_uint devices, const cl_device_id*, const size_t*,
                                  const unsigned char**, cl_int* loaded, cl_int* code) {
  for (cl_uint i = 0; loaded != nullptr && i < devices; ++i) loaded[i] = CL_SUCCESS;
  if (code != nullptr) *code = CL_SUCCESS;
  return NewHandle<cl_program>();
}

cl_int CL_API_CALL ReadZeros(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                             void* to, cl_uint waits, const cl_event* wait_for, cl_event* event) {
  std::memset(to, 0, size);
  return Accept<decltype(Api::clEnqueueReadBuffer)>::Call(queue, buffer, blocking, offset, size, to, waits, wait_for,
                                                          event);
}

Api MakeApi() {
  Api api;
#define FERRO_OPENCL_ACCEPT(name) api.name = &Accept<decltype(Api::name)>::Call;
  FERRO_OPENCL_FUNCTIONS(FERRO_OPENCL_ACCEPT)
#undef FERRO_OPENCL_ACCEPT
  api.clGetPlatformIDs = &NoPlatforms;
  api.clGetDeviceIDs = &NoDevices;
  api.clCreateProgramWithBinary = &TakeBinary;
  api.clEnqueueReadBuffer = &ReadZeros;
#define FERRO_OPENCL_ANSWER(name) api.name = &AnswerZero<decltype(Api::name)>::Call;
  FERRO_OPENCL_ANSWER(clGetPlatformInfo)
  FERRO_OPENCL_ANSWER(clGetDeviceInfo)
  FERRO_OPENCL_ANSWER(clGetProgramBuildInfo)
  FERRO_OPENCL_ANSWER(clGetProgramInfo)
  FERRO_OPENCL_ANSWER(clGetKernelWorkGroupInfo)
  FERRO_OPENCL_ANSWER(clGetEventInfo)
  FERRO_OPENCL_ANSWER(clGetEventProfilingInfo)
#undef FERRO_OPENCL_ANSWER
  return api;
}

}  // namespace

const Api& NullApi() {
  static const Api* const api = new Api(MakeApi());
  return *api;
}

}  // namespace ferro::opencl
