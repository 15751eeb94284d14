#include "engine/opencl/null_api.h"

#include <cstring>
#include <vector>

#include "base/status_testing.h"
#include "engine/opencl/context.h"
#include "engine/opencl/fault_api.h"

namespace ferro::opencl {
namespace {

Device AnyDevice() {
  Device device;
  device.name = "nothing";
  device.max_allocation = int64_t{1} << 40;
  return device;
}

TEST(NullApiTest, HasEveryFunctionAndNoDevice) {
  const Api& api = NullApi();
#define FERRO_EXPECT_THERE(name) EXPECT_NE(api.name, nullptr) << #name;
  FERRO_OPENCL_FUNCTIONS(FERRO_EXPECT_THERE)
#undef FERRO_EXPECT_THERE
  EXPECT_THAT(EnumerateDevices(api), testing::IsEmpty());
  EXPECT_EQ(PlatformName(api, nullptr), "");
}

TEST(NullApiTest, TakesWorkAndCountsIt) {
  InstallFaults({});
  const Api& api = *FaultyApi(NullApi());
  ASSERT_OK_AND_ASSIGN(const auto context, Context::Create(api, AnyDevice(), {}));
  ASSERT_OK_AND_ASSIGN(const Program program, context->Build("any", "no OpenCL at all", "-DANY"));
  // As large as no machine has memory.
  ASSERT_OK_AND_ASSIGN(const Buffer buffer, context->NewBuffer(int64_t{1} << 40));
  ASSERT_OK_AND_ASSIGN(const Launch launch, program.Bind("any", {2, 3}, {64}, buffer.get(), cl_int{1}, LocalBytes{8}));
  EXPECT_EQ(launch.global[0], 128u);
  for (int i = 0; i < 5; ++i) EXPECT_OK(context->Enqueue(launch));
  const std::vector<int> written = {1, 2};
  EXPECT_OK(context->Write(buffer, 0, 8, written.data()));
  EXPECT_OK(context->FillZero(buffer, 0, 8));
  EXPECT_OK(context->Finish());
  EXPECT_EQ(CountedCalls("clEnqueueNDRangeKernel"), 5);
  EXPECT_EQ(CountedCalls("clSetKernelArg"), 3);
  EXPECT_EQ(CountedCalls("clCreateKernel"), 1);
  EXPECT_EQ(CountedCalls("clEnqueueWriteBuffer"), 1);
}

TEST(NullApiTest, ReadsZeros) {
  ASSERT_OK_AND_ASSIGN(const auto context, Context::Create(NullApi(), AnyDevice(), {}));
  ASSERT_OK_AND_ASSIGN(const Buffer buffer, context->NewBuffer(64));
  ASSERT_OK_AND_ASSIGN(const Buffer other, context->NewBuffer(64));
  EXPECT_NE(buffer.get(), other.get());
  std::vector<int> read(16, 7);
  EXPECT_OK(context->Read(buffer, 0, 64, read.data()));
  EXPECT_EQ(read, std::vector<int>(16, 0));
  read.assign(16, 7);
  ASSERT_OK_AND_ASSIGN(const Handle<cl_event> event, context->ReadAsync(buffer, 0, 32, read.data()));
  EXPECT_OK(context->Wait(event));
  EXPECT_EQ(read[7], 0);
  EXPECT_EQ(read[8], 7);
}

TEST(NullApiTest, ShowsEveryLaunch) {
  std::vector<std::string> seen;
  ContextOptions options;
  options.on_launch = [&seen](const Launch& launch) { seen.push_back(launch.name); };
  ASSERT_OK_AND_ASSIGN(const auto context, Context::Create(NullApi(), AnyDevice(), options));
  ASSERT_OK_AND_ASSIGN(const Program program, context->Build("any", "", ""));
  for (const char* const name : {"first", "second"}) {
    ASSERT_OK_AND_ASSIGN(const Launch launch, program.Bind(name, {1}, {1}));
    EXPECT_OK(context->Enqueue(launch));
  }
  EXPECT_THAT(seen, testing::ElementsAre("first", "second"));
}

TEST(NullApiTest, BoundsAndProfilesLikeADriver) {
  ContextOptions options;
  options.profiling = true;
  options.max_queued_ms = 10;
  ASSERT_OK_AND_ASSIGN(const auto context, Context::Create(NullApi(), AnyDevice(), options));
  ASSERT_OK_AND_ASSIGN(const Program program, context->Build("any", "", ""));
  ASSERT_OK_AND_ASSIGN(Launch launch, program.Bind("any", {1}, {1}));
  launch.cost_ms = 4;
  for (int i = 0; i < 9; ++i) {
    EXPECT_OK(context->Enqueue(launch));
    EXPECT_LE(context->queued_ms(), 10);
  }
  ASSERT_OK_AND_ASSIGN(const std::vector<LaunchTime> times, context->TakeTimes());
  ASSERT_EQ(times.size(), 9u);
  EXPECT_EQ(times[0].seconds, 0);
}

TEST(NullApiTest, TakesBinaries) {
  ASSERT_OK_AND_ASSIGN(const auto context, Context::Create(NullApi(), AnyDevice(), {}));
  EXPECT_OK(Program::FromBinary(NullApi(), nullptr, AnyDevice(), "any", "binary", "").status());
}

}  // namespace
}  // namespace ferro::opencl
