// What launches say about themselves, against counts by hand.
#include "engine/kernels/opencl/work.h"

#include "base/status_testing.h"
#include "engine/kernels/opencl/argmax.h"
#include "engine/kernels/opencl/attention.h"
#include "engine/kernels/opencl/encoder_rows.h"
#include "engine/kernels/opencl/gemm.h"
#include "engine/kernels/opencl/gemv.h"
#include "engine/kernels/opencl/kv_store.h"
#include "engine/kernels/opencl/norm_rope.h"
#include "engine/kernels/opencl/rows.h"
#include "engine/kernels/opencl/symmetric_attention.h"
#include "engine/kernels/opencl/testing.h"

namespace ferro::opencl {
namespace {

// Launches are made, never enqueued: any buffer will do, as long as no product is written into its own input.
class WorkTest : public KernelTest {
 protected:
  Builder builder() const { return Builder(context(), dot()); }
  cl_mem memory() const { return memory_.get(); }
  InputView Quantised(int inputs) const { return {memory(), memory(), inputs}; }
  RowsView Floats(int width) const { return {memory(), width}; }
  RowsView Results(int width) const { return {results_.get(), width}; }
  MatrixView Weights(int outputs, int inputs) const {
    return {memory(), memory(), outputs, inputs, (outputs + 63) / 64 * 64, 1};
  }

