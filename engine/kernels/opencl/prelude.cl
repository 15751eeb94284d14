// Arithmetic is as written: a fused multiply-add is an fma(), and nothing else is fused, so that a kernel and its scalar
// twin give the same bits on every device.
#pragma OPENCL FP_CONTRACT OFF

#define BLOCK 32  // inputs that share one scale
