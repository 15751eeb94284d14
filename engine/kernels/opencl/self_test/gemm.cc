#include <functional>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/matrices.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kOutputs = 101;    // a tile and part of one
constexpr float kBefore = 0.7f;  // what y holds before a product

// A stage of blocks and part of one.
int InputsOf(const GemmKernels& kernels) { return (kernels.tuning().blocks_staged + 1) * kBlock; }

// Appends a product with a bias, or without one where that is null.
using AppendProduct = std::function<absl::Status(const MatrixView& weights, cl_mem bias, const InputView& x,
                                                 RowRange rows, RowsView y, bool accumulate, LaunchList& out)>;

// y = product and y += product, without and with a bias.
void TestPlain(Rig& rig, absl::string_view kernel, int rows, int inputs, const AppendProduct& append) {
  const Matrices weights(rig, kOutputs, inputs, 1);
  HostInt8 x = Quantised(RandomFloats(int64_t{rows} * inputs, 5, 1.0f), inputs);
  const DeviceInt8 in = rig.Upload(x);
  std::vector<float> product;
  for (int row = 0; row < rows; ++row) {
    const std::vector<float> y = weights.Gemm(0, x, row);
    product.insert(product.end(), y.begin(), y.end());
  }
  const std::vector<float> bias = RandomFloats(kOutputs, 7, 1.0f);
  const Buffer bias_buffer = rig.Upload(bias);
  for (const bool biased : {false, true}) {
    for (const bool add : {false, true}) {
      const Buffer y = rig.Upload(std::vector<float>(product.size(), kBefore));
      rig.Run([&](LaunchList& out) {
        return append(weights.view(), biased ? bias_buffer.get() : nullptr, in.view(), {0, rows}, {y.get(), kOutputs},
                      add, out);
      });
      std::vector<float> want = product;
      for (size_t i = 0; i < want.size(); ++i) {
        if (biased) want[i] += bias[i % kOutputs];
        if (add) want[i] = kBefore + want[i];
      }
      rig.Expect(absl::StrCat(kernel, biased ? " (biased)" : "", add ? " (added)" : ""), y, want);
    }
  }
}

// Three matrices: more than a tile of pairs, one pair, none. Pairs read rows in another order than their own.
void TestGrouped(Rig& rig, const GemmKernels& kernels) {
  const int tile = kernels.tile_rows(), inputs = InputsOf(kernels), pairs = tile + 2;
  const Matrices stack(rig, kOutputs, inputs, 3);
  HostInt8 x = Quantised(RandomFloats(int64_t{pairs} * inputs, 6, 1.0f), inputs);
  const DeviceInt8 in = rig.Upload(x);
  const std::vector<int32_t> tiles = {0, 0, tile, 0, 0, tile, 1, 0, 2, tile + 1, 1, 0, -1, 0, 0, 0};
  std::vector<int32_t> sources(pairs);
  for (int pair = 0; pair < pairs; ++pair) sources[pair] = pairs - 1 - pair;
  const Buffer tile_buffer = rig.Upload(tiles), source_buffer = rig.Upload(sources);
  for (const bool gather : {false, true}) {
    std::vector<float> want;
    for (int pair = 0; pair < pairs; ++pair) {
      const std::vector<float> y = stack.Gemm(pair <= tile ? 0 : 2, x, gather ? sources[pair] : pair);
      want.insert(want.end(), y.begin(), y.end());
    }
    const Buffer y = rig.Unwritten<float>(static_cast<int64_t>(want.size()));
    rig.Run([&](LaunchList& out) {
      return kernels.GroupedGemm(stack.view(), in.view(), {tile_buffer.get(), gather ? source_buffer.get() : nullptr},
                                 {0, 4}, {0, kOutputs}, {y.get(), kOutputs}, out);
    });
    rig.Expect("gemm_grouped", y, want);
  }
}

}  // namespace

absl::Status TestGemm(Context& context, const GemmKernels& kernels) {
  Rig rig(context);
  TestPlain(rig, "gemm", kernels.tile_rows() + 3, InputsOf(kernels),
            [&](const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows, RowsView y, bool accumulate,
                LaunchList& out) {
              return bias == nullptr ? kernels.Gemm(weights, x, rows, y, accumulate, out)
                                     : kernels.GemmBias(weights, bias, x, rows, y, accumulate, out);
            });
  TestGrouped(rig, kernels);
  return rig.status();
}

namespace {

// Rows in the midst of others that stay as they are.
void TestMmaSwiglu(Rig& rig, const MmaGemmKernels& kernels) {
  constexpr int kColumns = 96, kBegin = 2;
  const int inputs = 2 * kernels.tuning().blocks_staged * kBlock, rows = kernels.tile_rows() + 5;
  const Matrices weights(rig, 2 * kColumns, inputs, 1);
  HostInt8 x = Quantised(RandomFloats(int64_t{rows} * inputs, 8, 1.0f), inputs);
  const DeviceInt8 in = rig.Upload(x), out = rig.UnwrittenInt8(rows, kColumns);
  std::vector<float> want(int64_t{rows} * kColumns);
  for (int row = 0; row < rows; ++row) {
    const std::vector<float> gate_up = weights.Gemm(0, x, row);
    Scalar().swiglu(gate_up.data(), &gate_up[kColumns], kColumns, &want[int64_t{row} * kColumns]);
  }
  const RowRange range = {kBegin, rows - kBegin - 1};
  rig.Run(
      [&](LaunchList& launches) { return kernels.GemmSwiglu(weights.view(), in.view(), range, out.view(), launches); });
  rig.ExpectQuantised("gemm_mma_swiglu", out, want, range);
}

}  // namespace

absl::Status TestMmaGemm(Context& context, const MmaGemmKernels& kernels) {
  Rig rig(context);
  // Whole stages of blocks, more than there is memory for at a time.
  const int inputs = 3 * kernels.tuning().blocks_staged * kBlock;
  TestPlain(rig, "gemm_mma", kernels.tile_rows() + 3, inputs,
            [&](const MatrixView& weights, cl_mem bias, const InputView& x, RowRange rows, RowsView y, bool accumulate,
                LaunchList& out) { return kernels.Gemm(weights, bias, x, rows, y, accumulate, out); });
  TestMmaSwiglu(rig, kernels);
  return rig.status();
}

absl::Status TestMmaProducts(Context& context, const MmaProducts& products) {
  FERRO_RETURN_IF_ERROR(TestMmaGemm(context, products.small()));
  return products.large() == nullptr ? absl::OkStatus() : TestMmaGemm(context, *products.large());
}

}  // namespace ferro::opencl::self_test
