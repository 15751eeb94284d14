// Weights of a file to packed panels.
#ifndef FERRO_ENGINE_BACKEND_CPU_LOAD_H_
#define FERRO_ENGINE_BACKEND_CPU_LOAD_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/backend/cpu/objects.h"
#include "engine/kernels/pool/thread_pool.h"

namespace ferro::cpu {

// Stacks `parts`. Q8_0 blocks are rearranged as they are; every other type is dequantised and rounded to Q8_0 first.
// kInvalidArgument: rows of differing length, or not a multiple of 32 long. kResourceExhausted: no memory.
absl::StatusOr<std::unique_ptr<PackedMatrix>> PackMatrix(absl::Span<const MatrixPart> parts, ThreadPool& pool);

}  // namespace ferro::cpu

#endif  // FERRO_ENGINE_BACKEND_CPU_LOAD_H_
