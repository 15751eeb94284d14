// Denormal floats read and written as zero: decaying activations would otherwise cost a hundred cycles an operation.
#ifndef FERRO_ENGINE_KERNELS_POOL_FLUSH_DENORMALS_H_
#define FERRO_ENGINE_KERNELS_POOL_FLUSH_DENORMALS_H_

#include <xmmintrin.h>

namespace ferro {

// Sets flush-to-zero and denormals-are-zero for the calling thread while it lives. Nests.
class ScopedFlushDenormals {
 public:
  ScopedFlushDenormals() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | kFlushToZero | kDenormalsAreZero); }
  ~ScopedFlushDenormals() { _mm_setcsr(saved_); }
  ScopedFlushDenormals(const ScopedFlushDenormals&) = delete;
  ScopedFlushDenormals& operator=(const ScopedFlushDenormals&) = delete;

 private:
  static constexpr unsigned kFlushToZero = 1u << 15;  // bits of MXCSR
  static constexpr unsigned kDenormalsAreZero = 1u << 6;
  unsigned saved_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_KERNELS_POOL_FLUSH_DENORMALS_H_
