#include "engine/kernels/int8/int8_kernels.h"

#include "engine/kernels/int8/int8_tables.h"

namespace ferro {

const Int8Kernels& Int8KernelsFor(Isa isa) {
  switch (isa) {
    case Isa::kScalar:
      break;
    case Isa::kAvx2:
      return kInt8Avx2;
    case Isa::kAvxVnni:
      return kInt8AvxVnni;
    case Isa::kAvx512Vnni:
      return kInt8Avx512Vnni;
  }
  return kInt8Scalar;
}

}  // namespace ferro
