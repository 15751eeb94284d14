// Memory that reads as zeros and takes none until it is written: stands for weights that nobody looks at.
#ifndef FERRO_ENGINE_MODELS_TESTING_ZERO_PAGES_H_
#define FERRO_ENGINE_MODELS_TESTING_ZERO_PAGES_H_

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/types/span.h"

namespace ferro {

// Movable; its address stays. Empty where the address space has no room.
class ZeroPages {
 public:
  ZeroPages() = default;
  explicit ZeroPages(size_t bytes) {
    void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at != MAP_FAILED) bytes_ = {static_cast<uint8_t*>(at), bytes};
  }
  ZeroPages(ZeroPages&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  ZeroPages& operator=(ZeroPages&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~ZeroPages() {
    if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  }

  absl::Span<uint8_t> bytes() const { return bytes_; }

 private:
  absl::Span<uint8_t> bytes_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TESTING_ZERO_PAGES_H_
