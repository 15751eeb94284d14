#include "engine/kernels/ops/float_kernels.h"

#include "engine/kernels/ops/tables.h"

namespace ferro {

const FloatKernels& FloatKernelsFor(Isa) { return kScalarFloatKernels; }

int AttentionBlocks(const AttentionTask& task) { return (task.first_position + task.rows - 1) / kKeyBlock + 1; }

int64_t AttentionPartialFloats(const AttentionTask& task) {
  return int64_t{AttentionBlocks(task)} * task.rows * task.group * (task.head_dim + 16);
}

}  // namespace ferro
