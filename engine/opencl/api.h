// The entry points of OpenCL 1.2, found at run time: no binary of ours links libOpenCL, and a machine without it is an
// ordinary answer.
#ifndef FERRO_ENGINE_OPENCL_API_H_
#define FERRO_ENGINE_OPENCL_API_H_

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro::opencl {

// Every function that the engine calls. A table, so that tests can put a layer between the engine and the driver.
#define FERRO_OPENCL_FUNCTIONS(V) \
  V(clGetPlatformIDs)             \
  V(clGetPlatformInfo)            \
  V(clGetDeviceIDs)               \
  V(clGetDeviceInfo)              \
  V(clCreateContext)              \
  V(clReleaseContext)             \
  V(clCreateCommandQueue)         \
  V(clReleaseCommandQueue)        \
  V(clCreateBuffer)               \
  V(clReleaseMemObject)           \
  V(clCreateProgramWithSource)    \
  V(clCreateProgramWithBinary)    \
  V(clBuildProgram)               \
  V(clGetProgramBuildInfo)        \
  V(clGetProgramInfo)             \
  V(clReleaseProgram)             \
  V(clCreateKernel)               \
  V(clReleaseKernel)              \
  V(clSetKernelArg)               \
  V(clGetKernelWorkGroupInfo)     \
  V(clEnqueueNDRangeKernel)       \
  V(clEnqueueReadBuffer)          \
  V(clEnqueueWriteBuffer)         \
  V(clEnqueueCopyBuffer)          \
  V(clEnqueueFillBuffer)          \
  V(clWaitForEvents)              \
  V(clGetEventInfo)               \
  V(clGetEventProfilingInfo)      \
  V(clReleaseEvent)               \
  V(clFlush)                      \
  V(clFinish)

struct Api {
#define FERRO_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
  FERRO_OPENCL_FUNCTIONS(FERRO_OPENCL_MEMBER)
#undef FERRO_OPENCL_MEMBER
};

// The system's libOpenCL.so.1, loaded once and never unloaded. kUnavailable: not installed, or a function is missing.
// Thread-safe.
absl::StatusOr<const Api*> SystemApi();

// The name of an error code, for instance CL_OUT_OF_RESOURCES.
absl::string_view ErrorName(cl_int code);

// OK for CL_SUCCESS. kResourceExhausted: the device or the host is out of memory. kUnavailable: the device is lost or
// does not answer. kInternal: anything else. The message is `what` and the code's name.
absl::Status ToStatus(cl_int code, absl::string_view what);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_API_H_
