#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/pass_data.h"
#include "engine/kernels/opencl/self_test/rig.h"
#include "engine/kernels/ops/rope_table.h"

namespace ferro::opencl::self_test {

absl::Status TestNormRope(Context& context, const NormRopeKernels& kernels, const HeadShape& shape) {
  constexpr float kEps = 1e-5f;
  constexpr RowRange kRange = {1, 3};
  const std::vector<Run> runs = {{0, 0, 2}, {1, 0, 3}};
  const int rows = RowsOf(runs), heads = shape.heads + shape.kv_heads,
            width = (heads + shape.kv_heads) * shape.head_dim;
  RopeTable rope(10000.0f, shape.head_dim);
  rope.EnsurePositions(rows);
  const std::vector<float> q_weight = RandomFloats(shape.head_dim, 1, 1.0f),
                           k_weight = RandomFloats(shape.head_dim, 2, 1.0f),
                           v_weight = RandomFloats(shape.head_dim, 4, 1.0f);
  std::vector<float> x = RandomFloats(int64_t{rows} * width, 3, 2.0f);
  Rig rig(context);
  const Buffer x_buffer = rig.Upload(x), q_buffer = rig.Upload(q_weight), k_buffer = rig.Upload(k_weight),
               v_buffer = rig.Upload(v_weight), turns = rig.Upload(std::vector<float>(rope.cos(0), rope.cos(rows))),
               pass_buffer = rig.Upload(PassData(runs));
  // Once without value heads, which must stay as they are, then with them.
  for (const cl_mem values : {cl_mem{nullptr}, v_buffer.get()}) {
    rig.Run([&](LaunchList& out) {
      return kernels.Apply({{pass_buffer.get(), rows}, kRange},
                           {q_buffer.get(), k_buffer.get(), kEps, turns.get(), rope.pairs()}, values,
                           {x_buffer.get(), width}, out);
    });
    for (int row = kRange.begin; row < kRange.begin + kRange.count; ++row) {
      const int position = row - (row < runs[0].rows ? 0 : runs[0].rows);
      float* at = &x[row * width];
      for (int head = 0; head < heads; ++head, at += shape.head_dim) {
        Scalar().norm_rope(at, (head < shape.heads ? q_weight : k_weight).data(), kEps, shape.head_dim,
                           rope.cos(position), rope.sin(position), rope.pairs());
      }
      for (int head = 0; values != nullptr && head < shape.kv_heads; ++head, at += shape.head_dim) {
        Scalar().rms_norm(at, v_weight.data(), kEps, shape.head_dim, at);
      }
    }
    rig.Expect("norm_rope", x_buffer, x);
  }
  return rig.status();
}

}  // namespace ferro::opencl::self_test
