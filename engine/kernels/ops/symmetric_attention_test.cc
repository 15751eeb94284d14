// Attention within a run of every instruction set against the scalar definition, bit for bit, however the rows are cut;
// and the definition against f64.
#include <algorithm>

#include "engine/kernels/ops/kv_format.h"
#include "engine/kernels/ops/test_util.h"

namespace ferro {
namespace {

constexpr int kWhole = 1 << 30;

struct Shape {
  int group;
  int head_dim;
};

// One KV head of a run of `keys` rows, all of which ask. Rows are [queries][key][value][gap].
struct Problem {
  Problem(Shape shape, int keys, int radius = kWhole)
      : shape(shape),
        keys(keys),
        radius(radius),
        stride((shape.group + 2) * shape.head_dim + 5),
        rows(RandomFloats(int64_t{keys} * stride, keys + shape.group, 1.5f)),
        positions(keys) {
    for (int i = 0; i < keys; ++i) positions[i] = i;
  }

  SymmetricAttentionTask Task(int first, int count) const {
    const int q = shape.group * shape.head_dim;
    return {.queries = rows.data() + int64_t{first} * stride,
            .query_stride = stride,
            .positions = positions.data() + first,
            .rows = count,
            .group = shape.group,
            .head_dim = shape.head_dim,
            .scale = 1.0f / std::sqrt(static_cast<float>(shape.head_dim)),
            .radius = radius,
            .keys = rows.data() + q,
            .values = rows.data() + q + shape.head_dim,
            .key_stride = stride,
            .key_count = keys};
  }
  int width() const { return shape.group * shape.head_dim; }

