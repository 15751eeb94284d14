#include "engine/kernels/ops/float_kernels.h"

#include "engine/kernels/ops/tables.h"

namespace ferro {

const FloatKernels& FloatKernelsFor(Isa isa) {
  switch (isa) {
    case Isa::kScalar:
      break;
    case Isa::kAvx2:
    case Isa::kAvxVnni:
      return kAvx2FloatKernels;
    case Isa::kAvx512Vnni:
      return kAvx512FloatKernels;
  }
  return kScalarFloatKernels;
}

int AttentionBlocks(const AttentionTask& task) { return (task.first_position + task.rows - 1) / kKeyBlock + 1; }

int64_t AttentionPartialFloats(const AttentionTask& task) {
  return int64_t{AttentionBlocks(task)} * task.rows * task.group * (task.head_dim + 16);
}

}  // namespace ferro
