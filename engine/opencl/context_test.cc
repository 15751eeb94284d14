// On every device of the machine: what a driver must do right for anything else to work, and what is said when it does
// not.
#include "engine/opencl/context.h"

#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "engine/opencl/fault_api.h"

namespace ferro::opencl {
namespace {

namespace fs = std::filesystem;

constexpr char kSource[] =
    "__kernel void add(__global int* x, int n, int step) {\n"
    "  const int i = get_global_id(0);\n"
    "  if (i < n) x[i] += step;\n"
    "}\n"
    "__kernel void spin(__global int* x, int rounds) {\n"
    "  uint a = x[get_global_id(0)];\n"
    "  for (int i = 0; i < rounds; ++i) a = a * 1664525u + 1013904223u;\n"
    "  x[get_global_id(0)] = a;\n"
    "}\n";
constexpr int kCount = 1000;

const std::vector<Device>& Devices() {
  static const auto* const devices = [] {
    const auto api = SystemApi();
    return new std::vector<Device>(api.ok() ? EnumerateDevices(**api) : std::vector<Device>());
  }();
  return *devices;
}

class ContextTest : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    const auto api = SystemApi();
    ASSERT_OK(api.status());
    api_ = FaultyApi(**api);
    InstallFaults({});
    folder_ = testing::TempDir() + "/programs-" + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
  void TearDown() override { InstallFaults({}); }

  const Device& device() const { return Devices()[GetParam()]; }
  std::unique_ptr<Context> Make(const ContextOptions& options = {}) const {
    auto context = Context::Create(*api_, device(), options);
    EXPECT_OK(context.status());
    return *std::move(context);
  }
  static Program BuildIn(Context& context) {
    auto program = context.Build("test", kSource, "-cl-std=CL1.2");
    EXPECT_OK(program.status());
    return *std::move(program);
  }
  static Buffer Zeros(Context& context) {
    auto buffer = context.NewBuffer(kCount * sizeof(int));
    EXPECT_OK(buffer.status());
    EXPECT_OK(context.FillZero(*buffer, 0, buffer->bytes()));
    return *std::move(buffer);
  }
  static Launch Add(const Program& program, const Buffer& buffer, int step) {
    auto launch = program.Bind("add", {(kCount + 63) / 64}, {64}, buffer.get(), cl_int{kCount}, cl_int{step});
    EXPECT_OK(launch.status());
    return *std::move(launch);
  }
  static std::vector<int> Contents(Context& context, const Buffer& buffer) {
    std::vector<int> values(kCount);
    EXPECT_OK(context.Read(buffer, 0, kCount * sizeof(int), values.data()));
    return values;
  }
  static void Break(const char* faults) {
    auto rules = ParseFaults(faults);
    ASSERT_OK(rules.status());
    InstallFaults(*std::move(rules));
  }

  const Api* api_ = nullptr;
  std::string folder_;
};

TEST_P(ContextTest, RunsWhatIsEnqueued) {
  const auto context = Make();
  const Program program = BuildIn(*context);
  const Buffer buffer = Zeros(*context);
  const Launch three = Add(program, buffer, 3), four = Add(program, buffer, 4);
  for (const Launch* launch : {&three, &four, &three}) ASSERT_OK(context->Enqueue(*launch));
  EXPECT_EQ(Contents(*context, buffer), std::vector<int>(kCount, 10));
}

TEST_P(ContextTest, CopiesBothWays) {
  const auto context = Make();
  const Buffer buffer = Zeros(*context);
  std::vector<int> values(kCount);
  std::iota(values.begin(), values.end(), 7);
  ASSERT_OK(context->Write(buffer, 0, kCount * sizeof(int), values.data()));
  const int one = 1;
  ASSERT_OK_AND_ASSIGN(const auto written, context->WriteAsync(buffer, 5 * sizeof(int), sizeof(int), &one));
  std::vector<int> got(3);
  ASSERT_OK_AND_ASSIGN(const auto read, context->ReadAsync(buffer, 4 * sizeof(int), 3 * sizeof(int), got.data()));
  ASSERT_OK(context->Flush());
  ASSERT_OK(context->Wait(read));
  EXPECT_EQ(got, (std::vector<int>{11, 1, 13}));
  ASSERT_OK(context->FillZero(buffer, 8, 4));
  values[2] = 0, values[5] = 1;
  EXPECT_EQ(Contents(*context, buffer), values);
}

TEST_P(ContextTest, RefusesBuffersThatCannotBe) {
  const auto context = Make();
  for (const int64_t bytes : {int64_t{0}, int64_t{-1}, device().max_allocation + 1}) {
    const absl::Status status = context->NewBuffer(bytes).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << bytes;
    EXPECT_TRUE(absl::StrContains(status.message(), std::to_string(bytes))) << status;
  }
}

TEST_P(ContextTest, ShowsTheCompilersComplaint) {
  const auto context = Make();
  const absl::Status status =
      context->Build("wrong.cl", "__kernel void f(__global int* x) { x[0] = no_such_name; }", "-DA=1").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  for (const char* part : {"wrong.cl", "-DA=1", "no_such_name"}) {
    EXPECT_TRUE(absl::StrContains(status.message(), part)) << status;
  }
}

TEST_P(ContextTest, SaysWhichKernelOrArgumentIsWrong) {
  const auto context = Make();
  const Program program = BuildIn(*context);
  const Buffer buffer = Zeros(*context);
  const absl::Status unknown = program.Bind("sub", {1}, {1}, buffer.get()).status();
  EXPECT_TRUE(absl::StrContains(unknown.message(), "kernel sub")) << unknown;
  const absl::Status surplus = program.Bind("add", {1}, {1}, buffer.get(), cl_int{1}, cl_int{1}, cl_int{1}).status();
  EXPECT_TRUE(absl::StrContains(surplus.message(), "argument 3 of kernel add")) << surplus;
}

TEST_P(ContextTest, TellsHowLongLaunchesRan) {
  const auto context = Make({.profiling = true, .max_queued_ms = 100});
  const Program program = BuildIn(*context);
  const Buffer buffer = Zeros(*context);
  Launch add = Add(program, buffer, 1);
  add.cost_ms = 60;  // so that some events are shared with the bound of the queue
  auto spin = program.Bind("spin", {4}, {64}, buffer.get(), cl_int{1 << 20});
  ASSERT_OK(spin.status());
  spin->name = "a long one";
  for (const Launch* launch : {&add, &*spin, &add}) ASSERT_OK(context->Enqueue(*launch));
  ASSERT_OK_AND_ASSIGN(const auto times, context->TakeTimes());
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[0].name, "add");
  EXPECT_EQ(times[1].name, "a long one");
  if (device().platform_name != "rusticl") {  // whose release of Debian 12 measures nothing
    EXPECT_GT(times[1].seconds, 1e-4);
    EXPECT_LT(times[1].seconds, 60);
    EXPECT_LT(times[0].seconds, times[1].seconds);
  }
  ASSERT_OK_AND_ASSIGN(const auto none, context->TakeTimes());
  EXPECT_TRUE(none.empty());
}

