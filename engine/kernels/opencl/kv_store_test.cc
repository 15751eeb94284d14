// store_qkv against the scalar norm_rope, store_key and store_value: equal bits, and nothing else written.
#include "engine/kernels/opencl/kv_store.h"

#include <cmath>
#include <limits>

#include "base/status_testing.h"
#include "engine/kernels/opencl/kv_testing.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/kernels/ops/rope_table.h"
#include "engine/kernels/ops/test_util.h"

namespace ferro::opencl {
namespace {

constexpr int kSlots = 3;
constexpr int kPositions = 150;  // three key blocks
constexpr float kEps = 1e-5f;

// Runs that end, start and lie within key blocks.
const std::vector<TestRun> kRuns = {{2, 60, 9}, {0, 0, 3}, {1, 127, 2}};
constexpr int kRows = 14;

struct Problem {
  Problem(const HeadShape& shape, KvFormat format, int rope_dims)
      : shape(shape),
        width((shape.heads + 2 * shape.kv_heads) * shape.head_dim),
        rope(10000.0f, rope_dims),
        q_weight(RandomFloats(shape.head_dim, 1)),
        k_weight(RandomFloats(shape.head_dim, 2)),
        qkv(RandomFloats(int64_t{kRows} * width, 3, 2.0f)),
        keys(KvArray::Kind::kKeys, format, shape, kSlots, kPositions),
        values(KvArray::Kind::kValues, format, shape, kSlots, kPositions) {
    rope.EnsurePositions(kPositions);
    // Values of every spread, ties between int8 steps, zeros, and what no format holds.
    for (int row = 0; row < kRows; ++row) {
      float* const value = &qkv[int64_t{row} * width + (shape.heads + shape.kv_heads) * shape.head_dim];
      for (int d = 0; d < shape.kv_heads * shape.head_dim; ++d) {
        value[d] *= std::pow(10.0f, static_cast<float>(row % 7 - 3));
        if (row == 4) value[d] = d % 32 == 0 ? 127.0f : static_cast<float>(d % 32 - 16) + 0.5f;
        if (row == 5 && d < 32) value[d] = 0.0f;
        if (row == 6 && d == 3) value[d] = std::numeric_limits<float>::infinity();
        if (row == 7 && d == 3) value[d] = std::numeric_limits<float>::quiet_NaN();
        if (row == 8 && d == 3) value[d] = 3e38f;
      }
    }
  }

  // What the scalar kernels make of rows [begin, begin + count): into `want` and the arrays.
  void Expect(int begin, int count, std::vector<float>& want) {
    const FloatKernels& kernels = FloatKernelsFor(Isa::kScalar);
    int row = 0;
    for (const TestRun& run : kRuns) {
      for (int position = run.start_position; position < run.start_position + run.rows; ++position, ++row) {
        if (row < begin || row >= begin + count) continue;
        float* const heads = &want[int64_t{row} * width];
        std::vector<float> turned(heads, heads + width);
        for (int head = 0; head < shape.heads + shape.kv_heads; ++head) {
          const float* weight = head < shape.heads ? q_weight.data() : k_weight.data();
          kernels.norm_rope(&turned[head * shape.head_dim], weight, kEps, shape.head_dim, rope.cos(position),
                            rope.sin(position), rope.pairs());
        }
        std::copy_n(turned.begin(), shape.heads * shape.head_dim, heads);
        const float* key = &turned[shape.heads * shape.head_dim];
        for (int head = 0; head < shape.kv_heads; ++head, key += shape.head_dim) {
          keys.Put(run.slot, head, position, key);
          values.Put(run.slot, head, position, key + shape.kv_heads * shape.head_dim);
        }
      }
    }
  }

