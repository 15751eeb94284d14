// The entry points of OpenCL 1.2 as a table of functions: what finds them (api.h) and what stands between the engine
// and a driver (fault_api.h) both fill one.
#ifndef FERRO_ENGINE_OPENCL_FUNCTIONS_H_
#define FERRO_ENGINE_OPENCL_FUNCTIONS_H_

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace ferro::opencl {

// Every function that the engine calls.
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
  V(clRetainEvent)                \
  V(clReleaseEvent)               \
  V(clFlush)                      \
  V(clFinish)

struct Api {
#define FERRO_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
  FERRO_OPENCL_FUNCTIONS(FERRO_OPENCL_MEMBER)
#undef FERRO_OPENCL_MEMBER
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_FUNCTIONS_H_
