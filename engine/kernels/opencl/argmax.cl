// The greedy choice: for each row of logits the index of the largest, the lowest index on ties, NaN as -infinity. Two
// kernels, since one group alone reads too slowly: GROUPS groups a row find the best of every GROUPS-th stretch of
// ITEMS logits, then one group a row finds the best of theirs. Comparisons alone, so the order does not matter.
//   logits   float [row][vocab]
//   partial  int2 [row][GROUPS] {value's bits, index}: small integers held as floats would be denormal, and lost
// Options: ITEMS, a power of two; GROUPS, at most ITEMS.
#include "prelude.cl"

#define ARGMAX_KERNEL __attribute__((reqd_work_group_size(ITEMS, 1, 1))) __kernel

inline int2 pair_of(float value, int index) { return (int2)(as_int(value), index); }

inline int2 better(int2 a, int2 b) {
  const float value_a = as_float(a.x);
  const float value_b = as_float(b.x);
  return value_b > value_a || (value_b == value_a && b.y < a.y) ? b : a;
}

// The best of the group's pairs, for every item.
inline int2 best_of_group(int2 mine, __local int2* pairs) {
  const int item = get_local_id(0);
  pairs[item] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int span = ITEMS / 2; span > 0; span /= 2) {
    if (item < span) pairs[item] = better(pairs[item], pairs[item + span]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return pairs[0];
}

// Index `vocab` where all is -infinity or NaN.
ARGMAX_KERNEL void argmax_partial(__global const float* logits, int vocab, __global int2* partial) {
  __local int2 pairs[ITEMS];
  const int row = get_global_id(1), group = get_group_id(0);
  __global const float* const own = logits + row * vocab;
  int2 best = pair_of(-INFINITY, vocab);
  // Equal rounds for all items; those beyond the end look at nothing.
  for (int base = group * ITEMS; base < vocab; base += GROUPS * ITEMS) {
    const int i = base + get_local_id(0);
    const float value = i < vocab ? own[i] : -INFINITY;
    if (value > as_float(best.x)) best = pair_of(value, i);
  }
  best = best_of_group(best, pairs);
  if (get_local_id(0) == 0) partial[row * GROUPS + group] = best;
}

// out[row]: the index, or -1 where no logit is finite. chosen[slot]: the index, 0 where there is none.
ARGMAX_KERNEL void argmax_final(__global const int2* partial, int vocab, __global const int4* pass, int max_rows,
                                __global int* chosen, __global int* out) {
  __local int2 pairs[ITEMS];
  const int row = get_global_id(1), item = get_local_id(0);
  int2 best = pair_of(-INFINITY, vocab);
  if (item < GROUPS) best = partial[row * GROUPS + item];
  best = best_of_group(best, pairs);
  if (item != 0) return;
  const int index = best.y < vocab ? best.y : 0;
  out[row] = isfinite(as_float(best.x)) ? index : -1;
  chosen[pass[2 * max_rows + row].y] = index;
}
