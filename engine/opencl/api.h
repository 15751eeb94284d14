// OpenCL 1.2, found at run time: no binary of ours links libOpenCL, and a machine without it is an ordinary answer.
#ifndef FERRO_ENGINE_OPENCL_API_H_
#define FERRO_ENGINE_OPENCL_API_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/opencl/functions.h"

namespace ferro::opencl {

// The system's libOpenCL.so.1, loaded once and never unloaded, with the faults that $FERRO_OPENCL_FAULT asks for
// (fault_api.h). kUnavailable: not installed, or a function is missing. kInvalidArgument: that variable is malformed.
// Thread-safe.
absl::StatusOr<const Api*> SystemApi();

// For tests, before the first SystemApi of the process: `wrap` makes what that returns out of the library's functions.
void WrapSystemApi(const Api* (*wrap)(const Api& real));

// The name of an error code, for instance CL_OUT_OF_RESOURCES.
absl::string_view ErrorName(cl_int code);

// OK for CL_SUCCESS. kResourceExhausted: the device or the host is out of memory. kUnavailable: the device is lost or
// does not answer. kInternal: anything else. The message is `what` and the code's name.
absl::Status ToStatus(cl_int code, absl::string_view what);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_API_H_
