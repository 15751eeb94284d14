// An OpenCL device that fails at any moment of a model's life: while it loads, in mid-run, while it is rebuilt. Every
// request ends, with the right tokens or with an error, never with wrong tokens; and what comes next is served.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <latch>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/backend/test_devices.h"
#include "engine/opencl/fault_api.h"
#include "engine/schedule/lm_engine.h"
#include "engine/schedule/testing.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

// Before anything loads OpenCL: the layer that fails calls is there if the variable is, whatever it says.
[[maybe_unused]] const bool g_faulty = [] { return setenv("FERRO_OPENCL_FAULT", "", /*overwrite=*/1) == 0; }();

// Some hundred tokens: one of the tiny vocabulary is seldom longer than two bytes.
const std::string kLongPrompt = [] {
  std::string text;
  for (int i = 0; i < 60; ++i) absl::StrAppend(&text, i, ";");
  return text;
}();

constexpr char kModel[] = "tests/data/models/tiny-lfm2-Q8_0.gguf";

std::string FastDevice() {
  for (const TestDevice& device : OpenClTestDevices()) {
    if (!device.slow) return device.name;
  }
  return "";
}

void Inject(const std::string& rules) {
  auto parsed = opencl::ParseFaults(rules);
  ASSERT_OK(parsed.status());
  opencl::InstallFaults(*std::move(parsed));
}

// What a device that failed makes of a request.
bool IsDeviceFailure(const absl::Status& status) {
  return absl::IsUnavailable(status) && DetailOf(status).reason == kReasonDeviceFailed;
}

class LmFaultTest : public ::testing::Test {
 protected:
  void SetUp() override {
    device_ = FastDevice();
    if (device_.empty()) GTEST_SKIP() << "no OpenCL device that is fast enough";
    Inject("");
  }
  ~LmFaultTest() override { opencl::InstallFaults({}); }

  absl::Status Load(int prefill_slice = 16) {
    lm_.reset();
    LanguageModelOptions options;
    options.backend.device = device_;
    options.backend.threads = 1;
    options.slots = 3;
    options.context = 512;
    options.prefill_slice_tokens = prefill_slice;
    absl::StatusOr<std::unique_ptr<LanguageModel>> loaded = LanguageModel::Load(kModel, options);
    if (loaded.ok()) lm_ = *std::move(loaded);
    return loaded.status();
  }

  // The i-th of three requests: greedy, sampled unless all are greedy (the device then chooses the tokens, a step
  // ahead), and greedy behind a prompt of several slices.
  LmRequest Request(int i, int max_tokens) const {
    LmRequest request;
    request.input = TextInput{i == 2 ? kLongPrompt : absl::StrCat("Request ", i)};
    request.sampling.temperature = i == 1 && !all_greedy_ ? 1 : 0;
    request.sampling.repetition_penalty = 1;
    request.sampling.seed = 7;
    request.max_tokens = max_tokens;
    request.return_tokens = true;
    return request;
  }

  std::shared_ptr<RecordingSink> Start(int i, int max_tokens) {
    auto sink = std::make_shared<RecordingSink>();
    const absl::Status status = lm_->Generate(Request(i, max_tokens), sink).status();
    if (!status.ok()) sink->OnError(status);
    return sink;
  }

  void ComputeRightTokens(int max_tokens) {
    right_.clear();
    for (int i = 0; i < 3; ++i) {
      const auto sink = Start(i, max_tokens);
      sink->AwaitEnd();
      ASSERT_OK(sink->error());
      right_.push_back(sink->tokens());
      ASSERT_EQ(right_.back().size(), static_cast<size_t>(max_tokens)) << "ended early";
    }
  }

  // Whether it ended with an error. Either way it said nothing wrong.
  bool CheckEnd(int i, const RecordingSink& sink) {
    EXPECT_EQ(sink.ends(), 1);
    const std::vector<int32_t> tokens = sink.tokens();
    if (sink.finished()) {
      EXPECT_EQ(tokens, right_[i]);
      return false;
    }
    EXPECT_TRUE(IsDeviceFailure(sink.error())) << sink.error();
    EXPECT_LE(tokens.size(), right_[i].size());
    const size_t said = std::min(tokens.size(), right_[i].size());
    EXPECT_EQ(tokens, std::vector<int32_t>(right_[i].begin(), right_[i].begin() + said));
    return true;
  }

