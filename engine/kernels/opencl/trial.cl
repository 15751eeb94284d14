// What a driver must compute right before any of it is believed (dot_path.h).
#include "dot.cl"
#include "math.cl"

__kernel void trial_dp4a(__global const int* a, __global const int* b, __global int* acc) {
  const int i = get_global_id(0);
  acc[i] = dp4a(acc[i], a[i], b[i]);
}

__kernel void trial_divide(__global const float* a, __global const float* b, __global float* out) {
  const int i = get_global_id(0);
  out[i] = div_rn(a[i], b[i]);
}

__kernel void trial_sqrt(__global const float* a, __global const float* b, __global float* out) {
  const int i = get_global_id(0);
  out[i] = sqrt_rn(a[i]);
}

__kernel void trial_exp(__global const float* a, __global const float* b, __global float* out) {
  const int i = get_global_id(0);
  out[i] = exp_f(a[i]);
}

__kernel void trial_half(__global const float* a, __global const float* b, __global float* out) {
  const int i = get_global_id(0);
  out[i] = round_to_half(a[i]);
}
