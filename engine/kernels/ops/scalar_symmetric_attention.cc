#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/kernels/ops/kv_format.h"
#include "engine/kernels/ops/scalar_math.h"
#include "engine/kernels/ops/scalar_ops.h"

namespace ferro::scalar {
namespace {

// What a query makes of the key blocks so far.
struct Sum {
  float acc[kMaxSymmetricHeadDim] = {};
  float m = -std::numeric_limits<float>::infinity();
  float l = 0;
};

// Folds keys [first, last) of a block, those that the query sees, into `sum`.
void FoldBlock(const SymmetricAttentionTask& task, const float* q, int first, int last, Sum& sum) {
  float p[kKeyBlock];
  float block_m = -std::numeric_limits<float>::infinity();
  for (int k = first; k < last; ++k) {
    const float* key = task.keys + k * task.key_stride;
    float dot = 0.0f;
    for (int d = 0; d < task.head_dim; ++d) dot = std::fma(q[d], key[d], dot);
    p[k - first] = dot * task.scale;
    block_m = std::max(block_m, p[k - first]);
  }
  constexpr float kLowestFloat = std::numeric_limits<float>::lowest();
  const float shift = std::max(block_m, kLowestFloat);
  float l = 0;
  for (int k = first; k < last; ++k) {
    p[k - first] = Exp(p[k - first] - shift);
    l += p[k - first];
  }
  const float m = std::max(sum.m, block_m);
  const float finite_m = std::max(m, kLowestFloat);
  const float keep = Exp(sum.m - finite_m), take = Exp(block_m - finite_m);
  sum.m = m;
  sum.l = std::fma(l, take, sum.l * keep);
  for (int d = 0; d < task.head_dim; ++d) {
    float acc = 0.0f;
    for (int k = first; k < last; ++k) acc = std::fma(p[k - first], task.values[k * task.key_stride + d], acc);
    sum.acc[d] = std::fma(acc, take, sum.acc[d] * keep);
  }
}

}  // namespace

void SymmetricAttention(const SymmetricAttentionTask& task, float* out, ptrdiff_t out_stride) {
  for (int row = 0; row < task.rows; ++row) {
    const int first = std::max(0, task.positions[row] - task.radius);
    const int last = std::min(task.key_count - 1, task.positions[row] + task.radius);
    for (int head = 0; head < task.group; ++head) {
      const float* q = task.queries + row * task.query_stride + head * task.head_dim;
      Sum sum;
      for (int block = first / kKeyBlock; block <= last / kKeyBlock; ++block) {
        FoldBlock(task, q, std::max(first, block * kKeyBlock), std::min(last + 1, (block + 1) * kKeyBlock), sum);
      }
      const float inverse = 1.0f / sum.l;
      for (int d = 0; d < task.head_dim; ++d) {
        out[row * out_stride + head * task.head_dim + d] = sum.acc[d] * inverse;
      }
    }
  }
}

}  // namespace ferro::scalar
