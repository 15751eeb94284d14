// The tensor number formats of GGUF files: ids as stored, names, block geometry, checked sizes.
#ifndef FERRO_ENGINE_GGUF_TYPES_H_
#define FERRO_ENGINE_GGUF_TYPES_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace ferro {

// Named are the types that this engine reads. A file may hold any other id; it is kept as is (the underlying type is
// fixed, so every int32 is a valid value) and only matters once somebody asks for that tensor.
enum class TensorType : int32_t {
  kF32 = 0,
  kF16 = 1,
  kQ4_0 = 2,
  kQ8_0 = 8,
  kQ4_K = 12,
  kQ5_K = 13,
  kQ6_K = 14,
  kBF16 = 30,
};

// True for the types named above: those that DequantizeRow understands.
bool IsReadable(TensorType type);

// "Q8_0"; also for formats that we do not read ("Q5_1"). Ids without a name give "type 77".
std::string TensorTypeName(TensorType type);

// Values and bytes of one block. Blocks run along ne0. Both are 0 where !IsReadable(type).
int64_t BlockValues(TensorType type);
int64_t BlockBytes(TensorType type);

// Bytes of a row of `values` values.
// kFailedPrecondition: type not readable. kInvalidArgument: `values` below 1 or not a whole number of blocks, or the
// result does not fit into int64.
absl::StatusOr<int64_t> RowBytes(TensorType type, int64_t values);

// Product of the sizes. kInvalidArgument: not 1..4 sizes, a size below 1, or a product of 2^63 or more.
absl::StatusOr<int64_t> ElementCount(absl::Span<const int64_t> shape);

// Bytes of a tensor of `shape` (ne0 first). Errors of RowBytes and ElementCount.
absl::StatusOr<int64_t> TensorBytes(TensorType type, absl::Span<const int64_t> shape);

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_TYPES_H_
