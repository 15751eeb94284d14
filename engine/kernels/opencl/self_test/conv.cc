#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/pass_data.h"
#include "engine/kernels/opencl/self_test/rig.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kChannels = 544;  // a group of 128 items holds 512
constexpr int kSlots = 4;

class Problem {
 public:
  Problem(Rig& rig, std::vector<Run> runs, int taps)
      : rig_(rig), runs_(std::move(runs)), taps_(taps), rows_(RowsOf(runs_)) {
    bcx_ = RandomFloats(int64_t{rows_} * 3 * kChannels, 1, 1.0f);
    weights_ = RandomFloats(kChannels * taps, 2, 1.0f);
    state_ = RandomFloats(kSlots * (taps - 1) * kChannels, 3, 1.0f);
    bcx_buffer_ = rig.Upload(bcx_);
    weight_buffer_ = rig.Upload(weights_);
    state_buffer_ = rig.Upload(state_);
    pass_buffer_ = rig.Upload(PassData(runs_));
    in_ = rig.UnwrittenInt8(rows_, kChannels);
    Solve();
  }

  ShortConvView conv() const { return {weight_buffer_.get(), state_buffer_.get(), kChannels}; }
  RowsView bcx() const { return {bcx_buffer_.get(), 3 * kChannels}; }
  PassView pass() const { return {pass_buffer_.get(), rows_}; }
  InputView in() const { return in_.view(); }
  int rows() const { return rows_; }
  int runs() const { return static_cast<int>(runs_.size()); }

  void Expect(absl::string_view rows_kernel, absl::string_view state_kernel) {
    rig_.ExpectQuantised(rows_kernel, in_, out_, {0, rows_});
    rig_.Expect(state_kernel, state_buffer_, state_);
  }

 private:
  // What the scalar table makes of it.
  void Solve() {
    out_.resize(int64_t{rows_} * kChannels);
    int row = 0;
    for (const Run& run : runs_) {
      Scalar().short_conv({.bcx = &bcx_[int64_t{row} * 3 * kChannels],
                           .bcx_stride = 3 * kChannels,
                           .rows = run.rows,
                           .channels = kChannels,
                           .taps = weights_.data(),
                           .taps_count = taps_,
                           .state = &state_[run.slot * (taps_ - 1) * kChannels],
                           .out = &out_[int64_t{row} * kChannels],
                           .out_stride = kChannels},
                          0, kChannels);
      row += run.rows;
    }
  }

  Rig& rig_;
  std::vector<Run> runs_;
  int taps_, rows_;
  std::vector<float> bcx_, weights_, state_, out_;
  Buffer bcx_buffer_, weight_buffer_, state_buffer_, pass_buffer_;
  DeviceInt8 in_;
};

}  // namespace

absl::Status TestConv(Context& context, const ConvKernels& kernels, int taps) {
  Rig rig(context);
  // Runs longer and shorter than the state, in slots of another order.
  Problem prefill(rig, {{3, 40, taps + 1}, {0, 0, 1}, {2, 7, 2}}, taps);
  rig.Run([&](LaunchList& out) {
    return kernels.Rows(prefill.conv(), prefill.bcx(), {0, prefill.rows()}, prefill.pass(), prefill.in(), out);
  });
  rig.Run([&](LaunchList& out) {
    return kernels.State(prefill.conv(), prefill.bcx(), {0, prefill.runs()}, prefill.pass(), out);
  });
  prefill.Expect("short_conv_rows", "short_conv_state");

  Problem decode(rig, {{2, 40, 1}, {0, 7, 1}}, taps);
  rig.Run([&](LaunchList& out) {
    return kernels.Step(decode.conv(), decode.bcx(), {0, decode.rows()}, decode.pass(), decode.in(), out);
  });
  decode.Expect("short_conv_step", "short_conv_step");
  return rig.status();
}

}  // namespace ferro::opencl::self_test
