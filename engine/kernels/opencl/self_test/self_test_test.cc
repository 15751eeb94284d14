// The self-test passes where kernels are right, and finds each kernel in turn when the driver's compiler gets it wrong.
#include "engine/kernels/opencl/self_test/self_test.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/kernels/opencl/self_test/decode.h"
#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/opencl/lying_api.h"
#include "gmock/gmock.h"

namespace ferro::opencl::self_test {
namespace {

using ::testing::HasSubstr;

constexpr HeadShape kShape = {4, 2, 64};
constexpr KvFormat kFormats[] = {KvFormat::kF32, KvFormat::kF16, KvFormat::kInt8};

const BeginStep& Always() {
  static const auto* const always = new BeginStep([](absl::string_view) { return true; });
  return *always;
}

double SecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class SelfTestTest : public KernelTest {};

TEST_P(SelfTestTest, PassesWhereKernelsAreRight) {
  DisabledForms disabled;
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_OK(SelfTest(context(), dot(), Always(), disabled));
  EXPECT_THAT(disabled, testing::IsEmpty());
  const double cold = SecondsSince(begin);
  const auto again = std::chrono::steady_clock::now();
  ASSERT_OK(SelfTest(context(), dot(), Always(), disabled));
  RecordProperty("seconds", absl::StrCat(cold, " then ", SecondsSince(again)));
  std::printf("%.2f s, then %.2f s\n", cold, SecondsSince(again));
}

TEST_P(SelfTestTest, DoesWhatItMust) {
  const Builder builder(context(), dot());
  const auto clock = [] { return std::chrono::steady_clock::now(); };
  ASSERT_OK_AND_ASSIGN(const auto rows, RowKernels::Build(builder));
  ASSERT_OK_AND_ASSIGN(const auto gemm, GemmKernels::Build(builder, GemmTuningFor(builder.device(), dot())));
  ASSERT_OK_AND_ASSIGN(const auto gemv, GemvKernels::Build(builder));
  ASSERT_OK_AND_ASSIGN(const auto moe, MoeKernels::Build(builder));
  ASSERT_OK_AND_ASSIGN(const auto argmax, ArgmaxKernels::Build(builder));
  DisabledForms disabled;
  std::string last = "start";
  auto t0 = clock();
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK(TestKernels(context(), {rows, gemm, gemv, moe, argmax}, true,
                          [&](absl::string_view step) {
                            std::printf("  %s %.3f\n", last.c_str(), SecondsSince(t0));
                            t0 = clock();
                            last = std::string(step);
                            return true;
                          },
                          disabled));
    std::printf("  %s %.3f\n", last.c_str(), SecondsSince(t0));
  }
}

FERRO_FOR_EACH_OPENCL_DEVICE(SelfTestTest);

}  // namespace
}  // namespace ferro::opencl::self_test
