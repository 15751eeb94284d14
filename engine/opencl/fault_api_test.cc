#include "engine/opencl/fault_api.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/status_testing.h"

namespace ferro::opencl {
namespace {

// A driver that does nothing and succeeds.
Api Driver() {
  Api api;
  api.clFinish = [](cl_command_queue) -> cl_int { return CL_SUCCESS; };
  api.clFlush = [](cl_command_queue) -> cl_int { return CL_SUCCESS; };
  api.clReleaseContext = [](cl_context) -> cl_int { return CL_SUCCESS; };
  api.clCreateBuffer = [](cl_context, cl_mem_flags, size_t, void*, cl_int* code) -> cl_mem {
    *code = CL_SUCCESS;
    return reinterpret_cast<cl_mem>(1);
  };
  api.clCreateContext = [](const cl_context_properties*, cl_uint, const cl_device_id*,
                           void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*,
                           cl_int* code) -> cl_context {
    *code = CL_SUCCESS;
    return reinterpret_cast<cl_context>(1);
  };
  return api;
}

const Api& WithFaults(const char* text) {
  static const Api driver = Driver();
  auto rules = ParseFaults(text);
  EXPECT_OK(rules.status());
  InstallFaults(*std::move(rules));
  return *FaultyApi(driver);
}

cl_int BufferCode(const Api& api, size_t bytes) {
  cl_int code = 1;
  const cl_mem memory = api.clCreateBuffer(nullptr, 0, bytes, nullptr, &code);
  EXPECT_EQ(memory == nullptr, code != CL_SUCCESS);
  return code;
}

TEST(FaultApiTest, FailsTheCallThatIsMeant) {
  const Api& api = WithFaults("clFinish:2:-36");
  EXPECT_EQ(api.clFinish(nullptr), CL_SUCCESS);
  EXPECT_EQ(api.clFlush(nullptr), CL_SUCCESS);
  EXPECT_EQ(api.clFinish(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(api.clFinish(nullptr), CL_SUCCESS);
  EXPECT_EQ(CountedCalls("clFinish"), 3);
}

TEST(FaultApiTest, FailsFromACallOn) {
  const Api& api = WithFaults("clFinish:2+:-5, clFlush:1:-6");
  EXPECT_EQ(api.clFinish(nullptr), CL_SUCCESS);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(api.clFinish(nullptr), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(api.clFlush(nullptr), CL_OUT_OF_HOST_MEMORY);
}

TEST(FaultApiTest, RefusesLargeAllocations) {
  const Api& api = WithFaults("clCreateBuffer:>4096:-4");
  EXPECT_EQ(BufferCode(api, 4096), CL_SUCCESS);
  EXPECT_EQ(BufferCode(api, 4097), CL_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_EQ(BufferCode(api, 4096), CL_SUCCESS);
}

TEST(FaultApiTest, ALostDeviceComesBackWithANewContext) {
  const Api& api = WithFaults("clFlush:2:lost");
  EXPECT_EQ(api.clFlush(nullptr), CL_SUCCESS);
  EXPECT_EQ(api.clFlush(nullptr), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(api.clFinish(nullptr), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(BufferCode(api, 1), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(api.clReleaseContext(nullptr), CL_SUCCESS);
  cl_int code;
  api.clCreateContext(nullptr, 0, nullptr, nullptr, nullptr, &code);
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(api.clFlush(nullptr), CL_SUCCESS);
  EXPECT_EQ(BufferCode(api, 1), CL_SUCCESS);
}

// Whoever has lost a device frees what it worked on; a real one that went on working would then read what is gone.
TEST(FaultApiTest, ALostDeviceIsIdle) {
  static std::vector<cl_command_queue> finished;
  static intptr_t created;
  Api driver = Driver();
  driver.clFinish = [](cl_command_queue queue) -> cl_int {
    finished.push_back(queue);
    return CL_SUCCESS;
  };
  driver.clCreateCommandQueue = [](cl_context, cl_device_id, cl_command_queue_properties,
                                   cl_int* code) -> cl_command_queue {
    *code = CL_SUCCESS;
    return reinterpret_cast<cl_command_queue>(++created);
  };
  driver.clReleaseCommandQueue = [](cl_command_queue) -> cl_int { return CL_SUCCESS; };
  InstallFaults(*ParseFaults("clFlush:1:lost"));
  const Api& api = *FaultyApi(driver);
  cl_int code;
  const cl_command_queue gone = api.clCreateCommandQueue(nullptr, nullptr, 0, &code);
  const cl_command_queue used = api.clCreateCommandQueue(nullptr, nullptr, 0, &code);
  api.clReleaseCommandQueue(gone);
  EXPECT_EQ(api.clFlush(used), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(finished, std::vector<cl_command_queue>{used});
  EXPECT_EQ(api.clFinish(used), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(finished.size(), 1u);
  api.clReleaseCommandQueue(used);
}

TEST(FaultApiTest, Hangs) {
  const Api& api = WithFaults("clFinish:1:hang");
  static std::atomic<bool> returned;
  std::thread([&api] {
    api.clFinish(nullptr);
    returned = true;
  }).detach();
  while (CountedCalls("clFinish") == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(returned);
  EXPECT_EQ(api.clFinish(nullptr), CL_SUCCESS);
}

TEST(FaultApiTest, SaysWhichRuleIsMalformed) {
  EXPECT_OK(ParseFaults("").status());
  for (const char* text : {"clFinish", "clFinish:1", "clFinish:0:-5", "clFinish:x:-5", "clFinish:1:5",
                           "clFinish:1:gone", "clNothing:1:-5", "clFinish:>10:-5", "clCreateBuffer:>-1:-5",
                           "clFinish:1:-5:1", "clFinish:+:-5", "clFinish:99999999999999999999:-5"}) {
    const absl::Status status = ParseFaults(std::string("clFlush:1:-5,") + text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(status.message().find(text), std::string::npos) << status;
  }
}

}  // namespace
}  // namespace ferro::opencl
