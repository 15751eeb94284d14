#include <cmath>

#include "engine/kernels/ops/scalar_ops.h"

namespace ferro::scalar {

// u_t = B_t * X_t; v_t = taps[0] * u_{t-L+1}, then fused on: taps[k] * u_{t-L+1+k} for k = 1 .. L-1; out_t = C_t * v_t.
void ShortConv(const ShortConvTask& task, int channel_begin, int channel_end) {
  const int kept = task.taps_count - 1;
  for (int c = channel_begin; c < channel_end; ++c) {
    float window[kMaxConvTaps];  // the last taps_count values of u, oldest first
    for (int k = 0; k < kept; ++k) window[k] = task.state[k * task.channels + c];
    for (int row = 0; row < task.rows; ++row) {
      const float* bcx = task.bcx + row * task.bcx_stride + c;
      window[kept] = bcx[0] * bcx[2 * task.channels];
      const float* taps = task.taps + c * task.taps_count;
      float v = taps[0] * window[0];
      for (int k = 1; k <= kept; ++k) v = std::fma(taps[k], window[k], v);
      task.out[row * task.out_stride + c] = bcx[task.channels] * v;
      for (int k = 0; k < kept; ++k) window[k] = window[k + 1];
    }
    for (int k = 0; k < kept; ++k) task.state[k * task.channels + c] = window[k];
  }
}

}  // namespace ferro::scalar
