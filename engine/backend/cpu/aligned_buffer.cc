#include "engine/backend/cpu/aligned_buffer.h"

#include <sys/mman.h>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

}  // namespace

absl::StatusOr<AlignedBuffer> AlignedBuffer::Create(size_t bytes) {
  if (bytes == 0) return AlignedBuffer();
  // A mapping is zeroed by the system and only takes memory where it is written. Big ones are rounded up to huge pages,
  // which the kernel can only use for whole, aligned stretches.
  const size_t size = bytes >= kHugePage ? (bytes + kHugePage - 1) / kHugePage * kHugePage : bytes;
  const size_t reserve = size >= kHugePage ? size + kHugePage : size;
  void* base = mmap(nullptr, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) {
    return absl::ResourceExhaustedError(absl::StrCat("no memory for a buffer of ", bytes >> 20, " MiB"));
  }
  uint8_t* data = static_cast<uint8_t*>(base);
  if (size >= kHugePage) {
    uint8_t* aligned =
        reinterpret_cast<uint8_t*>((reinterpret_cast<uintptr_t>(data) + kHugePage - 1) / kHugePage * kHugePage);
    if (aligned != data) munmap(data, aligned - data);
    if (uint8_t* end = data + reserve, *used = aligned + size; used != end) munmap(used, end - used);
    data = aligned;
    madvise(data, size, MADV_HUGEPAGE);  // a wish: without it the buffer works, just slower
  }
  return AlignedBuffer(data, size);
}

AlignedBuffer::~AlignedBuffer() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

}  // namespace ferro
