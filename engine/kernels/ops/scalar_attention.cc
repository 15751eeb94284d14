#include <algorithm>
#include <cmath>

#include "engine/kernels/ops/kv_layout.h"
#include "engine/kernels/ops/scalar_math.h"
#include "engine/kernels/ops/scalar_ops.h"

namespace ferro::scalar {
namespace {

// What one query makes of some of its keys: the largest score m, l = sum of p = exp(score - m), acc = sum of p * value.
struct Partial {
  float acc[kMaxHeadDim];
  float m;
  float l;
};

int Position(const AttentionTask& task, int query) { return task.first_position + query / task.group; }

Partial FoldBlock(const AttentionTask& task, int query, int block) {
  const float* q = task.queries + query / task.group * task.query_stride + query % task.group * task.head_dim;
  const int first = block * kKeyBlock;
  const int keys = std::min(kKeyBlock, Position(task, query) + 1 - first);
  Partial partial = {};
  float row[kMaxHeadDim];
  float p[kKeyBlock] = {};
  partial.m = -std::numeric_limits<float>::infinity();
  for (int k = 0; k < keys; ++k) {
    ReadKeyRow(task.format, task.keys, task.head_dim, first + k, row);
    float dot = 0.0f;
    for (int d = 0; d < task.head_dim; ++d) dot = std::fma(q[d], row[d], dot);
    p[k] = dot * task.scale;
    partial.m = std::max(partial.m, p[k]);
  }
  float lanes[kLanes] = {};
  for (int k = 0; k < keys; ++k) {
    p[k] = Exp(p[k] - partial.m);
    lanes[k % kLanes] += p[k];
  }
  partial.l = SumOfLanes(lanes);
  for (int k = 0; k < keys; ++k) {
    ReadValueRow(task.format, task.values, task.head_dim, first + k, row);
    for (int d = 0; d < task.head_dim; ++d) partial.acc[d] = std::fma(p[k], row[d], partial.acc[d]);
  }
  return partial;
}

// Joins the next block to what the blocks before it gave.
void Join(const Partial& next, int head_dim, Partial& sum) {
  const float m = std::max(sum.m, next.m);
  const float old_weight = Exp(sum.m - m);
  const float new_weight = Exp(next.m - m);
  sum.m = m;
  sum.l = std::fma(next.l, new_weight, sum.l * old_weight);
  for (int d = 0; d < head_dim; ++d) sum.acc[d] = std::fma(next.acc[d], new_weight, sum.acc[d] * old_weight);
}

void Write(const AttentionTask& task, int query, const Partial& sum, float* out, ptrdiff_t out_stride) {
  float* row = out + query / task.group * out_stride + query % task.group * task.head_dim;
  const float inverse = 1.0f / sum.l;
  for (int d = 0; d < task.head_dim; ++d) row[d] = sum.acc[d] * inverse;
}

int64_t PartialOffset(const AttentionTask& task, int block, int query) {
  return (int64_t{block} * task.rows * task.group + query) * (task.head_dim + kLanes);
}

Partial ReadPartial(const AttentionTask& task, const float* partials, int block, int query) {
  const float* stored = partials + PartialOffset(task, block, query);
  Partial partial = {};
  std::copy_n(stored, task.head_dim, partial.acc);
  partial.m = stored[task.head_dim];
  partial.l = stored[task.head_dim + 1];
  return partial;
}

}  // namespace

void AttentionRows(const AttentionTask& task, float* out, ptrdiff_t out_stride) {
  for (int query = 0; query < task.rows * task.group; ++query) {
    Partial sum = FoldBlock(task, query, 0);
    for (int block = 1; block <= Position(task, query) / kKeyBlock; ++block) {
      Join(FoldBlock(task, query, block), task.head_dim, sum);
    }
    Write(task, query, sum, out, out_stride);
  }
}

void AttentionPartial(const AttentionTask& task, int block_begin, int block_end, float* partials) {
  for (int block = block_begin; block < block_end; ++block) {
    for (int query = 0; query < task.rows * task.group; ++query) {
      if (block > Position(task, query) / kKeyBlock) continue;
      const Partial partial = FoldBlock(task, query, block);
      float* stored = partials + PartialOffset(task, block, query);
      std::copy_n(partial.acc, task.head_dim, stored);
      stored[task.head_dim] = partial.m;
      stored[task.head_dim + 1] = partial.l;
    }
  }
}

void AttentionMerge(const AttentionTask& task, const float* partials, float* out, ptrdiff_t out_stride) {
  for (int query = 0; query < task.rows * task.group; ++query) {
    Partial sum = ReadPartial(task, partials, 0, query);
    for (int block = 1; block <= Position(task, query) / kKeyBlock; ++block) {
      Join(ReadPartial(task, partials, block, query), task.head_dim, sum);
    }
    Write(task, query, sum, out, out_stride);
  }
}

}  // namespace ferro::scalar
