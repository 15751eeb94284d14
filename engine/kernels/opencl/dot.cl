// int dp4a(int acc, int a, int b): acc + the sum of the four products of signed bytes of a and b. FERRO_DOT says which
// body this driver has; the host tries them and checks the results (DotPath).
#include "prelude.cl"

#if FERRO_DOT == 1
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : enable
#define dp4a(acc, a, b) ((acc) + dot_4x8packed_ss_int(as_uint(a), as_uint(b)))
#elif FERRO_DOT == 2
int __builtin_IB_dp4a_ss(int acc, int a, int b);
#define dp4a(acc, a, b) __builtin_IB_dp4a_ss(acc, a, b)
#elif FERRO_DOT == 3
inline int dp4a(int acc, int a, int b) {
  int sum;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(acc));
  return sum;
}
#else
inline int dp4a(int acc, int a, int b) {
  return acc + (a << 24 >> 24) * (b << 24 >> 24) + (a << 16 >> 24) * (b << 16 >> 24) +
         (a << 8 >> 24) * (b << 8 >> 24) + (a >> 24) * (b >> 24);
}
#endif
