// Rates depend on the machine and its neighbours, so only their structure is asserted.
#include "engine/kernels/peak/machine_peak.h"

#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(MachinePeakTest, MeasuresEverySetOfTheMachine) {
  ASSERT_OK_AND_ASSIGN(const MachinePeak peak, MeasureMachinePeak(1));
  EXPECT_EQ(peak.threads, 1);
  EXPECT_EQ(peak.gmac_s.size(), SupportedIsas().size() - 1);
  for (const auto& [name, rate] : peak.gmac_s) {
    EXPECT_GT(rate, 0) << name;
    ASSERT_OK_AND_ASSIGN(const Isa isa, ParseIsa(name));
    EXPECT_TRUE(IsSupported(isa)) << name;
  }
  EXPECT_GT(peak.read_gb_s, 0);
  EXPECT_GT(peak.read_bytes, 0);
  EXPECT_LE(peak.read_bytes, int64_t{1} << 30);
}

TEST(MachinePeakTest, ReadsAQuarterOfScarceMemory) {
  constexpr int64_t kMiB = 1 << 20;
  EXPECT_EQ(ReadBytesFor(-1), 1024 * kMiB);
  EXPECT_EQ(ReadBytesFor(64 * 1024 * kMiB), 1024 * kMiB);
  EXPECT_EQ(ReadBytesFor(4096 * kMiB), 1024 * kMiB);
  EXPECT_EQ(ReadBytesFor(2048 * kMiB), 512 * kMiB);
  EXPECT_EQ(ReadBytesFor(1001 * kMiB), 250 * kMiB);
  EXPECT_EQ(ReadBytesFor(0), 0);
}

TEST(MachinePeakTest, NamesTheMemoryThatManyThreadsNeed) {
  const absl::Status status = MeasureReadRate(100'000).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
}

TEST(MachinePeakTest, RejectsAbsurdThreadCounts) {
  for (const int threads : {-1, 0, 1025}) {
    EXPECT_EQ(MeasureMachinePeak(threads).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(MachinePeakTest, ScalarHasNoPeak) { EXPECT_EQ(MeasureMultiplyRate(Isa::kScalar, 1), 0); }

}  // namespace
}  // namespace ferro
