#include <cmath>

#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/pass_data.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kWholeRun = 1 << 30;

// Rows [queries][keys][values] of runs, and their attention.
struct Problem {
  Problem(const HeadShape& shape, const std::vector<Run>& runs)
      : shape(shape),
        runs(runs),
        rows(RowsOf(runs)),
        key_column(shape.heads * shape.head_dim),
        width(key_column + 2 * shape.kv_heads * shape.head_dim),
        qkv(RandomFloats(int64_t{rows} * width, 7, 1.0f)) {}

  std::vector<float> Attend(int radius) const {
    const int group = shape.heads / shape.kv_heads;
    std::vector<float> out(int64_t{rows} * key_column);
    int row = 0;
    for (const Run& run : runs) {
      std::vector<int32_t> positions(run.rows);
      for (int i = 0; i < run.rows; ++i) positions[i] = i;
      for (int head = 0; head < shape.kv_heads; ++head) {
        const float* const keys = &qkv[row * width + key_column + head * shape.head_dim];
        const int first = head * group * shape.head_dim;
        Scalar().symmetric_attention({.queries = &qkv[row * width + first],
                                      .query_stride = width,
                                      .positions = positions.data(),
                                      .rows = run.rows,
                                      .group = group,
                                      .head_dim = shape.head_dim,
                                      .scale = scale(),
                                      .radius = radius,
                                      .keys = keys,
                                      .values = keys + shape.kv_heads * shape.head_dim,
                                      .key_stride = width,
                                      .key_count = run.rows},
                                     &out[row * key_column + first], key_column);
      }
      row += run.rows;
    }
    return out;
  }
  float scale() const { return 1.0f / std::sqrt(static_cast<float>(shape.head_dim)); }

  HeadShape shape;
  std::vector<Run> runs;
  int rows, key_column, width;
  std::vector<float> qkv;
};

}  // namespace

absl::Status TestSymmetricAttention(Context& context, const SymmetricAttentionKernels& kernels,
                                    const HeadShape& shape) {
  // Two blocks of keys, a tile of two runs.
  const Problem problem(shape, {{0, 0, 69}, {1, 0, 4}});
  Rig rig(context);
  const Buffer qkv_buffer = rig.Upload(problem.qkv), pass_buffer = rig.Upload(PassData(problem.runs));
  const RowsView qkv = {qkv_buffer.get(), problem.width};
  for (const int radius : {kWholeRun, 3}) {
    const DeviceInt8 to = rig.UnwrittenInt8(problem.rows, problem.key_column);
    rig.Run([&](LaunchList& out) {
      return kernels.Attend({{pass_buffer.get(), problem.rows}, {0, problem.rows}},
                            {.q = qkv,
                             .kv = qkv,
                             .key_column = problem.key_column,
                             .scale = problem.scale(),
                             .radius = radius,
                             .out = to.view()},
                            out);
    });
    rig.ExpectQuantised("symmetric_attention", to, problem.Attend(radius), {0, problem.rows});
  }
  return rig.status();
}

}  // namespace ferro::opencl::self_test