  LaunchList launches_;
  const Buffer memory_ = Unwritten<float>(64), results_ = Unwritten<float>(64);
};

TEST_P(WorkTest, Gemm) {
  ASSERT_OK_AND_ASSIGN(const GemmKernels kernels,
                       GemmKernels::Build(builder(), GemmTuningFor(context().device(), dot())));
  ASSERT_OK(kernels.Gemm(Weights(128, 64), Quantised(64), {0, 5}, Results(128), false, launches_));
  ASSERT_OK(kernels.Gemm(Weights(128, 64), Quantised(64), {0, 5}, {64, 64}, Results(128), true, launches_));
  ASSERT_OK(kernels.GemmBias(Weights(128, 64), memory(), Quantised(64), {0, 5}, Results(128), false, launches_));
  ASSERT_EQ(launches_.size(), 3u);
  EXPECT_EQ(launches_[2].work.fixed.bytes, launches_[0].work.fixed.bytes + 128 * 4);
  const LaunchWork& whole = launches_[0].work;
  // 2 blocks of 34 bytes an output, of 36 a row; 4 bytes a result.
  EXPECT_EQ(whole.fixed.bytes, 128 * 2 * 34 + 5 * 2 * 36 + 5 * 128 * 4);
  EXPECT_EQ(whole.fixed.int8_ops, 2 * 5 * 128 * 64);
  EXPECT_EQ(whole.fixed.float_ops, 0);
  EXPECT_FALSE(whole.depends_on_keys());
  // Half of the outputs, which are read before they are written.
  EXPECT_EQ(launches_[1].work.fixed.bytes, 64 * 2 * 34 + 5 * 2 * 36 + 5 * 64 * 8);
  EXPECT_EQ(launches_[1].work.fixed.int8_ops, 2 * 5 * 64 * 64);
}

TEST_P(WorkTest, Gemv) {
  ASSERT_OK_AND_ASSIGN(const GemvKernels kernels, GemvKernels::Build(builder()));
  const MatrixView weights = Weights(192, 64);
  const GemvArgs store = {weights, {0, 1}, Quantised(64), StoreTo{Results(192)}};
  const GemvArgs twice = {weights, {0, 9}, Quantised(64), AddTo{Results(192)}};
  const GemvArgs swiglu = {
      weights, {0, 2}, NormedRows{Floats(64), memory(), 1e-5f}, SwigluTo{{results_.get(), results_.get(), 96}}};
  const GemvArgs conv = {weights,
                         {0, 2},
                         Quantised(64),
                         ConvolveTo{{results_.get(), results_.get(), 64}, memory(), memory(), 3, {memory(), 8}}};
  for (const GemvArgs& args : {store, twice, swiglu, conv}) ASSERT_OK(kernels.Gemv(args, launches_));
  ASSERT_EQ(launches_.size(), 4u);
  const double matrix = 192 * 2 * 34;
  EXPECT_EQ(launches_[0].work.fixed.bytes, matrix + 2 * 36 + 192 * 4);
  EXPECT_EQ(launches_[0].work.fixed.int8_ops, 2 * 192 * 64);
  // Nine rows are two passes: the weights are read twice.
  EXPECT_EQ(launches_[1].work.fixed.bytes, 2 * matrix + 9 * (2 * 36 + 192 * 8));
  EXPECT_EQ(launches_[1].work.fixed.int8_ops, 9 * 2 * 192 * 64);
  // Float rows with one row of norm weights in, half as many quantised values out.
  EXPECT_EQ(launches_[2].work.fixed.bytes, matrix + 64 * 4 + 2 * (64 * 4 + 3 * 36));
  // Two kept inputs a channel are read and written, three taps are read.
  EXPECT_EQ(launches_[3].work.fixed.bytes, matrix + 3 * 64 * 4 + 2 * (2 * 36 + 2 * 36 + 2 * 2 * 64 * 4));
}

TEST_P(WorkTest, NormAndEmbedding) {
  ASSERT_OK_AND_ASSIGN(const RowKernels kernels, RowKernels::Build(builder()));
  const RowsView normed = Results(64);
  ASSERT_OK(kernels.NormQuantise(Floats(64), {0, 3}, memory(), 1e-5f, Quantised(64), nullptr, launches_));
  ASSERT_OK(kernels.NormQuantise(Floats(64), {0, 3}, memory(), 1e-5f, Quantised(64), &normed, launches_));
  ASSERT_OK(kernels.Embed(Weights(1000, 64), {0, 3}, {memory(), 8}, memory(), Results(64), launches_));
  ASSERT_EQ(launches_.size(), 3u);
  EXPECT_EQ(launches_[0].work.fixed.bytes, 3 * 64 * 4 + 64 * 4 + 3 * 2 * 36);
  EXPECT_EQ(launches_[1].work.fixed.bytes, 3 * 64 * 4 + 64 * 4 + 3 * 2 * 36 + 3 * 64 * 4);
  EXPECT_EQ(launches_[2].work.fixed.bytes, 3 * (2 * 34 + 64 * 4));
}

TEST_P(WorkTest, Argmax) {
  ASSERT_OK_AND_ASSIGN(const ArgmaxKernels kernels, ArgmaxKernels::Build(builder()));
  ASSERT_OK(kernels.Argmax(Floats(5000), 2, {memory(), 8}, {memory(), memory(), memory()}, launches_));
  ASSERT_EQ(launches_.size(), 2u);
  const double partial = static_cast<double>(ArgmaxKernels::PartialBytes(2));
  EXPECT_EQ(launches_[0].work.fixed.bytes, 2 * 5000 * 4 + partial);
  EXPECT_EQ(launches_[1].work.fixed.bytes, partial + 2 * 8);
}

// 8 query heads on 2 KV heads of 64 components, f16.
constexpr HeadShape kHeads = {8, 2, 64};
constexpr double kPositionBytes = 2 * 2 * 64 * 2;  // key and value, heads, components, a half

TEST_P(WorkTest, Attention) {
  ASSERT_OK_AND_ASSIGN(const AttentionKernels kernels,
                       AttentionKernels::Build(builder(), KvFormat::kF16, kHeads, {.tile_queries = 16}));
  const KvView kv = {memory(), memory(), memory(), memory(), 1024};
  const AttentionViews views = {{memory(), 8}, Floats(12 * 64), kv, {results_.get(), results_.get(), 8 * 64}};
  ASSERT_OK(kernels.Prefill({1, 4}, views, launches_));
  ASSERT_OK(kernels.Decode({0, 2}, /*max_blocks=*/16, views, memory(), launches_));
  ASSERT_EQ(launches_.size(), 3u);
  const double queries = 8 * 64 * 4, results = 16 * 36;  // bytes of a row
  const LaunchWork& prefill = launches_[0].work;
  EXPECT_EQ(prefill.first_row, 1);
  EXPECT_EQ(prefill.rows, 4);
  EXPECT_EQ(prefill.rows_per_tile, 4);  // 16 queries of groups of 4
  EXPECT_EQ(prefill.fixed.bytes, 4 * (queries + results));
  EXPECT_EQ(prefill.bytes_per_key, kPositionBytes);
  EXPECT_EQ(prefill.bytes_per_row_key, 0);
  EXPECT_EQ(prefill.float_ops_per_row_key, 4 * 8 * 64);
  // Scores and values of 2 rows that see 100 and 7 keys of their own sequences.
  const RowKeys rows[] = {{0, 100}, {1, 7}};
  const double partials = 8 * (64 + 4) * 4 / 64.0 * 107;
  const WorkTotals partial = TotalWork(launches_[1].work, rows), merge = TotalWork(launches_[2].work, rows);
  EXPECT_EQ(partial.bytes, 2 * queries + kPositionBytes * 107 + partials);
  EXPECT_EQ(partial.float_ops, 4.0 * 8 * 64 * 107);
  EXPECT_EQ(merge.bytes, partials + 2 * results);
  EXPECT_EQ(merge.float_ops, 0);
}

TEST_P(WorkTest, RowsOfEncoders) {
  ASSERT_OK_AND_ASSIGN(const EncoderRowKernels kernels, EncoderRowKernels::Build(builder()));
  const EncoderRows rows = {{memory(), 8}, {0, 3}};
  ASSERT_OK(kernels.LayerNormQuantise(Floats(64), {0, 3}, {memory(), memory(), 1e-5f}, Quantised(64), launches_));
  ASSERT_OK(kernels.Norm(Floats(64), {0, 3}, memory(), 1e-5f, Results(64), launches_));
  ASSERT_OK(kernels.AddRunRow(Floats(64), rows, memory(), launches_));
  ASSERT_OK(kernels.ReluQuantise(Floats(96), {0, 3}, Quantised(64), launches_));
  ASSERT_OK(kernels.GeluDot(Floats(64), {0, 3}, memory(), memory(), Results(1), launches_));
  ASSERT_OK(kernels.KeepRows({memory(), 8}, 3, Floats(64), launches_));
  ASSERT_OK(kernels.CentredConvQuantise(Floats(192), rows, memory(), Quantised(64), launches_));
  const double row = 64 * 4, quantised = 2 * 36;  // bytes
  const double want[] = {
      3 * (row + quantised) + 2 * row,    7 * row, 7 * row, 3 * (row + quantised), 4 * row + 3 * 4, 6 * row,
      3 * (3 * row + quantised) + 3 * row};
  ASSERT_EQ(launches_.size(), std::size(want));
  for (size_t i = 0; i < std::size(want); ++i) EXPECT_EQ(launches_[i].work.fixed.bytes, want[i]) << launches_[i].name;
}

TEST_P(WorkTest, AttentionOfEncoders) {
  ASSERT_OK_AND_ASSIGN(const auto norm_rope, NormRopeKernels::Build(builder(), kHeads));
  ASSERT_OK_AND_ASSIGN(const auto attention, SymmetricAttentionKernels::Build(builder(), kHeads));
  const EncoderRows rows = {{memory(), 8}, {0, 3}};
  ASSERT_OK(norm_rope.Apply(rows, {memory(), memory(), 1e-5f, memory(), 32}, nullptr, Floats(12 * 64), launches_));
  ASSERT_OK(attention.Attend(rows,
                             {.q = Floats(12 * 64),
                              .kv = Floats(12 * 64),
                              .key_column = 8 * 64,
                              .scale = 1,
                              .radius = 5,
                              .most_keys = 100,
                              .out = {results_.get(), results_.get(), 8 * 64}},
                             launches_));
  ASSERT_EQ(launches_.size(), 2u);
  // 10 heads in and out, 32 cosines and sines; two norms of 64 weights.
  EXPECT_EQ(launches_[0].work.fixed.bytes, 3 * (20 * 64 + 64) * 4 + 2 * 64 * 4);
  // Queries in, 16 blocks out, keys and values of two heads once; scores and values.
  EXPECT_EQ(launches_[1].work.fixed.bytes, 3 * (8 * 64 * 4 + 16 * 36) + 100 * 2 * 2 * 64 * 4);
  EXPECT_EQ(launches_[1].work.fixed.float_ops, 4.0 * 3 * 100 * 8 * 64);
  EXPECT_FALSE(launches_[1].work.depends_on_keys());
}

TEST_P(WorkTest, KvStore) {
  ASSERT_OK_AND_ASSIGN(const KvStoreKernels kernels, KvStoreKernels::Build(builder(), KvFormat::kF16, kHeads));
  const QkNormRope norm_rope = {memory(), memory(), 1e-5f, memory(), 32};
  ASSERT_OK(kernels.StoreQkv({0, 3}, {memory(), 8}, norm_rope, Floats(12 * 64),
                             {memory(), memory(), memory(), memory(), 1024}, launches_));
  ASSERT_EQ(launches_.size(), 1u);
  // 12 heads in, 8 queries out, 32 cosines and sines; two norms of 64 weights.
  EXPECT_EQ(launches_[0].work.fixed.bytes, 3 * ((12 + 8) * 64 * 4 + 2 * 32 * 4 + kPositionBytes) + 2 * 64 * 4);
}

FERRO_FOR_EACH_OPENCL_DEVICE(WorkTest);

}  // namespace
}  // namespace ferro::opencl
