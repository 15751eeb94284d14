#include "engine/gguf/half.h"
#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/matrices.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kWidth = 544;  // a group of 128 items holds 512 values
constexpr int kRows = 4;
constexpr RowRange kRange = {1, 2};
constexpr float kEps = 1e-5f;

void TestEmbed(Rig& rig, const RowKernels& kernels) {
  constexpr int kTokens = 70;
  const Matrices table(rig, kTokens, kWidth, 1);
  const std::vector<int32_t> tokens = {0, 69, -1, 5}, chosen = {17, 3, 68};
  std::vector<int32_t> pass(4 * 3 * kRows);
  std::vector<float> want(kRows * kWidth, std::nanf(""));
  for (int row = 0; row < kRows; ++row) {
    const int slot = row % 3, token = tokens[row] >= 0 ? tokens[row] : chosen[slot];
    pass[4 * row] = tokens[row];
    pass[4 * row + 2] = slot;
    if (row < kRange.begin || row >= kRange.begin + kRange.count) continue;
    for (int i = 0; i < kWidth; ++i) {
      const uint32_t word = table.host_values()[i / 4 * table.padded() + token];
      const float scale = HalfToFloat(table.host_scales()[i / kBlock * table.padded() + token]);
      want[row * kWidth + i] = scale * static_cast<int8_t>(word >> i % 4 * 8);
    }
  }
  const Buffer pass_buffer = rig.Upload(pass), chosen_buffer = rig.Upload(chosen);
  const Buffer x = rig.Unwritten<float>(kRows * kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.Embed(table.view(), kRange, {pass_buffer.get(), kRows}, chosen_buffer.get(), {x.get(), kWidth}, out);
  });
  rig.Expect("embed", x, want);
}

void TestNorm(Rig& rig, const RowKernels& kernels) {
  const std::vector<float> x = RandomFloats(kRows * kWidth, 1, 3.0f), weight = RandomFloats(kWidth, 2, 1.0f);
  std::vector<float> want(x.size(), std::nanf(""));
  for (int row = kRange.begin; row < kRange.begin + kRange.count; ++row) {
    Scalar().rms_norm(&x[row * kWidth], weight.data(), kEps, kWidth, &want[row * kWidth]);
  }
  const Buffer x_buffer = rig.Upload(x), weight_buffer = rig.Upload(weight);
  const Buffer normed_buffer = rig.Unwritten<float>(kRows * kWidth);
  const RowsView from = {x_buffer.get(), kWidth}, normed = {normed_buffer.get(), kWidth};
  const DeviceInt8 in = rig.UnwrittenInt8(kRows, kWidth), quiet = rig.UnwrittenInt8(kRows, kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.NormQuantise(from, kRange, weight_buffer.get(), kEps, in.view(), &normed, out);
  });
  rig.Run([&](LaunchList& out) {
    return kernels.NormQuantise(from, kRange, weight_buffer.get(), kEps, quiet.view(), nullptr, out);
  });
  rig.Expect("norm_quantise", normed_buffer, want);
  rig.ExpectQuantised("norm_quantise", in, want, kRange);
  rig.ExpectQuantised("norm_quantise", quiet, want, kRange);
}

void TestSwiGlu(Rig& rig, const RowKernels& kernels) {
  const std::vector<float> gate_up = RandomFloats(kRows * 2 * kWidth, 3, 8.0f);
  std::vector<float> want(kRows * kWidth);
  for (int row = 0; row < kRows; ++row) {
    const float* const gate = &gate_up[row * 2 * kWidth];
    Scalar().swiglu(gate, gate + kWidth, kWidth, &want[row * kWidth]);
  }
  const Buffer from = rig.Upload(gate_up);
  const DeviceInt8 in = rig.UnwrittenInt8(kRows, kWidth);
  rig.Run([&](LaunchList& out) { return kernels.SwiGluQuantise({from.get(), 2 * kWidth}, kRange, in.view(), out); });
  rig.ExpectQuantised("swiglu_quantise", in, want, kRange);
}

// Rows 1 and 3 move to the front.
void TestGather(Rig& rig, const RowKernels& kernels) {
  const std::vector<int> logit_rows = {1, 3};
  std::vector<float> x = RandomFloats(kRows * kWidth, 4, 1.0f);
  HostInt8 in = Quantised(x, kWidth);
  std::vector<int32_t> pass(4 * 3 * kRows);
  for (size_t i = 0; i < logit_rows.size(); ++i) pass[4 * (2 * kRows + i)] = logit_rows[i];
  const Buffer pass_buffer = rig.Upload(pass), x_buffer = rig.Upload(x);
  const DeviceInt8 rows = rig.Upload(in);
  rig.Run([&](LaunchList& out) {
    return kernels.GatherRows({pass_buffer.get(), kRows}, static_cast<int>(logit_rows.size()), {x_buffer.get(), kWidth},
                              rows.view(), out);
  });
  for (size_t i = 0; i < logit_rows.size(); ++i) {
    std::copy_n(&x[logit_rows[i] * kWidth], kWidth, &x[i * kWidth]);
  }
  in = Quantised(x, kWidth);
  const uint8_t* const values = reinterpret_cast<const uint8_t*>(in.values.data());
  rig.Expect("gather_rows", x_buffer, x);
  rig.Expect("gather_rows", rows.values, std::vector<uint8_t>(values, values + in.values.size()));
  rig.Expect("gather_rows", rows.scales, in.scales);
}

}  // namespace

absl::Status TestRows(Context& context, const RowKernels& kernels) {
  Rig rig(context);
  TestEmbed(rig, kernels);
  TestNorm(rig, kernels);
  TestSwiGlu(rig, kernels);
  TestGather(rig, kernels);
  return rig.status();
}

}  // namespace ferro::opencl::self_test