TEST_P(ContextTest, KeepsTimesOnlyWhileItProfiles) {
  const auto context = Make();
  const Program program = BuildIn(*context);
  const Buffer buffer = Zeros(*context);
  Launch add = Add(program, buffer, 1);
  add.work.fixed.bytes = 7;
  for (const bool on : {false, true, false}) {
    ASSERT_OK(context->SetProfiling(on));
    ASSERT_OK(context->Enqueue(add));
    ASSERT_OK_AND_ASSIGN(const auto times, context->TakeTimes());
    ASSERT_EQ(times.size(), on ? 1u : 0u);
    for (const LaunchTime& time : times) EXPECT_EQ(time.work.fixed.bytes, 7);
  }
  EXPECT_EQ(Contents(*context, buffer), std::vector<int>(kCount, 3));
}

TEST_P(ContextTest, SkipsAndDoublesLaunchesByName) {
  const auto context = Make();
  const Program program = BuildIn(*context);
  const Buffer buffer = Zeros(*context);
  Launch one = Add(program, buffer, 1), ten = Add(program, buffer, 10), hundred = Add(program, buffer, 100);
  one.name = "add 1";
  ten.name = "add 10";
  hundred.name = "hundred";
  context->SetRepeats({.skipped = "add 10", .doubled = "add"});
  for (const Launch* launch : {&one, &ten, &hundred}) ASSERT_OK(context->Enqueue(*launch));
  EXPECT_EQ(Contents(*context, buffer), std::vector<int>(kCount, 102));
  context->SetRepeats({});
  for (const Launch* launch : {&one, &ten, &hundred}) ASSERT_OK(context->Enqueue(*launch));
  EXPECT_EQ(Contents(*context, buffer), std::vector<int>(kCount, 213));
}

TEST_P(ContextTest, BoundsTheQueue) {
  const auto context = Make({.max_queued_ms = 10});
  const Program program = BuildIn(*context);
  const Buffer buffer = Zeros(*context);
  Launch launch = Add(program, buffer, 1);
  launch.cost_ms = 1;
  InstallFaults({});
  for (int i = 0; i < 100; ++i) {
    ASSERT_OK(context->Enqueue(launch));
    EXPECT_LE(context->queued_ms(), 10);
  }
  EXPECT_NEAR(static_cast<double>(CountedCalls("clWaitForEvents")), 30, 4);  // a mark every 3 ms
  EXPECT_EQ(Contents(*context, buffer), std::vector<int>(kCount, 100));
  EXPECT_EQ(context->queued_ms(), 0);
  launch.cost_ms = 0;
  InstallFaults({});
  for (int i = 0; i < 100; ++i) ASSERT_OK(context->Enqueue(launch));
  EXPECT_EQ(CountedCalls("clWaitForEvents"), 0);
}

