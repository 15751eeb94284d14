// Attention of every instruction set against the scalar definition, bit for bit, however the work is cut; and the
// definition against f64.
#include <algorithm>

#include "engine/kernels/ops/kv_layout.h"
#include "engine/kernels/ops/test_util.h"
#include "engine/kernels/pool/thread_pool.h"

namespace ferro {
namespace {

constexpr KvFormat kFormats[] = {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8};

struct Shape {
  int group;
  int head_dim;
};

// One KV head whose sequence holds `positions` rows, and the queries of all of them.
struct Problem {
  Problem(Shape shape, KvFormat format, int positions)
      : shape(shape),
        format(format),
        positions(positions),
        stride(shape.group * shape.head_dim + 5),
        queries(RandomFloats(int64_t{positions} * stride, positions, 1.5f)) {
    // 0xff is NaN in every float format: nothing may look behind what is stored.
    keys.assign(KvHeadBytes(format, shape.head_dim, positions) + 64, static_cast<char>(0xff));
    values = keys;
    for (int position = 0; position < positions; ++position) {
      Store(position, RandomFloats(shape.head_dim, 2 * position), RandomFloats(shape.head_dim, 2 * position + 1));
    }
  }

  void Store(int position, const std::vector<float>& key, const std::vector<float>& value) {
    FloatKernelsFor(Isa::kScalar).store_key(format, key.data(), shape.head_dim, position, Aligned(keys));
    FloatKernelsFor(Isa::kScalar).store_value(format, value.data(), shape.head_dim, position, Aligned(values));
  }

  static char* Aligned(const std::vector<char>& bytes) {
    return reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(bytes.data()) + 63) / 64 * 64);
  }

  AttentionTask Task(int first, int rows) const {
    return {.queries = queries.data() + int64_t{first} * stride,
            .query_stride = stride,
            .rows = rows,
            .first_position = first,
            .group = shape.group,
            .head_dim = shape.head_dim,
            .scale = 1.0f / std::sqrt(static_cast<float>(shape.head_dim)),
            .format = format,
            .keys = Aligned(keys),
            .values = Aligned(values)};
  }

  int width() const { return shape.group * shape.head_dim; }

  Shape shape;
  KvFormat format;
  int positions;
  int stride;
  std::vector<float> queries;
  std::vector<char> keys, values;
};

// Rows [first, last) in runs of these lengths, repeated as often as it takes.
std::vector<float> Rows(const FloatKernels& kernels, const Problem& problem, int first, int last,
                        const std::vector<int>& runs) {
  std::vector<float> out(int64_t{last - first} * problem.width());
  size_t next = 0;
  for (int row = first; row < last;) {
    const int rows = std::min(runs[next++ % runs.size()], last - row);
    kernels.attention_rows(problem.Task(row, rows), out.data() + int64_t{row - first} * problem.width(),
                           problem.width());
    row += rows;
  }
  return out;
}

// The same through partials of `step` blocks a call, filled from the last to the first.
std::vector<float> RowsByPartials(const FloatKernels& kernels, const Problem& problem, int first, int last, int run,
                                  int step) {
  std::vector<float> out(int64_t{last - first} * problem.width());
  for (int row = first; row < last; row += run) {
    const AttentionTask task = problem.Task(row, std::min(run, last - row));
    std::vector<float> partials(AttentionPartialFloats(task), std::nanf(""));
    for (int end = AttentionBlocks(task); end > 0; end -= step) {
      kernels.attention_partial(task, std::max(end - step, 0), end, partials.data());
    }
    kernels.attention_merge(task, partials.data(), out.data() + int64_t{row - first} * problem.width(),
                            problem.width());
  }
  return out;
}

using AttentionTest = IsaTest;

TEST_P(AttentionTest, EqualsScalarForEveryShape) {
  if (GetParam() == Isa::kScalar) GTEST_SKIP() << "is the scalar one";
  for (int group : {1, 2, 3, 4, 8}) {
    for (int head_dim : {32, 64, 96, 128}) {
      for (KvFormat format : kFormats) {
        // Rows over the edge of the second block: queries of one tile see unlike numbers of keys.
        const Problem problem({group, head_dim}, format, 134);
        EXPECT_TRUE(SameBits(Rows(kernels(), problem, 122, 134, {12}), Rows(scalar(), problem, 122, 134, {12})))
            << "group " << group << " head_dim " << head_dim << " format " << static_cast<int>(format);
      }
    }
  }
}

TEST_P(AttentionTest, WideHead) {
  const Problem problem({2, kMaxHeadDim}, KvFormat::kF16, 70);
  EXPECT_TRUE(SameBits(Rows(kernels(), problem, 60, 70, {10}), Rows(scalar(), problem, 60, 70, {10})));
}

TEST_P(AttentionTest, DoesNotDependOnTheSplit) {
  for (KvFormat format : kFormats) {
    for (int group : {1, 4}) {
      const Problem problem({group, 64}, format, 150);
      const std::vector<float> whole = Rows(kernels(), problem, 0, 150, {150});
      EXPECT_TRUE(SameBits(whole, Rows(kernels(), problem, 0, 150, {1}))) << "one row at a time, as decoding does";
      EXPECT_TRUE(SameBits(whole, Rows(kernels(), problem, 0, 150, {7, 64, 1, 3, 30})));
      EXPECT_TRUE(SameBits(whole, Rows(kernels(), problem, 0, 150, {63, 2, 65})));
      EXPECT_TRUE(SameBits(whole, RowsByPartials(kernels(), problem, 0, 150, 1, 1)));
      EXPECT_TRUE(SameBits(whole, RowsByPartials(kernels(), problem, 0, 150, 3, 2)));
      EXPECT_TRUE(SameBits(whole, RowsByPartials(kernels(), problem, 0, 150, 150, 3)));
    }
  }
}

