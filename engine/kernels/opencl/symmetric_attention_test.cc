// Attention of encoder passes, and the norm and rotation before it, against the scalar table: equal bits, whatever the
// tile, the cut and the company.
#include "engine/kernels/opencl/symmetric_attention.h"

#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/kernels/opencl/input_testing.h"
#include "engine/kernels/opencl/norm_rope.h"
#include "engine/kernels/opencl/self_test/pass_data.h"
#include "engine/kernels/ops/rope_table.h"

namespace ferro::opencl {
namespace {

using self_test::PassData;
using TestRun = self_test::Run;

constexpr int kWhole = 1 << 30;
constexpr int kGap = 8;  // floats of a row that nobody reads, before its keys

const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }

std::vector<TestRun> RunsOf(const std::vector<int>& lengths) {
  std::vector<TestRun> runs;
  for (const int length : lengths) runs.push_back({static_cast<int>(runs.size()), 0, length});
  return runs;
}

// Rows [queries][gap][keys][values].
struct Problem {
  Problem(const HeadShape& shape, const std::vector<int>& lengths, int radius = kWhole)
      : shape(shape),
        runs(RunsOf(lengths)),
        rows(self_test::RowsOf(runs)),
        radius(radius),
        q_width(shape.heads * shape.head_dim),
        width(q_width + kGap + 2 * shape.kv_heads * shape.head_dim),
        qkv(RandomFloats(int64_t{rows} * width, 1, 1.5f)) {}

  float scale() const { return 1.0f / std::sqrt(static_cast<float>(shape.head_dim)); }

  // Of every row, as the scalar table has it.
  std::vector<float> Attend() const {
    const int group = shape.heads / shape.kv_heads;
    std::vector<float> out(int64_t{rows} * q_width);
    int row = 0;
    for (const TestRun& run : runs) {
      std::vector<int32_t> positions(run.rows);
      for (int i = 0; i < run.rows; ++i) positions[i] = i;
      for (int head = 0; head < shape.kv_heads; ++head) {
        const float* const keys = &qkv[int64_t{row} * width + q_width + kGap + head * shape.head_dim];
        const int64_t first = int64_t{head} * group * shape.head_dim;
        Scalar().symmetric_attention({.queries = &qkv[int64_t{row} * width + first],
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
                                     &out[int64_t{row} * q_width + first], q_width);
      }
      row += run.rows;
    }
    return out;
  }

  HeadShape shape;
  std::vector<TestRun> runs;
  int rows, radius, q_width, width;
  std::vector<float> qkv;
};

class SymmetricAttentionTest : public InputTest {
 protected:
  SymmetricAttentionKernels Build(const Problem& problem, const SymmetricAttentionTuning& tuning = {}) {
    auto kernels = SymmetricAttentionKernels::Build(builder(), problem.shape, tuning);
    EXPECT_OK(kernels.status());
    return kernels.ok() ? *std::move(kernels) : SymmetricAttentionKernels();
  }

  // Appends attention of the rows to `out`, an array that begins with the pass unless told.
  void Attend(const SymmetricAttentionKernels& kernels, const Problem& problem, const Buffer& qkv, const Buffer& pass,
              RowRange range, const InputView& out, LaunchList& launches) {
    const RowsView rows = {qkv.get(), problem.width};
    EXPECT_OK(kernels.Attend({{pass.get(), problem.rows}, range},
                             {.q = rows,
                              .kv = rows,
                              .key_column = problem.q_width + kGap,
                              .scale = problem.scale(),
                              .radius = problem.radius,
                              .out = out},
                             launches));
  }

  void ExpectScalarBits(const SymmetricAttentionKernels& kernels, const Problem& problem,
                        const std::vector<RowRange>& ranges, const std::string& what) {
    const Buffer qkv = Upload(problem.qkv), pass = Upload(PassData(problem.runs));
    const Input out = NewInput(problem.rows, problem.q_width);
    LaunchList launches;
    for (const RowRange& range : ranges) Attend(kernels, problem, qkv, pass, range, out.view(), launches);
    Run(launches);
    ExpectQuantised(out, problem.Attend(), {0, problem.rows}, what);
  }
  void ExpectScalarBits(const SymmetricAttentionKernels& kernels, const Problem& problem, const std::string& what) {
    ExpectScalarBits(kernels, problem, {{0, problem.rows}}, what);
  }