TEST_P(ContextTest, KeepsPrograms) {
  const ContextOptions options = {.program_folder = folder_};
  BuildIn(*Make(options));
  ASSERT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  InstallFaults({});
  const auto context = Make(options);
  const Program program = BuildIn(*context);
  EXPECT_EQ(CountedCalls("clCreateProgramWithBinary"), 1);
  EXPECT_EQ(CountedCalls("clCreateProgramWithSource"), 0);
  const Buffer buffer = Zeros(*context);
  ASSERT_OK(context->Enqueue(Add(program, buffer, 5)));
  EXPECT_EQ(Contents(*context, buffer), std::vector<int>(kCount, 5));
  // Other options are another program.
  ASSERT_OK(context->Build("test", kSource, "-cl-std=CL1.2 -DOTHER=1").status());
  EXPECT_EQ(CountedCalls("clCreateProgramWithSource"), 1);
}

TEST_P(ContextTest, BuildsFromSourceWhereTheBinaryIsRefused) {
  const ContextOptions options = {.program_folder = folder_};
  BuildIn(*Make(options));
  for (const char* fault : {"clCreateProgramWithBinary:1:-42", "clBuildProgram:1:-11"}) {
    Break(fault);
    const auto context = Make(options);
    const Program program = BuildIn(*context);
    EXPECT_EQ(CountedCalls("clCreateProgramWithSource"), 1) << fault;
    const Buffer buffer = Zeros(*context);
    ASSERT_OK(context->Enqueue(Add(program, buffer, 5)));
    EXPECT_EQ(Contents(*context, buffer), std::vector<int>(kCount, 5));
  }
  InstallFaults({});
  BuildIn(*Make(options));
  EXPECT_EQ(CountedCalls("clCreateProgramWithSource"), 0) << "the refused entry was not replaced";
}

TEST_P(ContextTest, WorksWithoutAFolderForPrograms) {
  const std::string file = testing::TempDir() + "/a-file";
  std::ofstream(file) << "x";
  BuildIn(*Make({.program_folder = file}));
  // A driver that gives no binary is no worse.
  Break("clGetProgramInfo:1+:-45");
  BuildIn(*Make({.program_folder = folder_}));
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_P(ContextTest, SaysThatTheDeviceIsLost) {
  const auto context = Make({.max_queued_ms = 10});
  const Program program = BuildIn(*context);
  const Buffer buffer = Zeros(*context);
  const Launch launch = Add(program, buffer, 1);
  Break("clEnqueueNDRangeKernel:3:lost");
  ASSERT_OK(context->Enqueue(launch));
  ASSERT_OK(context->Enqueue(launch));
  const absl::Status lost = context->Enqueue(launch);
  EXPECT_EQ(lost.code(), absl::StatusCode::kUnavailable) << lost;
  EXPECT_TRUE(absl::StrContains(lost.message(), "add")) << lost;
  int value;
  EXPECT_EQ(context->Read(buffer, 0, sizeof(value), &value).code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(context->Finish().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(context->Build("test", kSource, "").status().code(), absl::StatusCode::kUnavailable);
  const auto again = Make();  // a new context works
  const Program rebuilt = BuildIn(*again);
  const Buffer other = Zeros(*again);
  ASSERT_OK(again->Enqueue(Add(rebuilt, other, 2)));
  EXPECT_EQ(Contents(*again, other), std::vector<int>(kCount, 2));
}

TEST_P(ContextTest, SaysThatAnAllocationWasRefused) {
  const auto context = Make();
  Break("clCreateBuffer:>1000:-4");
  EXPECT_OK(context->NewBuffer(1000).status());
  EXPECT_EQ(context->NewBuffer(1001).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST_P(ContextTest, SaysThatTheDriverRefusesTheDevice) {
  for (const char* fault : {"clCreateContext:1:-2", "clCreateCommandQueue:1:-5"}) {
    Break(fault);
    const absl::Status status = Context::Create(*api_, device(), {}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
    EXPECT_TRUE(absl::StrContains(status.message(), device().name)) << status;
  }
}

TEST_P(ContextTest, AHangingReadEndsTheProcess) {
  const auto hang = [&] {
    const auto context = Make({.call_limit = absl::Milliseconds(200)});
    const Buffer buffer = Zeros(*context);
    Break("clEnqueueReadBuffer:1:hang");
    int value;
    (void)context->Read(buffer, 0, sizeof(value), &value);
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(kHungExitCode), "call=\"a read from the device\" limit=200ms");
}

TEST_P(ContextTest, AHangingBuildEndsTheProcess) {
  const auto hang = [&] {
    const auto context = Make({.build_limit = absl::Milliseconds(200)});
    Break("clBuildProgram:1:hang");
    (void)context->Build("test", kSource, "");
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(kHungExitCode), "call=\"building a program\"");
}

std::string Name(const testing::TestParamInfo<int>& info) {
  std::string name = Devices()[info.param].platform_name + std::to_string(info.param);
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ContextTest);
INSTANTIATE_TEST_SUITE_P(OpenCl, ContextTest, testing::Range(0, static_cast<int>(Devices().size())), Name);

}  // namespace
}  // namespace ferro::opencl
