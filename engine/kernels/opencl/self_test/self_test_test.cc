// The self-test passes wherever kernels are right, quickly enough for every start of a program.
#include "engine/kernels/opencl/self_test/self_test.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/testing.h"
#include "gmock/gmock.h"

namespace ferro::opencl::self_test {
namespace {

class SelfTestTest : public KernelTest {};

bool CompilesSlowly(const Device& device) { return absl::StrContains(device.name, "llvmpipe"); }

TEST_P(SelfTestTest, PassesWhereKernelsAreRight) {
  if (CompilesSlowly(context().device())) GTEST_SKIP() << "SomeFamiliesPass stands for it";
  DisabledForms disabled;
  std::vector<std::string> steps;
  const auto begin = [&steps](absl::string_view step) {
    steps.emplace_back(step);
    return true;
  };
  ASSERT_OK(SelfTest(context(), dot(), begin, disabled));
  EXPECT_THAT(disabled, testing::IsEmpty());
  EXPECT_THAT(steps, testing::IsSupersetOf(
                         {"rows", "gemm", "moe", "argmax", "gemv", "gemv_norm_conv", "short_conv", "attention 2"}));
}

TEST_P(SelfTestTest, SomeFamiliesPass) {
  const Builder builder(context(), dot());
  ASSERT_OK_AND_ASSIGN(const auto rows, RowKernels::Build(builder));
  EXPECT_OK(TestRows(context(), rows));
  ASSERT_OK_AND_ASSIGN(const auto mma, MmaGemmKernels::Build(builder, {}));
  EXPECT_OK(TestMmaGemm(context(), mma));
  ASSERT_OK_AND_ASSIGN(const auto conv, ConvKernels::Build(builder, 3));
  EXPECT_OK(TestConv(context(), conv, 3));
  ASSERT_OK_AND_ASSIGN(const auto argmax, ArgmaxKernels::Build(builder));
  EXPECT_OK(TestArgmax(context(), argmax));
}

// What an earlier run did not survive is left out: it counts as wrong.
TEST_P(SelfTestTest, DoesNotRepeatWhatADriverDoesNotSurvive) {
  if (CompilesSlowly(context().device())) GTEST_SKIP() << "it says nothing about the driver";
  const Builder builder(context(), dot());
  ASSERT_OK_AND_ASSIGN(const auto rows, RowKernels::Build(builder));
  ASSERT_OK_AND_ASSIGN(const auto gemm, GemmKernels::Build(builder, GemmTuningFor(builder.device(), dot())));
  ASSERT_OK_AND_ASSIGN(const auto gemv, GemvKernels::Build(builder));
  ASSERT_OK_AND_ASSIGN(const auto moe, MoeKernels::Build(builder));
  ASSERT_OK_AND_ASSIGN(const auto argmax, ArgmaxKernels::Build(builder));
  const KernelsUnderTest kernels = {rows, gemm, gemv, moe, argmax};
  const auto without = [](absl::string_view crash) {
    return [crash](absl::string_view step) { return step != crash; };
  };
  DisabledForms disabled;
  ASSERT_OK(TestKernels(context(), kernels, /*fuse=*/true, without("gemv_norm_swiglu"), disabled));
  EXPECT_EQ(disabled, (DisabledForms{{FusedForm::kNormSwiglu, "gemv_norm_swiglu: the driver crashes or hangs"}}));
  EXPECT_EQ(TestKernels(context(), kernels, /*fuse=*/true, without("gemm"), disabled).message(),
            "gemm: the driver crashes or hangs");

  // Nor is a form tested that is not to be used.
  for (const FusedForm form : kFusedForms) disabled[form] = "known";
  const auto no_fused = [](absl::string_view step) {
    EXPECT_FALSE(absl::StrContains(step, "gemv_")) << step;
    return true;
  };
  ASSERT_OK(TestKernels(context(), kernels, /*fuse=*/true, no_fused, disabled));
  disabled.clear();
  ASSERT_OK(TestKernels(context(), kernels, /*fuse=*/false, no_fused, disabled));
  EXPECT_THAT(disabled, testing::IsEmpty());
}

FERRO_FOR_EACH_OPENCL_DEVICE(SelfTestTest);

}  // namespace
}  // namespace ferro::opencl::self_test