TEST_P(AttentionTest, DoesNotDependOnTheNumberOfThreads) {
  const Problem problem({2, 64}, KvFormat::kF16, 500);
  const AttentionTask task = problem.Task(499, 1);
  const std::vector<float> want = Rows(kernels(), problem, 499, 500, {1});
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads, 20);
    std::vector<float> partials(AttentionPartialFloats(task)), got(problem.width());
    pool.Run(AttentionBlocks(task),
             [&](int block) { kernels().attention_partial(task, block, block + 1, partials.data()); });
    kernels().attention_merge(task, partials.data(), got.data(), problem.width());
    EXPECT_TRUE(SameBits(got, want)) << threads << " threads";
  }
}

TEST_P(AttentionTest, PartialsEqualScalar) {
  const Problem problem({4, 64}, KvFormat::kInt8, 150);
  EXPECT_TRUE(
      SameBits(RowsByPartials(kernels(), problem, 120, 150, 5, 1), RowsByPartials(scalar(), problem, 120, 150, 5, 2)));
}

TEST_P(AttentionTest, LaterRowsDoNotReachEarlierOnes) {
  constexpr int kBroken = 75;
  for (KvFormat format : kFormats) {
    Problem problem({2, 64}, format, 100);
    const std::vector<float> before = Rows(kernels(), problem, 0, kBroken, {kBroken});
    problem.Store(kBroken, std::vector<float>(64, std::nanf("")), std::vector<float>(64, std::nanf("")));
    std::vector<float> after = Rows(kernels(), problem, 0, 100, {100});
    for (int d = 0; d < problem.width(); ++d) {
      EXPECT_TRUE(std::isnan(after[kBroken * problem.width() + d]) || format == KvFormat::kInt8);
    }
    after.resize(before.size());
    EXPECT_TRUE(SameBits(after, before));
  }
}

TEST_P(AttentionTest, SurvivesInfinities) {
  Problem problem({2, 64}, KvFormat::kF32, 70);
  problem.Store(3, std::vector<float>(64, 3e38f), std::vector<float>(64, 3e38f));
  EXPECT_TRUE(SameBits(Rows(kernels(), problem, 0, 70, {70}), Rows(scalar(), problem, 0, 70, {70})));
}

FERRO_FOR_EACH_ISA(AttentionTest);

// One output component in f64, with what the rounding of the f32 computation may add up to.
struct Exact {
  double value;
  double bound;
};

std::vector<Exact> ExactRow(const Problem& problem, int row, int head) {
  constexpr double kU = 0x1p-24;
  const int dim = problem.shape.head_dim;
  const AttentionTask task = problem.Task(row, 1);
  const float* q = task.queries + head * dim;
  std::vector<float> stored(dim);
  std::vector<double> scores(row + 1);
  double score_error = 0;
  for (int k = 0; k <= row; ++k) {
    ReadKeyRow(problem.format, task.keys, dim, k, stored.data());
    double magnitude = 0;
    for (int d = 0; d < dim; ++d) {
      scores[k] += double{q[d]} * stored[d] * task.scale;
      magnitude += std::abs(double{q[d]} * stored[d] * task.scale);
    }
    score_error = std::max(score_error, (dim + 1) * kU * magnitude);
  }
  const auto [least, most] = std::minmax_element(scores.begin(), scores.end());
  const int blocks = row / kKeyBlock + 1;
  // An error of a score or of a difference of scores is a relative one of its weight; each block adds an exponential (3
  // units at most), a difference, and the roundings of the join.
  const double weight_error = 2 * score_error + (*most - *least) * kU + 3 * kU;
  const double relative = 2 * weight_error + (kKeyBlock + 20 + 12 * blocks) * kU;
  std::vector<double> value(dim), magnitude(dim);
  double sum = 0;
  for (int k = 0; k <= row; ++k) {
    ReadValueRow(problem.format, task.values, dim, k, stored.data());
    const double p = std::exp(scores[k] - *most);
    sum += p;
    for (int d = 0; d < dim; ++d) {
      value[d] += p * stored[d];
      magnitude[d] += p * std::abs(stored[d]);
    }
  }
  std::vector<Exact> exact(dim);
  for (int d = 0; d < dim; ++d) exact[d] = {value[d] / sum, relative * magnitude[d] / sum};
  return exact;
}

TEST(AttentionDefinitionTest, IsSoftmaxAttention) {
  for (KvFormat format : kFormats) {
    const Problem problem({2, 64}, format, 300);
    for (int row : {0, 1, 63, 64, 65, 299}) {
      const std::vector<float> got = Rows(FloatKernelsFor(Isa::kScalar), problem, row, row + 1, {1});
      for (int head = 0; head < 2; ++head) {
        const std::vector<Exact> exact = ExactRow(problem, row, head);
        for (int d = 0; d < 64; ++d) {
          EXPECT_NEAR(got[head * 64 + d], exact[d].value, exact[d].bound) << "row " << row << " component " << d;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ferro
