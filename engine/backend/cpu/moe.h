// The mixture-of-experts feed-forward of the cpu backend.
//
// Rows are grouped by expert, so that each chosen expert's weights are read once a pass. A row's value does not depend
// on its group: the int8 kernels fold every row on its own, and a row adds its experts in the order of its own choice.
#ifndef FERRO_ENGINE_BACKEND_CPU_MOE_H_
#define FERRO_ENGINE_BACKEND_CPU_MOE_H_

#include <cstdint>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/objects.h"
#include "engine/kernels/int8/int8_kernels.h"
#include "engine/kernels/ops/float_kernels.h"
#include "engine/kernels/pool/thread_pool.h"

namespace ferro::cpu {

// Grown to the largest pass so far and reused.
class MoeWorkspace {
 public:
  // x[row] += sum over chosen experts; see Backend::Moe. The first `prefill_rows` of the `rows` are prefill rows.
  void Run(const MoeLayer& layer, int prefill_rows, int rows, const FloatRows& normed, const QuantizedInput& in,
           const Int8Kernels& int8, const FloatKernels& floats, ThreadPool& pool, FloatRows& x);

 private:
  // Consecutive pairs of (row, expert) that run together: one expert, one role.
  struct Group {
    int expert;
    int first;
    int count;
    RowRole role;
  };
  struct QuantizedBuffer {
    QuantizedRows Prepare(int64_t rows, int64_t inputs);
    std::vector<int8_t> values;
    std::vector<float> scales;
    std::vector<int32_t> offsets;
  };

  void Choose(const MoeLayer& layer, int rows, const FloatRows& normed, const FloatKernels& floats, ThreadPool& pool);
  void GroupByExpert(int experts, int used, int prefill_rows, int rows);
  // out[pair] = stack[expert of the pair] in[pair]
  void Multiply(const PackedStack& stack, const QuantizedRows& in, const Int8Kernels& int8, ThreadPool& pool,
                float* out);

  std::vector<int> chosen_;      // [row][used] expert
  std::vector<float> weights_;   // [row][used]
  std::vector<int> pair_place_;  // [row][used] index of the pair in group order
  std::vector<int> pair_row_;    // [pair] row
  std::vector<Group> groups_;
  QuantizedBuffer gathered_, hidden_;  // [pair][width], [pair][ff]
  std::vector<float> gate_up_, down_;  // [pair][2 * ff], [pair][width]
};

}  // namespace ferro::cpu

#endif  // FERRO_ENGINE_BACKEND_CPU_MOE_H_
