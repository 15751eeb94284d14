// Prefill and decode attention against the scalar attention_rows and quantize_row: equal bits, whatever the tile, the
// split and the company.
#include "engine/kernels/opencl/attention.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/kernels/int8/int8_kernels.h"
#include "engine/kernels/opencl/kv_testing.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/kernels/ops/test_util.h"

namespace ferro::opencl {
namespace {

struct Output {
  std::vector<cl_int> values;  // [row][heads * head_dim / 4]
  std::vector<float> scales;   // [row][heads * head_dim / 32]
};

// Runs whose slots hold everything up to their last row, and the queries of all rows.
struct Problem {
  Problem(const HeadShape& shape, KvFormat format, const std::vector<TestRun>& runs)
      : shape(shape), format(format), runs(runs) {
    int slots = 0, positions = 0;
    for (const TestRun& run : runs) {
      rows += run.rows;
      slots = std::max(slots, run.slot + 1);
      positions = std::max(positions, run.start_position + run.rows);
    }
    keys.emplace(KvArray::Kind::kKeys, format, shape, slots, positions);
    values.emplace(KvArray::Kind::kValues, format, shape, slots, positions);
    qkv = RandomFloats(int64_t{rows} * qkv_width(), 7, 1.5f);
    for (const TestRun& run : runs) {
      for (int position = 0; position < run.start_position + run.rows; ++position) {
        for (int head = 0; head < shape.kv_heads; ++head) {
          const int seed = (run.slot * 1000 + position) * 20 + head;
          keys->Put(run.slot, head, position, RandomFloats(shape.head_dim, 2 * seed).data());
          values->Put(run.slot, head, position, RandomFloats(shape.head_dim, 2 * seed + 1).data());
        }
      }
    }
  }

  int qkv_width() const { return (shape.heads + 2 * shape.kv_heads) * shape.head_dim; }
  int out_width() const { return shape.heads * shape.head_dim; }

  // Everything by the scalar kernels, one run and KV head at a time.
  Output Scalar() const {
    const int group = shape.heads / shape.kv_heads;
    std::vector<float> out(int64_t{rows} * out_width());
    int row = 0;
    for (const TestRun& run : runs) {
      for (int head = 0; head < shape.kv_heads; ++head) {
        const int first = head * group * shape.head_dim;
        FloatKernelsFor(Isa::kScalar)
            .attention_rows({.queries = &qkv[int64_t{row} * qkv_width() + first],
                             .query_stride = qkv_width(),
                             .rows = run.rows,
                             .first_position = run.start_position,
                             .group = group,
                             .head_dim = shape.head_dim,
                             .scale = 1.0f / std::sqrt(static_cast<float>(shape.head_dim)),
                             .format = format,
                             .keys = keys->scalar(run.slot, head),
                             .values = values->scalar(run.slot, head)},
                            &out[int64_t{row} * out_width() + first], out_width());
      }
      row += run.rows;
    }
    Output quantised{std::vector<cl_int>(out.size() / 4), std::vector<float>(out.size() / kBlock)};
    std::vector<int32_t> offsets(quantised.scales.size());
    const QuantizedRows to = {out_width(), reinterpret_cast<int8_t*>(quantised.values.data()), quantised.scales.data(),
                              offsets.data()};
    for (int r = 0; r < rows; ++r) {
      Int8KernelsFor(Isa::kScalar).quantize_row(&out[int64_t{r} * out_width()], to, r);
    }
    return quantised;
  }

  HeadShape shape;
  KvFormat format;
  std::vector<TestRun> runs;
  int rows = 0;
  std::vector<float> qkv;
  std::optional<KvArray> keys, values;
};

class AttentionTest : public KernelTest {
 protected:
  static constexpr int kMaxBlocks = 8;

  static constexpr HeadShape kSmall = {1, 1, 32};

  AttentionKernels Build(const Problem& problem, const AttentionTuning& tuning) {
    return Build(problem.format, problem.shape, tuning);
  }
  // For kSmall in f32, with partials for more than one block. Built once: compiling is most of a test's time.
  const AttentionKernels& SmallKernels() {
    static auto* const built = new std::map<std::string, AttentionKernels>;
    const auto [at, is_new] = built->try_emplace(GetParam().name);
    if (is_new) at->second = Build(KvFormat::kF32, kSmall, {.whole_blocks = 1});
    return at->second;
  }

  Output Prefill(const AttentionKernels& kernels, const Problem& problem, const std::vector<RowRange>& ranges) {
    return Run(problem, [&](const AttentionViews& views, LaunchList& launches) {
      for (const RowRange& range : ranges) EXPECT_OK(kernels.Prefill(range, views, launches));
    });
  }

  Output Decode(const AttentionKernels& kernels, const Problem& problem, int max_blocks) {
    const Buffer partials = Unwritten<uint8_t>(kernels.PartialBytes(problem.rows, max_blocks));
    return Run(problem, [&](const AttentionViews& views, LaunchList& launches) {
      EXPECT_OK(kernels.Decode({0, problem.rows}, max_blocks, views, partials.get(), launches));
    });
  }

  static void ExpectSame(const Output& got, const Output& want, const char* what) {
    EXPECT_TRUE(SameBits(got.scales, want.scales)) << what;
    EXPECT_TRUE(got.values == want.values) << what;
  }

  // Prefill and decode of all rows, at most `max_blocks` key blocks.
  void ExpectScalarBits(const Problem& problem, const AttentionKernels& kernels, int max_blocks) {
    const Output want = problem.Scalar();
    ExpectSame(Prefill(kernels, problem, {{0, problem.rows}}), want, "prefill");
    ExpectSame(Decode(kernels, problem, max_blocks), want, "decode");
  }

