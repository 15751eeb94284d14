#include "engine/opencl/launch_repeats.h"

#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

TEST(LaunchRepeatsTest, EveryLaunchRunsOnceUnlessNamed) {
  EXPECT_FALSE(LaunchRepeats().any());
  EXPECT_EQ(LaunchRepeats().TimesOf("gemm 64x64"), 1);
  EXPECT_EQ(LaunchRepeats().TimesOf(""), 1);
}

TEST(LaunchRepeatsTest, ANameOrItsBeginningSelects) {
  const LaunchRepeats repeats = {.skipped = "gemm 64", .doubled = "gemm"};
  EXPECT_TRUE(repeats.any());
  EXPECT_EQ(repeats.TimesOf("gemm 64x64"), 0);  // skipping wins
  EXPECT_EQ(repeats.TimesOf("gemm 32x64"), 2);
  EXPECT_EQ(repeats.TimesOf("gemm_grouped 2x32x64"), 2);
  EXPECT_EQ(repeats.TimesOf("gem"), 1);
  EXPECT_EQ(repeats.TimesOf("attention_prefill"), 1);
}

}  // namespace
}  // namespace ferro::opencl