  Shape shape;
  int keys, radius, stride;
  std::vector<float> rows;
  std::vector<int32_t> positions;
};

// All rows in tasks of these lengths, repeated as often as it takes.
std::vector<float> Attend(const FloatKernels& kernels, const Problem& problem, const std::vector<int>& lengths) {
  std::vector<float> out(int64_t{problem.keys} * problem.width());
  size_t next = 0;
  for (int row = 0; row < problem.keys;) {
    const int count = std::min(lengths[next++ % lengths.size()], problem.keys - row);
    kernels.symmetric_attention(problem.Task(row, count), out.data() + int64_t{row} * problem.width(), problem.width());
    row += count;
  }
  return out;
}

using SymmetricAttentionTest = IsaTest;

TEST_P(SymmetricAttentionTest, EqualsScalarForEveryShape) {
  if (GetParam() == Isa::kScalar) GTEST_SKIP() << "is the scalar one";
  for (const int group : {1, 2, 3, 8}) {
    for (const int head_dim : {32, 64, 96, 128}) {
      const Problem problem({group, head_dim}, 77);
      EXPECT_TRUE(SameBits(Attend(kernels(), problem, {77}), Attend(scalar(), problem, {77})))
          << "group " << group << " head_dim " << head_dim;
    }
  }
}

TEST_P(SymmetricAttentionTest, LengthsAroundBlocksAndTiles) {
  for (const int keys : {1, 2, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 193}) {
    const Problem problem({2, 64}, keys);
    EXPECT_TRUE(SameBits(Attend(kernels(), problem, {keys}), Attend(scalar(), problem, {keys}))) << keys << " keys";
  }
}

TEST_P(SymmetricAttentionTest, WideHead) {
  for (const int head_dim : {256, kMaxSymmetricHeadDim}) {
    const Problem problem({2, head_dim}, 70);
    EXPECT_TRUE(SameBits(Attend(kernels(), problem, {70}), Attend(scalar(), problem, {70}))) << head_dim;
  }
}

TEST_P(SymmetricAttentionTest, DoesNotDependOnTheSplit) {
  for (const int radius : {kWhole, 40}) {
    for (const int group : {1, 2}) {
      const Problem problem({group, 64}, 200, radius);
      const std::vector<float> whole = Attend(kernels(), problem, {200});
      EXPECT_TRUE(SameBits(whole, Attend(kernels(), problem, {1})));
      EXPECT_TRUE(SameBits(whole, Attend(kernels(), problem, {7, 64, 1, 3, 30})));
      EXPECT_TRUE(SameBits(whole, Attend(kernels(), problem, {63, 2, 65})));
    }
  }
}

TEST_P(SymmetricAttentionTest, EqualsScalarWithinARadius) {
  for (const int radius : {0, 1, 16, 63, 64, 100}) {
    const Problem problem({2, 32}, 300, radius);
    EXPECT_TRUE(SameBits(Attend(kernels(), problem, {300}), Attend(scalar(), problem, {1}))) << "radius " << radius;
  }
}

// Rows that are not neighbours, as those that are scored.
TEST_P(SymmetricAttentionTest, ChosenRows) {
  Problem problem({1, 64}, 150);
  const std::vector<float> all = Attend(scalar(), problem, {150});
  const std::vector<int32_t> chosen = {3, 64, 65, 149};
  std::vector<float> queries;
  for (const int row : chosen) {
    const auto from = problem.rows.begin() + int64_t{row} * problem.stride;
    queries.insert(queries.end(), from, from + 64);
  }
  SymmetricAttentionTask task = problem.Task(0, static_cast<int>(chosen.size()));
  task.queries = queries.data();
  task.query_stride = 64;
  task.positions = chosen.data();
  std::vector<float> out(chosen.size() * 64);
  kernels().symmetric_attention(task, out.data(), 64);
  for (size_t i = 0; i < chosen.size(); ++i) {
    EXPECT_TRUE(SameBits(absl::MakeConstSpan(out).subspan(i * 64, 64),
                         absl::MakeConstSpan(all).subspan(size_t{64} * chosen[i], 64)))
        << "row " << chosen[i];
  }
}

// A NaN among the values shows in every row that sees it.
TEST_P(SymmetricAttentionTest, NanShows) {
  Problem problem({1, 32}, 200, 10);
  problem.rows[int64_t{50} * problem.stride + 64] = std::nanf("");  // first component of value 50
  const std::vector<float> out = Attend(kernels(), problem, {200});
  for (int row = 40; row <= 60; ++row) EXPECT_TRUE(std::isnan(out[row * 32])) << row;
  for (int row = 128; row < 200; ++row) EXPECT_FALSE(std::isnan(out[row * 32])) << "far from it: " << row;
}

FERRO_FOR_EACH_ISA(SymmetricAttentionTest);

TEST(SymmetricAttentionDefinitionTest, IsSoftmaxAttention) {
  for (const int radius : {kWhole, 70}) {
    const Problem problem({2, 64}, 300, radius);
    const std::vector<float> got = Attend(FloatKernelsFor(Isa::kScalar), problem, {300});
    for (const int row : {0, 1, 63, 64, 150, 299}) {
      for (int head = 0; head < 2; ++head) {
        const SymmetricAttentionTask task = problem.Task(row, 1);
        std::vector<double> sum(64);
        double total = 0, magnitude = 0;
        for (int k = std::max(0, row - radius); k <= std::min(299, row + radius); ++k) {
          double score = 0;
          for (int d = 0; d < 64; ++d) {
            score += double{task.queries[head * 64 + d]} * task.keys[k * task.key_stride + d] * task.scale;
          }
          const double p = std::exp(score);
          total += p;
          for (int d = 0; d < 64; ++d) {
            sum[d] += p * task.values[k * task.key_stride + d];
            magnitude = std::max(magnitude, std::fabs(double{task.values[k * task.key_stride + d]}));
          }
        }
        // Weights are right to some hundred units in the last place: scores of up to 20 with 64 roundings each.
        for (int d = 0; d < 64; ++d) {
          EXPECT_NEAR(got[(row * 2 + head) * 64 + d], sum[d] / total, magnitude * 300 * 0x1p-24)
              << "row " << row << " component " << d;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ferro