 private:
  AttentionKernels Build(KvFormat format, const HeadShape& shape, const AttentionTuning& tuning) {
    auto kernels = AttentionKernels::Build(Builder(context(), dot()), format, shape, tuning);
    EXPECT_OK(kernels.status());
    return kernels.ok() ? *std::move(kernels) : AttentionKernels();
  }

  // What the launches that `append` makes give, on a device whose every other byte is a NaN.
  template <class Append>
  Output Run(const Problem& problem, Append append) {
    const Buffer qkv = Upload(problem.qkv), keys = Upload(problem.keys->packs), values = Upload(problem.values->packs),
                 key_scales = Upload(problem.keys->scales), value_scales = Upload(problem.values->scales),
                 pass = Upload(PassData(problem.runs));
    const int64_t components = int64_t{problem.rows} * problem.out_width();
    const Buffer out = Unwritten<cl_int>(components / 4), scales = Unwritten<float>(components / kBlock);
    LaunchList launches;
    append({{pass.get(), problem.rows},
            {qkv.get(), problem.qkv_width()},
            {keys.get(), values.get(), key_scales.get(), value_scales.get(), problem.keys->positions()},
            {out.get(), scales.get(), problem.out_width()}},
           launches);
    for (const Launch& launch : launches) EXPECT_OK(context().Enqueue(launch));
    return {Download<cl_int>(out, components / 4), Download<float>(scales, components / kBlock)};
  }
};

constexpr KvFormat kFormats[] = {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8};

// Runs of unlike lengths whose tiles mix, and rows on both sides of a key block's edge.
const std::vector<TestRun> kRuns = {{1, 122, 12}, {0, 0, 3}, {2, 63, 2}};

TEST_P(AttentionTest, EqualsScalarInEveryFormat) {
  for (const KvFormat format : kFormats) {
    SCOPED_TRACE(static_cast<int>(format));
    const Problem problem({4, 2, 64}, format, kRuns);
    ExpectScalarBits(problem, Build(problem, {}), 3);
  }
}

TEST_P(AttentionTest, EqualsScalarForEveryShape) {
  for (const HeadShape& shape : {HeadShape{3, 1, 96}, {2, 1, 256}, {16, 1, 32}}) {
    SCOPED_TRACE(absl::StrCat(shape.heads, " heads on ", shape.kv_heads, " of ", shape.head_dim));
    const Problem problem(shape, KvFormat::kInt8, {{0, 61, 6}, {1, 2, 1}});
    ExpectScalarBits(problem, Build(problem, {.whole_blocks = 1}), 2);
  }
}

TEST_P(AttentionTest, DoesNotDependOnTilesAndSplits) {
  const Problem problem({4, 2, 64}, KvFormat::kF16, kRuns);
  const Output want = problem.Scalar();
  const AttentionKernels kernels = Build(
      problem, {.tile_queries = 6, .blocks_per_group = 2, .whole_blocks = 3, .prefill_ahead = 8, .decode_ahead = 8});
  ExpectSame(Prefill(kernels, problem, {{0, 10}, {10, 7}}), want, "tiles of three rows, split");
  ExpectSame(Decode(kernels, problem, 3), want, "decode in one launch");
  ExpectSame(Decode(kernels, problem, kMaxBlocks), want, "two blocks a group and room for more");
}

TEST_P(AttentionTest, JoinsManyBlocks) {
  // More blocks than attention_merge has work-items.
  ExpectScalarBits(Problem(kSmall, KvFormat::kF32, {{0, 66 * kKeyBlock + 5, 1}}), SmallKernels(), 70);
}

TEST_P(AttentionTest, LaterRowsAndOtherSequencesDoNotReachARow) {
  const Problem problem(kSmall, KvFormat::kF32, {{0, 60, 8}, {1, 0, 4}});
  const AttentionKernels& kernels = SmallKernels();
  const Output before = problem.Scalar();
  Problem broken = problem;
  const std::vector<float> nan(32, std::nanf(""));
  for (const int position : {65, 66, 67}) {
    broken.keys->Put(0, 0, position, nan.data());
    broken.values->Put(0, 0, position, nan.data());
  }
  for (const Output& after : {Prefill(kernels, broken, {{0, problem.rows}}), Decode(kernels, broken, 2)}) {
    for (int row = 0; row < problem.rows; ++row) {
      const bool sees = row >= 5 && row < 8;
      EXPECT_EQ(std::isnan(after.scales[row]), sees) << "row " << row;
      if (sees) continue;
      EXPECT_EQ(after.scales[row], before.scales[row]) << "row " << row;
      for (int word = row * 8; word < row * 8 + 8; ++word) EXPECT_EQ(after.values[word], before.values[word]);
    }
  }
}

TEST_P(AttentionTest, SurvivesInfinities) {
  Problem problem(kSmall, KvFormat::kF32, {{0, 0, 70}});
  const std::vector<float> large(32, 3e38f);
  problem.keys->Put(0, 0, 3, large.data());
  problem.values->Put(0, 0, 3, large.data());
  ExpectScalarBits(problem, SmallKernels(), 4);
}

TEST_P(AttentionTest, RefusesAWrongTuning) {
  const Builder builder(context(), dot());
  EXPECT_EQ(AttentionKernels::Build(builder, KvFormat::kF32, {2, 1, 64}, {.tile_queries = 65}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(AttentionKernels::Build(builder, KvFormat::kF32, {2, 1, 64}, {.decode_ahead = 12}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(AttentionKernels::Build(builder, KvFormat::kF32, {2, 1, 64}, {.blocks_per_group = 0}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

FERRO_FOR_EACH_OPENCL_DEVICE(AttentionTest);

}  // namespace
}  // namespace ferro::opencl
