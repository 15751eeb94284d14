// Bad drivers, each in a process of its own. This test is also the program that probes: see main.
#include "engine/opencl/probe.h"

#include <dlfcn.h>
#include <sys/auxv.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "engine/opencl/child_process.h"
#include "engine/opencl/context.h"
#include "engine/opencl/fake_drivers.h"

namespace ferro::opencl {
namespace {

constexpr char kRealDriver[] = "/etc/OpenCL/vendors/pocl.icd";

// Adds 1 to 41, if the driver can; to 42 if there is time.
Json TryAdd(const Api& api, const Device& device, TrialDepth depth, const BeginStep& begin) {
  if (!begin("adding")) return "crashes";
  const auto run = [&]() -> absl::StatusOr<int> {
    auto context = Context::Create(api, device, {});
    if (!context.ok()) return context.status();
    auto program = (*context)->Build("add", "__kernel void add(__global int* x) { *x += 1; }", "");
    if (!program.ok()) return program.status();
    auto buffer = (*context)->NewBuffer(sizeof(int));
    if (!buffer.ok()) return buffer.status();
    int value = depth == TrialDepth::kThorough ? 42 : 41;
    absl::Status status = (*context)->Write(*buffer, 0, sizeof(value), &value);
    auto launch = program->Bind("add", {1}, {1}, buffer->get());
    if (!launch.ok()) return launch.status();
    status.Update((*context)->Enqueue(*launch));
    status.Update((*context)->Read(*buffer, 0, sizeof(value), &value));
    if (!status.ok()) return status;
    return value;
  }();
  return run.ok() ? Json(*run) : Json(std::string(run.status().message()));
}

ProbeReport ProbeDrivers(const std::vector<std::string>& names, absl::Duration limit = absl::Seconds(30)) {
  const FakeDrivers drivers(names);
  return Probe(TryAdd, {.limit = limit, .executable = ""});
}

bool HasRealDriver() { return std::filesystem::exists(kRealDriver); }

TEST(ProbeTest, TellsWhatATrialFound) {
  const ProbeReport report = ProbeDrivers({"idle"});
  EXPECT_EQ(report.unavailable, "");
  EXPECT_TRUE(report.rejected.empty());
  ASSERT_EQ(report.devices.size(), 1u);
  EXPECT_EQ(report.devices[0].trial, Json(41));  // it computes nothing
  const Device& device = report.devices[0].device;
  EXPECT_EQ(device.platform_name, "Fake  [31mplatform");  // nothing of it reaches a terminal's state
  EXPECT_EQ(device.name, "fake");
  EXPECT_TRUE(device.gpu);
  EXPECT_EQ(device.index, 0);
}

struct BadDriver {
  const char* name;
  const char* step;
  const char* failure;
};

class BadDriverTest : public testing::TestWithParam<BadDriver> {};

TEST_P(BadDriverTest, IsRejectedWithAReasonAndTheOthersStay) {
  const BadDriver& bad = GetParam();
  const absl::Duration limit = absl::StartsWith(bad.name, "hang") ? absl::Seconds(2) : absl::Seconds(30);
  const ProbeReport report = ProbeDrivers({"a_good_one", bad.name, "one_more"}, limit);
  EXPECT_EQ(report.unavailable, "");
  ASSERT_EQ(report.rejected.size(), 1u);
  const RejectedDriver& rejected = report.rejected[0];
  EXPECT_TRUE(absl::StrContains(rejected.reason, bad.step)) << rejected.reason;
  EXPECT_TRUE(absl::StrContains(rejected.reason, bad.failure)) << rejected.reason;
  EXPECT_EQ(rejected.reason.find('\n'), std::string::npos);
  const std::string file = std::string(bad.name) + ".icd";
  EXPECT_TRUE(rejected.name == file || absl::StartsWith(rejected.name, "Fake") || rejected.name == "platform 1")
      << rejected.name;
  if (absl::EndsWith(bad.name, "_load")) {
    EXPECT_EQ(rejected.name, file);
    EXPECT_EQ(report.driver_files.size(), 2u);
  }
  ASSERT_EQ(report.devices.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(report.devices[i].device.index, i);
    EXPECT_EQ(report.devices[i].trial, Json(41));
  }
}

INSTANTIATE_TEST_SUITE_P(Behaviours, BadDriverTest,
                         testing::Values(BadDriver{"abort_load", "loading the drivers",
                                                   "signal 6 (Aborted); its last words: fake driver"},
                                         BadDriver{"hang_load", "loading the drivers", "not done after 2s"},
                                         BadDriver{"abort_platform", "asking for its name", "signal 6"},
                                         BadDriver{"abort_devices", "listing its devices", "signal 6"},
                                         BadDriver{"hang_devices", "listing its devices", "not done after 2s"}),
                         [](const auto& info) { return std::string(info.param.name); });

// One way to compute is not all of them: the trial goes on without it.
TEST(ProbeTest, ACrashWithinAStepCostsTheStep) {
  for (const char* bad : {"abort_build", "hang_build"}) {
    const ProbeReport report = ProbeDrivers({"a_good_one", bad, "one_more"}, absl::Seconds(2));
    EXPECT_TRUE(report.rejected.empty()) << report.rejected[0].reason;
    ASSERT_EQ(report.devices.size(), 3u) << report.unavailable;
    const auto count = [&report](const Json& trial) {  // the loader sorts them as it likes
      return std::count_if(report.devices.begin(), report.devices.end(),
                           [&trial](const ProbedDevice& device) { return device.trial == trial; });
    };
    EXPECT_EQ(count(41), 2);
    EXPECT_EQ(count("crashes"), 1);
  }
}

// As a program that brings its own C library runs: /proc/self/exe is then the loader.
TEST(ProbeTest, WorksInAProgramThatALoaderStarted) {
  const auto loader_base = reinterpret_cast<void*>(getauxval(AT_BASE));
  Dl_info loader;
  if (loader_base == nullptr || dladdr(loader_base, &loader) == 0) GTEST_SKIP() << "which loader is unknown";
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const ChildResult result = RunChild({.executable = loader.dli_fname,
                                       .arguments = {"loader", self, "--gtest_filter=ProbeTest.TellsWhatATrialFound"},
                                       .environment = {}});
  EXPECT_EQ(result.failure, "") << result.out;
  EXPECT_TRUE(absl::StrContains(result.out, "[  PASSED  ] 1 test")) << result.out;
}

TEST(ProbeTest, BelievesNoAbsurdSizes) {
  const ProbeReport lie = ProbeDrivers({"lie"});  // texts of 2^64 - 1 bytes
  ASSERT_EQ(lie.devices.size(), 1u);
  EXPECT_EQ(lie.devices[0].device.name, "");
  EXPECT_GE(lie.devices[0].device.compute_units, 0);
  EXPECT_GE(lie.devices[0].device.global_bytes, 0);
  EXPECT_GE(lie.devices[0].device.max_allocation, 0);
  const ProbeReport crowd = ProbeDrivers({"lie_devices", "idle"});  // 2^32 - 1 devices
  EXPECT_EQ(crowd.devices.size(), 1u);
}

TEST(ProbeTest, NothingIsLeftWhereAllAreBad) {
  const ProbeReport report = ProbeDrivers({"abort_load", "abort_load_too"});
  EXPECT_TRUE(report.devices.empty());
  EXPECT_EQ(report.rejected.size(), 2u);
  EXPECT_TRUE(absl::StrContains(report.unavailable, "loading the drivers")) << report.unavailable;
  EXPECT_FALSE(OpenProbed(report).ok());
}

TEST(ProbeTest, NoDriverIsNoDevice) {
  const ProbeReport report = ProbeDrivers({});
  EXPECT_TRUE(report.devices.empty());
  EXPECT_TRUE(report.rejected.empty());
}

TEST(ProbeTest, TriesOnlyGpusIfThatIsEnough) {
  if (!HasRealDriver()) GTEST_SKIP() << "PoCL, which is no GPU, is not installed";
  const FakeDrivers drivers({kRealDriver, "idle"});
  const ProbeReport report = Probe(TryAdd, {.gpus_only = true, .executable = ""});
  ASSERT_EQ(report.devices.size(), 2u);
  for (const ProbedDevice& device : report.devices) {
    EXPECT_EQ(device.trial, device.device.gpu ? Json(41) : Json());
  }
}

TEST(ProbeTest, TriesOneDeviceThoroughly) {
  if (!HasRealDriver()) GTEST_SKIP() << "PoCL is not installed";
  const FakeDrivers drivers({"abort_devices", "idle", kRealDriver});
  const ProbeReport first = Probe(TryAdd, {.executable = ""});
  ASSERT_EQ(first.devices.size(), 2u);
  for (int index : {0, 1}) {
    const ProbeReport report = Probe(TryAdd, {.thorough = index, .known = &first});
    ASSERT_EQ(report.devices.size(), 2u);
    EXPECT_EQ(report.devices[index].trial, first.devices[index].trial == Json(42) ? Json(43) : Json(42));
    EXPECT_EQ(report.devices[1 - index].trial, Json());
    EXPECT_TRUE(report.rejected.empty()) << "the first probe has left it out already";
  }
}

TEST(ProbeTest, AThoroughTrialThatDiesIsItsDevicesAlone) {
  const FakeDrivers drivers({"abort_build"});
  const ProbeReport first = Probe(TryAdd, {.executable = ""});
  const ProbeReport report = Probe(TryAdd, {.thorough = 0, .known = &first});
  ASSERT_EQ(report.devices.size(), 1u);
  EXPECT_EQ(report.devices[0].trial, Json("crashes"));
}

TEST(ProbeTest, SaysThatAProgramCannotProbe) {
  const FakeDrivers drivers({"idle"});
  const ProbeReport report = Probe(TryAdd, {.executable = "/bin/false"});
  EXPECT_TRUE(report.devices.empty());
  EXPECT_TRUE(absl::StrContains(report.unavailable, "exited with 1")) << report.unavailable;
}

// Loads a driver into this process, which all tests after it have: one test uses both.
TEST(ProbeTest, OpensWhatIsLeft) {
  if (!HasRealDriver()) GTEST_SKIP() << "PoCL is not installed";
  const FakeDrivers drivers({"abort_load", "abort_devices", kRealDriver});
  const ProbeReport report = Probe(TryAdd, {.executable = ""});
  EXPECT_EQ(report.rejected.size(), 2u);
  ASSERT_EQ(report.devices.size(), 1u);
  EXPECT_EQ(report.devices[0].trial, Json(42));
  const std::string before = std::getenv(kDriverFolderVariable);
  ASSERT_OK_AND_ASSIGN(const auto devices, OpenProbed(report));
  EXPECT_EQ(std::getenv(kDriverFolderVariable), before);
  ASSERT_EQ(devices.size(), 1u);
  EXPECT_EQ(TryAdd(**SystemApi(), devices[0], TrialDepth::kQuick, [](absl::string_view) { return true; }), Json(42));
  ProbeReport other = report;
  other.devices[0].device.name = "unplugged";
  EXPECT_EQ(OpenProbed(other).status().code(), absl::StatusCode::kUnavailable);
}

TEST(ProbeRunTest, MakesTheBestOfWhatADyingProcessWrote) {
  const std::string whole =
      "{\"loaded\":2}\n{\"platform\":1}\n{\"platform\":1,\"name\":\"P\"}\n{\"device\":{\"device\":\"D\",\"gpu\":true,"
      "\"compute_units\":24}}\n{\"trial\":{\"dot\":\"khr\"}}\n{\"done\":true}\n";
  const ProbeProgress progress = ReadProbe(whole);
  EXPECT_TRUE(progress.done);
  ASSERT_EQ(progress.devices.size(), 1u);
  EXPECT_EQ(progress.devices[0].device.compute_units, 24);
  EXPECT_EQ(progress.devices[0].trial["dot"], "khr");
  for (size_t size = 0; size + 1 < whole.size(); ++size) EXPECT_FALSE(ReadProbe(whole.substr(0, size)).done) << size;
  EXPECT_EQ(
      ReadProbe("garbage\n[1]\n{\"platform\":\"x\"}\n{\"trial\":1}\n{\"device\":7}\n{\"device\":{\"index\":\"a\"}}")
          .platform,
      -1);
}

}  // namespace
}  // namespace ferro::opencl

int main(int argc, char** argv) {
  ferro::opencl::RunProbeIfAsked(argc, argv, ferro::opencl::TryAdd);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
