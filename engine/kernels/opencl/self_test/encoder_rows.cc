#include <cmath>

#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/pass_data.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kWidth = 544;  // a group of 128 items holds 512 values
constexpr float kEps = 1e-5f;
constexpr RowRange kRange = {1, 3};
const std::vector<Run>& Runs() {
  static const auto* const runs = new std::vector<Run>{{0, 0, 2, 1}, {1, 0, 3, 0}};
  return *runs;
}
constexpr int kRows = 5;
const std::vector<int> kKept = {1, 3, 4};

bool InRange(int row) { return row >= kRange.begin && row < kRange.begin + kRange.count; }

// `row(r)` fills row r of `want`; the others are NaN.
template <class Row>
std::vector<float> RowsOfRange(int width, const Row& row) {
  std::vector<float> want(kRows * width, std::nanf(""));
  for (int r = 0; r < kRows; ++r) {
    if (InRange(r)) row(r, &want[r * width]);
  }
  return want;
}

void TestNorms(Rig& rig, const EncoderRowKernels& kernels) {
  const std::vector<float> x = RandomFloats(kRows * kWidth, 1, 3.0f), weight = RandomFloats(kWidth, 2, 1.0f),
                           bias = RandomFloats(kWidth, 3, 1.0f);
  const Buffer x_buffer = rig.Upload(x), weight_buffer = rig.Upload(weight), bias_buffer = rig.Upload(bias);
  const RowsView from = {x_buffer.get(), kWidth};

  const DeviceInt8 in = rig.UnwrittenInt8(kRows, kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.LayerNormQuantise(from, kRange, {weight_buffer.get(), bias_buffer.get(), kEps}, in.view(), out);
  });
  rig.ExpectQuantised("layer_norm_quantise", in,
                      RowsOfRange(kWidth,
                                  [&](int r, float* y) {
                                    Scalar().layer_norm(&x[r * kWidth], weight.data(), bias.data(), kEps, kWidth, y);
                                  }),
                      kRange);

  const Buffer y = rig.Unwritten<float>(kRows * kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.Norm(from, kRange, weight_buffer.get(), kEps, {y.get(), kWidth}, out);
  });
  rig.Expect("norm_rows", y, RowsOfRange(kWidth, [&](int r, float* to) {
               Scalar().rms_norm(&x[r * kWidth], weight.data(), kEps, kWidth, to);
             }));
}

void TestGates(Rig& rig, const EncoderRowKernels& kernels) {
  const std::vector<float> x = RandomFloats(kRows * kWidth, 4, 2.0f), weight = RandomFloats(kWidth, 5, 1.0f),
                           bias = {0.25f};
  const Buffer x_buffer = rig.Upload(x), weight_buffer = rig.Upload(weight), bias_buffer = rig.Upload(bias);
  const RowsView from = {x_buffer.get(), kWidth};

  const DeviceInt8 in = rig.UnwrittenInt8(kRows, kWidth);
  rig.Run([&](LaunchList& out) { return kernels.ReluQuantise(from, kRange, in.view(), out); });
  rig.ExpectQuantised("relu_quantise", in,
                      RowsOfRange(kWidth, [&](int r, float* y) { Scalar().relu(&x[r * kWidth], kWidth, y); }), kRange);

  const Buffer y = rig.Unwritten<float>(kRows);
  rig.Run([&](LaunchList& out) {
    return kernels.GeluDot(from, kRange, weight_buffer.get(), bias_buffer.get(), {y.get(), 1}, out);
  });
  rig.Expect("gelu_dot", y, RowsOfRange(1, [&](int r, float* to) {
               *to = Scalar().gelu_dot(&x[r * kWidth], weight.data(), kWidth) + bias[0];
             }));
}

void TestRunRows(Rig& rig, const EncoderRowKernels& kernels) {
  std::vector<float> x = RandomFloats(kRows * kWidth, 6, 1.0f);
  const std::vector<float> table = RandomFloats(2 * kWidth, 7, 1.0f);
  const Buffer x_buffer = rig.Upload(x), table_buffer = rig.Upload(table), pass = rig.Upload(PassData(Runs(), kKept));
  const RowsView rows = {x_buffer.get(), kWidth};
  rig.Run([&](LaunchList& out) {
    return kernels.AddRunRow(rows, {{pass.get(), kRows}, kRange}, table_buffer.get(), out);
  });
  for (int r = 0; r < kRows; ++r) {
    if (InRange(r)) Scalar().add(&table[Runs()[r >= Runs()[0].rows].table_row * kWidth], kWidth, &x[r * kWidth]);
  }
  rig.Expect("add_run_row", x_buffer, x);

  rig.Run([&](LaunchList& out) {
    return kernels.KeepRows({pass.get(), kRows}, static_cast<int>(kKept.size()), rows, out);
  });
  for (size_t i = 0; i < kKept.size(); ++i) std::copy_n(&x[kKept[i] * kWidth], kWidth, &x[i * kWidth]);
  rig.Expect("keep_rows", x_buffer, x);
}

void TestCentredConv(Rig& rig, const EncoderRowKernels& kernels) {
  const std::vector<float> bcx = RandomFloats(kRows * 3 * kWidth, 8, 1.0f), taps = RandomFloats(3 * kWidth, 9, 1.0f);
  std::vector<float> want(kRows * kWidth);
  int row = 0;
  for (const Run& run : Runs()) {
    Scalar().centred_conv({.bcx = &bcx[row * 3 * kWidth],
                           .bcx_stride = 3 * kWidth,
                           .rows = run.rows,
                           .has_before = false,
                           .has_behind = false,
                           .channels = kWidth,
                           .taps = taps.data(),
                           .out = &want[row * kWidth],
                           .out_stride = kWidth});
    row += run.rows;
  }
  const Buffer bcx_buffer = rig.Upload(bcx), taps_buffer = rig.Upload(taps), pass = rig.Upload(PassData(Runs()));
  const DeviceInt8 in = rig.UnwrittenInt8(kRows, kWidth);
  rig.Run([&](LaunchList& out) {
    return kernels.CentredConvQuantise({bcx_buffer.get(), 3 * kWidth}, {{pass.get(), kRows}, kRange}, taps_buffer.get(),
                                       in.view(), out);
  });
  rig.ExpectQuantised("centred_conv_quantise", in, want, kRange);
}

}  // namespace

absl::Status TestEncoderRows(Context& context, const EncoderRowKernels& kernels) {
  Rig rig(context);
  TestNorms(rig, kernels);
  TestGates(rig, kernels);
  TestRunRows(rig, kernels);
  TestCentredConv(rig, kernels);
  return rig.status();
}

}  // namespace ferro::opencl::self_test
