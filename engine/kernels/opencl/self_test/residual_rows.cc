#include <cmath>

#include "engine/gguf/half.h"
#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/matrices.h"
#include "engine/kernels/opencl/self_test/pass_data.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kWidth = 544;  // a group of 128 items holds 512 values
constexpr float kEps = 1e-6f;
constexpr float kFactor = 0.75f;
constexpr RowRange kRange = {1, 3};
constexpr int kRows = 5;

// `row(r)` fills row r of the range; the others are NaN.
template <class Row>
std::vector<float> RowsOfRange(const Row& row) {
  std::vector<float> want(kRows * kWidth, std::nanf(""));
  for (int r = kRange.begin; r < kRange.begin + kRange.count; ++r) row(r, &want[r * kWidth]);
  return want;
}

void TestEmbed(Rig& rig, const ResidualRowKernels& kernels) {
  constexpr int kTokens = 70;
  const Matrices table(rig, kTokens, kWidth, 1);
  std::vector<int32_t> pass(4 * 3 * kRows);
  for (int r = 0; r < kRows; ++r) pass[4 * r] = r * 17;
  const Buffer pass_buffer = rig.Upload(pass), x = rig.Unwritten<float>(kRows * kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.EmbedScaled(table.view(), kRange, {pass_buffer.get(), kRows}, kFactor, {x.get(), kWidth}, out);
  });
  rig.Expect("embed_scaled", x, RowsOfRange([&](int r, float* y) {
               for (int i = 0; i < kWidth; ++i) {
                 const uint32_t word = table.host_values()[i / 4 * table.padded() + pass[4 * r]];
                 const float scale = HalfToFloat(table.host_scales()[i / kBlock * table.padded() + pass[4 * r]]);
                 y[i] = scale * static_cast<int8_t>(word >> i % 4 * 8) * kFactor;
               }
             }));
}

void TestJoins(Rig& rig, const ResidualRowKernels& kernels) {
  const std::vector<float> branch = RandomFloats(kRows * kWidth, 1, 3.0f), weight = RandomFloats(kWidth, 2, 1.0f),
                           next = RandomFloats(kWidth, 3, 1.0f);
  std::vector<float> x = RandomFloats(kRows * kWidth, 4, 1.0f);
  const Buffer branch_buffer = rig.Upload(branch), weight_buffer = rig.Upload(weight), next_buffer = rig.Upload(next),
               x_buffer = rig.Upload(x);
  const RowsView from = {branch_buffer.get(), kWidth}, to = {x_buffer.get(), kWidth};
  const JoinView join = {weight_buffer.get(), kEps, kFactor};
  const auto joined = [&] {
    for (int r = kRange.begin; r < kRange.begin + kRange.count; ++r) {
      Scalar().add_rms_norm(&branch[r * kWidth], weight.data(), kEps, kFactor, kWidth, &x[r * kWidth]);
    }
  };
  rig.Run([&](LaunchList& out) { return kernels.AddNorm(from, kRange, join, to, out); });
  joined();
  rig.Expect("add_norm", x_buffer, x);

  const DeviceInt8 plain = rig.UnwrittenInt8(kRows, kWidth), normed = rig.UnwrittenInt8(kRows, kWidth);
  rig.Run([&](LaunchList& out) { return kernels.AddNormQuantise(from, kRange, join, to, nullptr, plain.view(), out); });
  joined();
  rig.Expect("add_norm_quantise", x_buffer, x);
  rig.ExpectQuantised("add_norm_quantise", plain, x, kRange);

  rig.Run([&](LaunchList& out) {
    return kernels.AddNormQuantise(from, kRange, join, to, next_buffer.get(), normed.view(), out);
  });
  joined();
  rig.Expect("add_norm_norm_quantise", x_buffer, x);
  rig.ExpectQuantised(
      "add_norm_norm_quantise", normed,
      RowsOfRange([&](int r, float* y) { Scalar().rms_norm(&x[r * kWidth], next.data(), kEps, kWidth, y); }), kRange);
}

void TestGates(Rig& rig, const ResidualRowKernels& kernels) {
  const std::vector<float> gate_up = RandomFloats(kRows * 2 * kWidth, 5, 3.0f),
                           gate = RandomFloats(kRows * kWidth, 6, 3.0f), x = RandomFloats(kRows * kWidth, 7, 1.0f),
                           weight = RandomFloats(kWidth, 8, 1.0f);
  const Buffer gate_up_buffer = rig.Upload(gate_up), gate_buffer = rig.Upload(gate), x_buffer = rig.Upload(x),
               weight_buffer = rig.Upload(weight);
  const DeviceInt8 in = rig.UnwrittenInt8(kRows, kWidth), normed = rig.UnwrittenInt8(kRows, kWidth),
                   copied = rig.UnwrittenInt8(kRows, kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.GeluGateQuantise({gate_up_buffer.get(), 2 * kWidth}, kRange, in.view(), out);
  });
  rig.ExpectQuantised("gelu_gate_quantise", in, RowsOfRange([&](int r, float* y) {
                        const float* const row = &gate_up[r * 2 * kWidth];
                        Scalar().geglu(row, row + kWidth, kWidth, y);
                      }),
                      kRange);
  rig.Run([&](LaunchList& out) {
    return kernels.GeluGateNormedQuantise({gate_buffer.get(), kWidth}, {x_buffer.get(), kWidth}, kRange,
                                          weight_buffer.get(), kEps, normed.view(), out);
  });
  rig.ExpectQuantised("gelu_gate_normed_quantise", normed, RowsOfRange([&](int r, float* y) {
                        Scalar().rms_norm(&x[r * kWidth], weight.data(), kEps, kWidth, y);
                        Scalar().geglu(&gate[r * kWidth], y, kWidth, y);
                      }),
                      kRange);
  rig.Run([&](LaunchList& out) { return kernels.Quantise({x_buffer.get(), kWidth}, kRange, copied.view(), out); });
  rig.ExpectQuantised("quantise_window", copied, x, kRange);
}

void TestMean(Rig& rig, const ResidualRowKernels& kernels) {
  const std::vector<Run> runs = {{0, 0, 70}, {1, 0, 3}};  // two blocks, part of one
  const int rows = RowsOf(runs);
  const std::vector<float> x = RandomFloats(int64_t{rows} * kWidth, 9, 1.0f);
  std::vector<float> want(2 * kWidth);
  Scalar().mean_rows(x.data(), kWidth, 70, kWidth, want.data());
  Scalar().mean_rows(&x[70 * kWidth], kWidth, 3, kWidth, &want[kWidth]);
  const Buffer x_buffer = rig.Upload(x), pass = rig.Upload(PassData(runs)), mean = rig.Unwritten<float>(2 * kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.MeanOfRuns({x_buffer.get(), kWidth}, {pass.get(), rows}, 2, rows, {mean.get(), kWidth}, out);
  });
  rig.Expect("mean_of_runs", mean, want);
}

}  // namespace

absl::Status TestResidualRows(Context& context, const ResidualRowKernels& kernels) {
  Rig rig(context);
  TestEmbed(rig, kernels);
  TestJoins(rig, kernels);
  TestGates(rig, kernels);
  TestMean(rig, kernels);
  return rig.status();
}

}  // namespace ferro::opencl::self_test