  HeadShape shape;
  int width;
  RopeTable rope;
  std::vector<float> q_weight, k_weight, qkv;
  KvArray keys, values;
};

class KvStoreTest : public KernelTest {
 protected:
  // Runs the ranges on the device and compares all that may have been written with the scalar's.
  void ExpectScalarBits(const HeadShape& shape, KvFormat format, int rope_dims, const std::vector<RowRange>& ranges) {
    SCOPED_TRACE(testing::Message() << shape.heads << " heads on " << shape.kv_heads << " of " << shape.head_dim
                                    << ", format " << static_cast<int>(format));
    Problem problem(shape, format, rope_dims);
    const Buffer qkv = Upload(problem.qkv), q_weight = Upload(problem.q_weight), k_weight = Upload(problem.k_weight),
                 turns = Upload(std::vector<float>(problem.rope.cos(0), problem.rope.cos(kPositions))),
                 keys = Upload(problem.keys.packs), values = Upload(problem.values.packs),
                 key_scales = Upload(problem.keys.scales), value_scales = Upload(problem.values.scales),
                 pass = Upload(PassData(kRuns));
    ASSERT_OK_AND_ASSIGN(const auto kernels, KvStoreKernels::Build(Builder(context(), dot()), format, shape));
    const KvView kv = {keys.get(), values.get(), key_scales.get(), value_scales.get(), problem.keys.positions()};
    LaunchList launches;
    std::vector<float> want = problem.qkv;
    for (const RowRange& range : ranges) {
      ASSERT_OK(kernels.StoreQkv(range, {pass.get(), kRows},
                                 {q_weight.get(), k_weight.get(), kEps, turns.get(), problem.rope.pairs()},
                                 {qkv.get(), problem.width}, kv, launches));
      problem.Expect(range.begin, range.count, want);
    }
    for (const Launch& launch : launches) ASSERT_OK(context().Enqueue(launch));
    EXPECT_TRUE(SameBits(Download<float>(qkv, static_cast<int64_t>(want.size())), want));
    ExpectSame(format, keys, problem.keys.packs, "keys");
    ExpectSame(format, values, problem.values.packs, "values");
    EXPECT_EQ(Download<uint8_t>(key_scales, key_scales.bytes()), problem.keys.scales);
    EXPECT_EQ(Download<uint8_t>(value_scales, value_scales.bytes()), problem.values.scales);
  }

 private:
  // Equal bytes, but any NaN equals any other.
  void ExpectSame(KvFormat format, const Buffer& buffer, const std::vector<uint8_t>& want, const char* what) {
    const std::vector<uint8_t> got = Download<uint8_t>(buffer, buffer.bytes());
    const int step = format == KvFormat::kF32 ? 4 : format == KvFormat::kF16 ? 2 : 1;
    int64_t wrong = 0;
    for (size_t at = 0; at < want.size(); at += step) {
      if (std::memcmp(&got[at], &want[at], step) != 0 && !(IsNan(&got[at], step) && IsNan(&want[at], step))) ++wrong;
    }
    EXPECT_EQ(wrong, 0) << what;
  }
  static bool IsNan(const uint8_t* at, int bytes) {
    float wide = 0;
    uint16_t half = 0;
    if (bytes == 4) std::memcpy(&wide, at, 4);
    if (bytes == 2) std::memcpy(&half, at, 2);
    return std::isnan(bytes == 4 ? wide : bytes == 2 ? HalfToFloat(half) : 0.0f);
  }
};

TEST_P(KvStoreTest, EqualsScalarInEveryFormat) {
  for (const KvFormat format : {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8}) {
    ExpectScalarBits({4, 2, 64}, format, 64, {{0, kRows}});
    ExpectScalarBits({3, 1, 32}, format, 32, {{0, kRows}});
  }
}

TEST_P(KvStoreTest, EqualsScalarForEveryHeadWidth) {
  for (const int head_dim : {96, 128, 256}) ExpectScalarBits({2, 2, head_dim}, KvFormat::kInt8, head_dim, {{0, kRows}});
}

TEST_P(KvStoreTest, RotatesLeadingComponentsAlone) { ExpectScalarBits({2, 1, 64}, KvFormat::kF32, 22, {{0, kRows}}); }

TEST_P(KvStoreTest, TouchesItsRowsAlone) { ExpectScalarBits({4, 2, 64}, KvFormat::kInt8, 64, {{3, 5}, {9, 1}}); }

FERRO_FOR_EACH_OPENCL_DEVICE(KvStoreTest);

}  // namespace
}  // namespace ferro::opencl