  // The three requests at once; how many ended with an error.
  int RunAll(int max_tokens) {
    std::vector<std::shared_ptr<RecordingSink>> sinks;
    for (int i = 0; i < 3; ++i) sinks.push_back(Start(i, max_tokens));
    int failed = 0;
    for (int i = 0; i < 3; ++i) {
      sinks[i]->AwaitEnd();
      failed += CheckEnd(i, *sinks[i]);
    }
    return failed;
  }

  std::string device_;
  bool all_greedy_ = false;
  std::vector<std::vector<int32_t>> right_;
  std::unique_ptr<LanguageModel> lm_;
};

struct Sweep {
  const char* function;
  const char* outcome;
  int step;  // every so many calls
  bool all_greedy;
};

class LmFaultSweepTest : public LmFaultTest, public ::testing::WithParamInterface<Sweep> {};

TEST_P(LmFaultSweepTest, EveryMomentOfARun) {
  constexpr int kTokens = 8;
  const auto& [function, outcome, step, all_greedy] = GetParam();
  all_greedy_ = all_greedy;
  ASSERT_OK(Load());
  ComputeRightTokens(kTokens);
  const std::string fingerprint = lm_->info().fingerprint;
  Inject("");
  ASSERT_EQ(RunAll(kTokens), 0);
  const int64_t calls = opencl::CountedCalls(function);
  ASSERT_GT(calls, 0);
  int failed = 0, tried = 0;
  for (int64_t call = 1; call <= calls; call += step) {
    SCOPED_TRACE(absl::StrCat(function, ":", call, ":", outcome));
    if (tried++ == ModelKeeper::kMaxRebuilds) {  // so many a minute are allowed
      ASSERT_OK(Load());
      tried = 1;
    }
    Inject(absl::StrCat(function, ":", call, ":", outcome));
    failed += RunAll(kTokens);
    Inject("");  // streams that met in fewer passes took fewer calls
    ASSERT_EQ(RunAll(kTokens), 0) << "the next ones";
    EXPECT_OK(lm_->Health());
    EXPECT_EQ(lm_->info().fingerprint, fingerprint);
  }
  EXPECT_GT(failed, 0);
  EXPECT_EQ(lm_->Stats().queue_length, 0);
}
INSTANTIATE_TEST_SUITE_P(
    , LmFaultSweepTest,
    ::testing::Values(Sweep{"clEnqueueNDRangeKernel", "lost", 29, false},
                      Sweep{"clEnqueueNDRangeKernel", "-5", 53, true}, Sweep{"clEnqueueWriteBuffer", "lost", 5, false},
                      Sweep{"clEnqueueReadBuffer", "lost", 5, false}, Sweep{"clEnqueueFillBuffer", "lost", 3, true},
                      Sweep{"clWaitForEvents", "lost", 3, true}, Sweep{"clFlush", "lost", 3, true}),
    [](const auto& info) {
      return absl::StrCat(info.param.function, info.param.outcome[0] == '-' ? "Error" : "Lost");
    });

// Holds the scheduler at the first word until all streams are there, and takes the device away when all have spoken.
struct Ambush {
  const std::string rule;
  std::latch submitted{1};
  std::atomic<int> silent = 3;
};

class AmbushSink final : public GenerationSink {
 public:
  AmbushSink(Ambush& ambush, std::shared_ptr<RecordingSink> sink) : ambush_(ambush), sink_(std::move(sink)) {}
  void OnDelta(DeltaEvent event) override {
    ambush_.submitted.wait();
    sink_->OnDelta(std::move(event));
    if (std::exchange(silent_, false) && --ambush_.silent == 0) Inject(ambush_.rule);
  }
  void OnStarted(const StartedEvent& event) override { sink_->OnStarted(event); }
  void OnProgress(const ProgressEvent& event) override { sink_->OnProgress(event); }
  void OnFinished(FinishedEvent event) override { sink_->OnFinished(std::move(event)); }
  void OnError(const absl::Status& status) override { sink_->OnError(status); }

 private:
  Ambush& ambush_;
  const std::shared_ptr<RecordingSink> sink_;
  bool silent_ = true;
};

