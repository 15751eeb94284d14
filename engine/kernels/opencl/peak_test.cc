#include "engine/kernels/opencl/peak.h"

#include "base/status_testing.h"
#include "engine/kernels/opencl/testing.h"

namespace ferro::opencl {
namespace {

using PeakTest = KernelTest;

// No device does anything in no time, or as fast as a thousand of today's largest GPUs.
TEST_P(PeakTest, EveryFigureIsOneOfADevice) {
  ASSERT_OK_AND_ASSIGN(const DevicePeak peak, MeasureDevicePeak(context(), dot()));
  EXPECT_GT(peak.read_gb_s, 0.01);
  EXPECT_LT(peak.read_gb_s, 5e6);
  EXPECT_GT(peak.read_bytes, 1 << 20);
  EXPECT_GT(peak.int8_gop_s, 0.01);
  EXPECT_LT(peak.int8_gop_s, 2e9);
  EXPECT_GT(peak.float_gop_s, 0.01);
  EXPECT_LT(peak.float_gop_s, 2e9);
  EXPECT_GT(peak.enqueue_us, 0);
  EXPECT_GE(peak.launch_us, peak.enqueue_us);
  EXPECT_GT(peak.readback_us, 0);
  RecordProperty("int8_gop_s", static_cast<int>(peak.int8_gop_s));
  RecordProperty("read_gb_s", static_cast<int>(peak.read_gb_s));
}

// The kernels must compute, or they would be faster than the work they stand for.
TEST_P(PeakTest, LoopsAreNotOptimisedAway) {
  for (const std::string& defines : PeakDefines(context().device())) {
    ASSERT_OK_AND_ASSIGN(const Program program, Builder(context(), dot()).Build("peak.cl", defines));
    const Buffer out = Unwritten<int>(64 * 16);
    ASSERT_OK_AND_ASSIGN(const Launch launch,
                         program.Bind("peak_dp4a", {1}, {64}, cl_int{1}, cl_int{0x01010101}, out.get()));
    ASSERT_OK(context().Enqueue(launch));
    // One round by hand, of item 5 and eight sums that start with 5, 6, ...: each adds the byte sum of its neighbour.
    int sums[8], expected = 0;
    for (int c = 0; c < 8; ++c) sums[c] = 5 + c;
    for (int c = 0; c < 8; ++c) sums[c] += sums[(c + 1) % 8];  // all are small: one byte
    for (const int sum : sums) expected ^= sum;
    const int width = defines.find("WIDTH=16") != std::string::npos ? 16 : 1;
    EXPECT_EQ(Download<int>(out, 64 * 16)[5 * width], expected) << defines;
  }
}

FERRO_FOR_EACH_OPENCL_DEVICE(PeakTest);

}  // namespace
}  // namespace ferro::opencl
