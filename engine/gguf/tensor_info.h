// The directory entry of one tensor of a GGUF file.
#ifndef FERRO_ENGINE_GGUF_TENSOR_INFO_H_
#define FERRO_ENGINE_GGUF_TENSOR_INFO_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "engine/gguf/types.h"

namespace ferro {

inline constexpr uint64_t kMaxTensorNameBytes = 63;  // as in the reference implementation
inline constexpr uint32_t kMaxAlignment = 65536;     // of tensor data; files use 32

// A tensor is rows() rows of row_length() values; a row is a whole number of blocks, and rows follow each other
// without padding. A weight of shape {in, out} is `out` rows of `in` values.
struct TensorInfo {
  std::string name;            // UTF-8, 1 to 63 bytes
  TensorType type;             // the id as stored, even when !IsReadable(type)
  std::vector<int64_t> shape;  // ne0 (contiguous) first; as many dimensions as the file gives, 1 to 4, each >= 1
  uint64_t offset;             // of the first byte, from the start of the tensor data section
  // The bytes, rows() * row_bytes() of them, at the file's alignment. Empty when !IsReadable(type).
  absl::Span<const uint8_t> data;

  int64_t elements() const {
    int64_t product = 1;  // checked on opening to stay below 2^63
    for (const int64_t size : shape) product *= size;
    return product;
  }
  int64_t row_length() const { return shape[0]; }
  int64_t rows() const { return elements() / shape[0]; }
  int64_t row_bytes() const { return static_cast<int64_t>(data.size()) / rows(); }

  // Size of dimension `i`, 1 for those beyond the stored ones.
  int64_t dim(size_t i) const { return i < shape.size() ? shape[i] : 1; }
};

}  // namespace ferro

#endif  // FERRO_ENGINE_GGUF_TENSOR_INFO_H_
