// Weights of a file to device memory.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_UPLOAD_H_
#define FERRO_ENGINE_BACKEND_OPENCL_UPLOAD_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/backend/opencl/objects.h"
#include "engine/kernels/pool/thread_pool.h"
#include "engine/opencl/context.h"

namespace ferro::opencl {

// Stacks the parts of each matrix, rearranges them (pack.h) and copies them, one matrix behind the other. Host memory
// in use stays below a few MiB whatever the size. REQUIRES: all matrices have the same shape (CheckStack).
// kInvalidArgument: rows of differing length, not a multiple of 32 long, or matrices of differing shape.
// kResourceExhausted: does not fit the device.
absl::StatusOr<MatrixBuffers> UploadMatrices(absl::Span<const std::vector<MatrixPart>> matrices, Context& context,
                                             ThreadPool& pool);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_UPLOAD_H_