  // llvmpipe computes the same, slowly.
  bool slow() const { return absl::StrContains(context().device().name, "llvmpipe"); }
};

TEST_P(SymmetricAttentionTest, EqualsScalarForEveryShape) {
  std::vector<HeadShape> shapes = {{4, 2, 64}, {2, 2, 32}};
  if (!slow()) shapes.insert(shapes.end(), {{2, 2, 64}, {3, 1, 32}, {3, 1, 96}, {2, 2, 128}, {2, 1, 256}, {4, 1, 512}});
  for (const HeadShape& shape : shapes) {
    const Problem problem(shape, {70, 3, 64});
    ExpectScalarBits(Build(problem), problem,
                     absl::StrCat(shape.heads, " heads on ", shape.kv_heads, " of ", shape.head_dim));
  }
}

TEST_P(SymmetricAttentionTest, LengthsAroundBlocksAndTiles) {
  const HeadShape shape = {2, 1, 32};
  const SymmetricAttentionKernels kernels = Build(Problem(shape, {1}));
  ExpectScalarBits(kernels, Problem(shape, {1, 2, 7, 8, 9, 63, 65}), "short runs");
  if (slow()) return;
  for (const int length : {1, 16, 17, 64, 127, 128, 129, 200}) {
    ExpectScalarBits(kernels, Problem(shape, {length}), absl::StrCat(length, " rows"));
  }
}

TEST_P(SymmetricAttentionTest, SeesKeysWithinARadius) {
  const HeadShape shape = {2, 1, 32};
  const SymmetricAttentionKernels kernels = Build(Problem(shape, {1}));
  for (const int radius : {0, 1, 16, 63, 64, 100}) {
    if (slow() && radius != 16) continue;
    ExpectScalarBits(kernels, Problem(shape, {150, 20, 5}, radius), absl::StrCat("radius ", radius));
  }
}

TEST_P(SymmetricAttentionTest, DoesNotDependOnTilesAndCuts) {
  if (slow()) GTEST_SKIP() << "nothing here is the device's";
  const struct {
    HeadShape shape;
    SymmetricAttentionTuning tuning;
  } cases[] = {
      {{4, 2, 64}, {.tile_queries = 6}}, {{4, 2, 64}, {.tile_queries = 32}}, {{2, 1, 128}, {.staged_packs = 32}}};
  for (const auto& [shape, tuning] : cases) {
    for (const int radius : {kWhole, 40}) {
      const Problem problem(shape, {90, 5, 33}, radius);
      const std::string what = absl::StrCat(tuning.tile_queries, " queries, ", tuning.staged_packs, " packs");
      const SymmetricAttentionKernels kernels = Build(problem, tuning);
      ExpectScalarBits(kernels, problem, what);
      ExpectScalarBits(kernels, problem, {{0, 64}, {64, 1}, {65, 60}, {125, 3}}, what + ", in parts");
    }
  }
}

// Queries of the rows that are kept, in an array of their own, keys of all rows; the results in a window.
TEST_P(SymmetricAttentionTest, ChosenRowsAskAsBefore) {
  const HeadShape shape = {2, 2, 64};
  const std::vector<int> kept = {0, 3, 64, 69, 71, 73, 74, 100, 133};
  for (const int radius : {kWhole, 10}) {
    const Problem problem(shape, {70, 4, 60}, radius);
    const std::vector<float> all = problem.Attend();
    constexpr int kFirst = 2, kRowsOfWindow = 5;  // of the kept
    std::vector<float> queries, want;
    for (const int row : kept) {
      const float* const q = &problem.qkv[int64_t{row} * problem.width];
      queries.insert(queries.end(), q, q + problem.q_width);
    }
    for (int i = kFirst; i < kFirst + kRowsOfWindow; ++i) {
      const float* const row = &all[int64_t{kept[i]} * problem.q_width];
      want.insert(want.end(), row, row + problem.q_width);
    }
    const Buffer q = Upload(queries), kv = Upload(problem.qkv), pass = Upload(PassData(problem.runs, kept));
    const Input out = NewInput(kRowsOfWindow, problem.q_width);
    InputView window = out.view();
    window.first = kFirst;
    const SymmetricAttentionKernels kernels = Build(problem);
    LaunchList launches;
    ASSERT_OK(kernels.Attend({{pass.get(), problem.rows}, {kFirst, kRowsOfWindow}, /*kept=*/true},
                             {.q = {q.get(), problem.q_width},
                              .kv = {kv.get(), problem.width},
                              .key_column = problem.q_width + kGap,
                              .scale = problem.scale(),
                              .radius = radius,
                              .out = window},
                             launches));
    Run(launches);
    ExpectQuantised(out, want, {0, kRowsOfWindow}, absl::StrCat("radius ", radius));
  }
}

TEST_P(SymmetricAttentionTest, OtherRunsDoNotReachARow) {
  const HeadShape shape = {2, 1, 32};
  const Problem problem(shape, {5, 20, 4});
  const std::vector<float> want = problem.Attend();
  Problem broken = problem;
  for (int row = 0; row < problem.rows; ++row) {
    if (row < 5 || row >= 25) std::fill_n(broken.qkv.begin() + row * problem.width, problem.width, std::nanf(""));
  }
  const Buffer qkv = Upload(broken.qkv), pass = Upload(PassData(problem.runs));
  const Input out = NewInput(problem.rows, problem.q_width);
  LaunchList launches;
  Attend(Build(problem), broken, qkv, pass, {0, problem.rows}, out.view(), launches);
  Run(launches);
  const auto scales = Download<float>(out.scales, problem.rows * problem.q_width / kBlock);
  QuantizedBuffer host = QuantizeAll(Int8KernelsFor(Isa::kScalar), want, problem.q_width);
  const auto values = Download<int8_t>(out.values, int64_t{problem.rows} * problem.q_width);
  for (int row = 0; row < problem.rows; ++row) {
    for (int b = 0; b < problem.q_width / kBlock; ++b) {
      const int at = row * problem.q_width / kBlock + b;
      if (row < 5 || row >= 25) {
        EXPECT_TRUE(std::isnan(scales[at])) << "row " << row << " is NaN itself";
      } else {
        EXPECT_TRUE(SameBits(scales[at], host.scales()[at])) << "row " << row;
        for (int i = at * kBlock; i < (at + 1) * kBlock; ++i) EXPECT_EQ(values[i], host.values()[i]) << "row " << row;
      }
    }
  }
}

TEST_P(SymmetricAttentionTest, SurvivesInfinities) {
  Problem problem({1, 1, 32}, {70});
  std::fill_n(problem.qkv.begin() + 3 * problem.width, problem.width, 3e38f);
  ExpectScalarBits(Build(problem), problem, "infinite scores");
}

TEST_P(SymmetricAttentionTest, RefusesWhatDoesNotFit) {
  const HeadShape shape = {2, 1, 64};
  for (const SymmetricAttentionTuning& tuning :
       {SymmetricAttentionTuning{.tile_queries = 65}, {.staged_packs = 3}, {.staged_packs = 8}}) {
    EXPECT_EQ(SymmetricAttentionKernels::Build(builder(), shape, tuning).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
  const Problem problem(shape, {1});
  const SymmetricAttentionKernels kernels = Build(problem);
  const Buffer any = Unwritten<float>(512);
  const SymmetricAttentionArgs good = {.q = {any.get(), 128},
                                       .kv = {any.get(), 128},
                                       .key_column = 0,
                                       .scale = 1,
                                       .radius = 1,
                                       .out = {any.get(), any.get(), 128}};
  SymmetricAttentionArgs narrow = good, beyond = good, odd = good, other = good;
  narrow.q.width = 96;
  beyond.key_column = 4;
  odd.kv.width = 130;
  other.out.inputs = 64;
  LaunchList launches;
  for (const SymmetricAttentionArgs& args : {narrow, beyond, odd, other}) {
    EXPECT_EQ(kernels.Attend({{any.get(), 1}, {0, 1}}, args, launches).code(), absl::StatusCode::kInvalidArgument);
  }
  EXPECT_TRUE(launches.empty());
}

TEST_P(SymmetricAttentionTest, HeadsAreNormalisedAndRotatedInPlace) {
  constexpr float kEps = 1e-5f;
  const HeadShape shape = {3, 1, 64};
  const std::vector<int> kept = {0, 4, 6};
  const Problem problem(shape, {5, 2});
  for (const int dims : {64, 32}) {
    RopeTable rope(10000.0f, dims);
    rope.EnsurePositions(problem.rows);
    const std::vector<float> q_weight = RandomFloats(64, 2, 1.0f), k_weight = RandomFloats(64, 3, 1.0f);
    const Buffer q_buffer = Upload(q_weight), k_buffer = Upload(k_weight),
                 turns = Upload(std::vector<float>(rope.cos(0), rope.cos(problem.rows))),
                 pass = Upload(PassData(problem.runs, kept));
    ASSERT_OK_AND_ASSIGN(const auto kernels, NormRopeKernels::Build(builder(), shape));
    for (const bool keeps : {false, true}) {
      const RowRange range = {1, 2};
      const Buffer x = Upload(problem.qkv);
      LaunchList launches;
      ASSERT_OK(kernels.Apply({{pass.get(), problem.rows}, range, keeps},
                              {q_buffer.get(), k_buffer.get(), kEps, turns.get(), rope.pairs()}, nullptr,
                              {x.get(), problem.width}, launches));
      Run(launches);
      std::vector<float> want = problem.qkv;
      for (int i = range.begin; i < range.begin + range.count; ++i) {
        const int row = keeps ? kept[i] : i, position = row < 5 ? row : row - 5;
        for (int head = 0; head < shape.heads + shape.kv_heads; ++head) {
          Scalar().norm_rope(&want[i * problem.width + head * 64], (head < shape.heads ? q_weight : k_weight).data(),
                             kEps, 64, rope.cos(position), rope.sin(position), rope.pairs());
        }
      }
      EXPECT_TRUE(SameBits(Download<float>(x, want.size()), want)) << dims << " dims, kept " << keeps;
    }
  }
}

TEST_P(SymmetricAttentionTest, WideHeadsAndValuesAreNormalised) {
  constexpr float kEps = 1e-6f;
  constexpr int kRows = 3;
  for (const HeadShape& shape : {HeadShape{2, 1, 512}, {3, 1, 256}, {2, 2, 32}}) {
    const int dim = shape.head_dim, width = (shape.heads + 2 * shape.kv_heads) * dim;
    const std::vector<float> before = RandomFloats(kRows * width, 1, 2.0f);
    RopeTable rope(10000.0f, dim);
    rope.EnsurePositions(kRows);
    const std::vector<float> weights[] = {RandomFloats(dim, 2, 1.0f), RandomFloats(dim, 3, 1.0f),
                                          std::vector<float>(dim, 1.0f)};
    const Buffer q = Upload(weights[0]), k = Upload(weights[1]), v = Upload(weights[2]), x = Upload(before),
                 turns = Upload(std::vector<float>(rope.cos(0), rope.cos(kRows))),
                 pass = Upload(PassData(RunsOf({kRows})));
    ASSERT_OK_AND_ASSIGN(const auto kernels, NormRopeKernels::Build(builder(), shape));
    LaunchList launches;
    ASSERT_OK(kernels.Apply({{pass.get(), kRows}, {0, kRows}}, {q.get(), k.get(), kEps, turns.get(), rope.pairs()},
                            v.get(), {x.get(), width}, launches));
    Run(launches);
    std::vector<float> want = before;
    for (int row = 0; row < kRows; ++row) {
      float* head = &want[row * width];
      for (int i = 0; i < shape.heads + 2 * shape.kv_heads; ++i, head += dim) {
        const int kind = i < shape.heads ? 0 : i < shape.heads + shape.kv_heads ? 1 : 2;
        if (kind == 2) {
          Scalar().rms_norm(head, weights[2].data(), kEps, dim, head);
        } else {
          Scalar().norm_rope(head, weights[kind].data(), kEps, dim, rope.cos(row), rope.sin(row), rope.pairs());
        }
      }
    }
    EXPECT_TRUE(SameBits(Download<float>(x, want.size()), want)) << dim << " components";
  }
}

FERRO_FOR_EACH_OPENCL_DEVICE(SymmetricAttentionTest);

}  // namespace
}  // namespace ferro::opencl
