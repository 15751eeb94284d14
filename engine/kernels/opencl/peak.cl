// Loops that do one thing as fast as a device can (peak.h). Results are of no use; they are written so that compilers
// keep what makes them.
// Options: WIDTH, numbers of a vector; CHAINS, sums of a work-item that do not wait for each other.
#include "vectors.cl"

#define READ_ITEMS 64
#define READS 8  // of a work-item, all on their way at once

// A work-group reads its own READS * READ_ITEMS int4, 8 KiB: neighbours read neighbours on a GPU, and a processor, which
// runs the items of a group one after the other, finds the group's piece in its first cache.
__kernel __attribute__((reqd_work_group_size(READ_ITEMS, 1, 1))) void peak_read(__global const int4* data,
                                                                                __global int4* out) {
  __global const int4* const own = data + (uint)get_group_id(0) * (READS * READ_ITEMS) + get_local_id(0);
  int4 read[READS];
#pragma unroll
  for (int i = 0; i < READS; ++i) read[i] = own[i * READ_ITEMS];
  int4 all = read[0];
#pragma unroll
  for (int i = 1; i < READS; ++i) all |= read[i];
  if (all.x == 1) out[0] = all;  // never: the data are zeros
}

// 8 * CHAINS * WIDTH operations a round. Each sum takes another one as a factor, else a compiler would multiply once
// and add often.
__kernel void peak_dp4a(int rounds, int factor, __global int* out) {
  ints sums[CHAINS];
  const int item = get_global_id(0);
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) sums[c] = (ints)(item + c);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) sums[c] = dot4(sums[c], sums[(c + 1) % CHAINS], factor);
  }
#pragma unroll
  for (int c = 1; c < CHAINS; ++c) sums[0] ^= sums[c];
  ((__global ints*)out)[item] = sums[0];
}

// 2 * CHAINS * WIDTH operations a round.
__kernel void peak_fma(int rounds, float factor, __global float* out) {
  floats sums[CHAINS];
  const int item = get_global_id(0);
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) sums[c] = (floats)(item + c);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) sums[c] = fma(sums[c], (floats)factor, sums[(c + 1) % CHAINS]);
  }
#pragma unroll
  for (int c = 1; c < CHAINS; ++c) sums[0] += sums[c];
  ((__global floats*)out)[item] = sums[0];
}

__kernel void peak_nothing(__global int* out) {
  if (get_global_id(0) == 0) out[0] = 1;
}
