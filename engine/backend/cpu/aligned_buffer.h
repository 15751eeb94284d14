// Memory for the cpu backend's arrays: zeroed, aligned to cache lines, from huge pages where it is big.
#ifndef FERRO_ENGINE_BACKEND_CPU_ALIGNED_BUFFER_H_
#define FERRO_ENGINE_BACKEND_CPU_ALIGNED_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"

namespace ferro {

// Owns its bytes; movable. Thread-compatible.
class AlignedBuffer {
 public:
  // kResourceExhausted: the system has no memory of that size.
  static absl::StatusOr<AlignedBuffer> Create(size_t bytes);

  AlignedBuffer() = default;
  ~AlignedBuffer();
  AlignedBuffer(AlignedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }
  size_t bytes() const { return bytes_; }

 private:
  AlignedBuffer(uint8_t* data, size_t bytes) : data_(data), bytes_(bytes) {}
  uint8_t* data_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_CPU_ALIGNED_BUFFER_H_