TEST_F(LmFaultTest, EveryRunningStreamEndsWithTheDevice) {
  constexpr int kTokens = 100;
  all_greedy_ = true;
  ASSERT_OK(Load());
  ComputeRightTokens(kTokens);
  for (const char* rule : {"clFlush:1:lost", "clEnqueueNDRangeKernel:11:lost", "clWaitForEvents:2:lost"}) {
    SCOPED_TRACE(rule);
    Ambush ambush{rule};
    std::vector<std::shared_ptr<RecordingSink>> sinks;
    for (int i = 0; i < 3; ++i) {
      sinks.push_back(std::make_shared<RecordingSink>());
      ASSERT_OK(lm_->Generate(Request(i, kTokens), std::make_shared<AmbushSink>(ambush, sinks.back())).status());
    }
    ambush.submitted.count_down();
    for (int i = 0; i < 3; ++i) {
      sinks[i]->AwaitEnd();
      EXPECT_TRUE(CheckEnd(i, *sinks[i]));
      EXPECT_THAT(std::string(sinks[i]->error().message()), HasSubstr("the device failed: "));
    }
    EXPECT_EQ(RunAll(kTokens), 0);
  }
}

// The first pass of many rows needs memory that loading did not take, and an idle device to get it.
TEST_F(LmFaultTest, WhatTheFirstLongPassNeedsFails) {
  for (const char* rule : {"clCreateBuffer:1:-4", "clFinish:1:lost", "clCreateKernel:1:-6", "clSetKernelArg:9:-5"}) {
    SCOPED_TRACE(rule);
    Inject("");
    ASSERT_OK(Load(/*prefill_slice=*/256));
    ComputeRightTokens(4);
    ASSERT_OK(Load(/*prefill_slice=*/256));
    Inject(rule);
    EXPECT_GT(RunAll(4), 0);
    EXPECT_OK(lm_->Health());
    EXPECT_EQ(RunAll(4), 0);
  }
}

// Nothing to fall back on: requests are refused with the reason, at once and for good.
TEST_F(LmFaultTest, ADeviceThatDoesNotComeBack) {
  for (const char* rule : {"clCreateContext:1+:-5", "clCreateBuffer:3+:-4", "clBuildProgram:1+:-11",
                           "clCreateKernel:20+:-46", "clEnqueueWriteBuffer:40+:lost"}) {
    SCOPED_TRACE(rule);
    Inject("");
    ASSERT_OK(Load());
    ComputeRightTokens(4);
    Inject(absl::StrCat("clFlush:3:lost,", rule));
    int failed = RunAll(4);
    // Which of the three the failure met is left to chance; after it there is no model.
    failed += RunAll(4);
    EXPECT_GE(failed, 4);
    const absl::Status health = lm_->Health();
    EXPECT_TRUE(IsDeviceFailure(health)) << health;
    EXPECT_THAT(std::string(health.message()), HasSubstr("could not be rebuilt"));
    EXPECT_THAT(std::string(health.message()), HasSubstr("must be restarted"));
    EXPECT_EQ(Start(0, 4)->error(), health);
  }
}

// Errors at load name what the driver refused; the process can load again.
TEST_F(LmFaultTest, EveryMomentOfLoading) {
  Inject("");
  ASSERT_OK(Load());
  ComputeRightTokens(4);
  for (const auto& [function, outcome, code] : {std::tuple("clCreateBuffer", "-4", "CL_MEM_OBJECT_ALLOCATION_FAILURE"),
                                                std::tuple("clEnqueueWriteBuffer", "lost", "CL_OUT_OF_RESOURCES"),
                                                std::tuple("clEnqueueNDRangeKernel", "lost", "CL_OUT_OF_RESOURCES"),
                                                std::tuple("clCreateContext", "-5", "CL_OUT_OF_RESOURCES"),
                                                std::tuple("clCreateCommandQueue", "-6", "CL_OUT_OF_HOST_MEMORY")}) {
    Inject("");
    ASSERT_OK(Load());
    const int64_t calls = opencl::CountedCalls(function);
    ASSERT_GT(calls, 0);
    const int64_t step = std::max<int64_t>(1, calls / 8);
    for (int64_t call = 1; call <= calls; call += step) {
      SCOPED_TRACE(absl::StrCat(function, ":", call, ":", outcome));
      Inject(absl::StrCat(function, ":", call, ":", outcome));
      EXPECT_THAT(std::string(Load().message()), HasSubstr(code));
    }
  }
  Inject("clBuildProgram:1+:-11");
  EXPECT_THAT(std::string(Load().message()), HasSubstr("CL_BUILD_PROGRAM_FAILURE"));
  Inject("");
  ASSERT_OK(Load());
  EXPECT_EQ(RunAll(4), 0);
}

}  // namespace
}  // namespace ferro
