// What becomes of drivers that build everything and compute nothing, or crash on one way to multiply. This test is also
// the program that probes: see main.
#include "engine/kernels/opencl/probe.h"

#include <unistd.h>

#include <cstdio>

#include "base/status_testing.h"
#include "engine/opencl/fake_drivers.h"

namespace ferro {
namespace {

// The inventory is taken once in a process, so each test is a process of its own: Google Test's death tests.
class OpenClProbeTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

// Prints what a person would want to know.
[[noreturn]] void Report(const std::vector<std::string>& drivers, ProbeScope scope) {
  const opencl::FakeDrivers fakes(drivers);
  const OpenClInventory& inventory = ProbeOpenCl(scope);
  for (const OpenClDevice& device : inventory.devices) {
    std::fprintf(stderr, "<%s: dot %s", device.device.name.c_str(),
                 device.dot.has_value() ? DotPathName(*device.dot) : "none");
    for (const auto& [path, why] : device.failed) std::fprintf(stderr, "; %s: %s", DotPathName(path), why.c_str());
    std::fprintf(stderr, ">\n");
  }
  const OpenClDevice* const automatic = inventory.automatic();
  std::fprintf(stderr, "automatic %s\n", automatic == nullptr ? "none" : automatic->device.name.c_str());
  std::fprintf(stderr, "open 0: %s\n", OpenDevice(inventory, 0).status().ToString().c_str());
  std::fprintf(stderr, "open 9: %s\n", OpenDevice(inventory, 9).status().ToString().c_str());
  _exit(0);
}

TEST_F(OpenClProbeTest, BelievesNoDriverThatComputesNothing) {
  EXPECT_EXIT(Report({"idle"}, ProbeScope::kAll), testing::ExitedWithCode(0),
              "<fake: dot none; khr: the khr dot product of fake gives .* instead of .*plain: the plain dot.*>\n"
              "automatic none\n"
              "open 0: UNAVAILABLE: opencl:0 .fake. cannot be used: the plain dot product of fake gives .*\n"
              "open 9: FAILED_PRECONDITION: opencl:9: this machine has 1 OpenCL devices");
}

TEST_F(OpenClProbeTest, OutlivesADriverThatCrashesOnEveryPath) {
  EXPECT_EXIT(Report({"abort_build"}, ProbeScope::kAll), testing::ExitedWithCode(0),
              "<fake: dot none; khr: the driver crashes or hangs; .*plain: the driver crashes or hangs>\n"
              "automatic none");
}

TEST_F(OpenClProbeTest, LogsADriverThatIsRejected) {
  EXPECT_EXIT(Report({"abort_load", "idle"}, ProbeScope::kGpus), testing::ExitedWithCode(0),
              "event=opencl_driver_rejected driver=abort_load.icd reason=\"loading the drivers: killed by signal 6");
}

TEST_F(OpenClProbeTest, SaysThatThereIsNone) {
  EXPECT_EXIT(Report({}, ProbeScope::kAll), testing::ExitedWithCode(0),
              "automatic none\nopen 0: FAILED_PRECONDITION: opencl:0: this machine has 0 OpenCL devices");
}

TEST_F(OpenClProbeTest, FindsTheDotProductOfARealDriver) {
  constexpr char kRealDriver[] = "/etc/OpenCL/vendors/pocl.icd";
  if (access(kRealDriver, R_OK) != 0) GTEST_SKIP() << "PoCL is not installed";
  EXPECT_EXIT(Report({kRealDriver}, ProbeScope::kAll), testing::ExitedWithCode(0),
              ": dot plain; khr: .*; intel: .*; nvidia: .*>\nautomatic none\nopen 0: OK");
  EXPECT_EXIT(Report({kRealDriver}, ProbeScope::kGpus), testing::ExitedWithCode(0),
              ": dot none>\nautomatic none\nopen 0: UNAVAILABLE: .*it was not tried");
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  ferro::RunOpenClProbeIfAsked(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
