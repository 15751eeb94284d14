// Finds out which body of the int8 dot product a driver really has.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_DOT_PATH_H_
#define FERRO_ENGINE_KERNELS_OPENCL_DOT_PATH_H_

#include "absl/status/statusor.h"
#include "engine/kernels/opencl/sources.h"
#include "engine/opencl/context.h"

namespace ferro {

// The first of kDotPaths that builds on the device and computes right; extension strings are not asked. kUnavailable:
// not even the plain one does.
absl::StatusOr<DotPath> FindDotPath(opencl::Context& context);

// OK if `path` builds and computes right.
absl::Status TryDotPath(opencl::Context& context, DotPath path);

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_OPENCL_DOT_PATH_H_
