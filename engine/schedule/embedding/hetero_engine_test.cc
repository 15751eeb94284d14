// An embedding model on an OpenCL device and the processor at once: whose bits a vector has, and what becomes of both
// sides when the device fails.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "base/status_testing.h"
#include "engine/backend/test_devices.h"
#include "engine/lease/rival.h"
#include "engine/opencl/fault_api.h"
#include "engine/schedule/embedding/embedding_engine.h"
#include "engine/schedule/embedding/hetero_share.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Before anything loads OpenCL: the layer that fails calls is there if the variable is, whatever it says.
[[maybe_unused]] const bool g_faulty = [] { return setenv("FERRO_OPENCL_FAULT", "", /*overwrite=*/1) == 0; }();

constexpr char kModel[] = "tests/data/models/tiny-gemma2-Q8_0.gguf";
constexpr int kShare = 40;

using Vectors = std::vector<std::vector<float>>;

void Inject(const std::string& rules) {
  auto parsed = opencl::ParseFaults(rules);
  ASSERT_OK(parsed.status());
  opencl::InstallFaults(*std::move(parsed));
}

EmbeddingRequest Tokens(const std::vector<std::vector<int32_t>>& sequences) {
  EmbeddingRequest request;
  for (const std::vector<int32_t>& sequence : sequences) request.items.push_back({sequence, ""});
  return request;
}

// Sequences of one pass, of lengths that leave gaps in a share.
std::vector<std::vector<int32_t>> Mixed() {
  std::vector<std::vector<int32_t>> sequences;
  for (const int length : {5, 90, 17, 3, 64, 1, 33, 40, 2, 12, 70, 8}) {
    std::vector<int32_t>& tokens = sequences.emplace_back();
    for (int i = 0; i < length; ++i) tokens.push_back(5 + (7 * i + 3 * length) % 90);
  }
  return sequences;
}

class HeteroEngineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const TestDevice& device : OpenClTestDevices()) {
      if (!device.slow && device_.empty()) device_ = device.name;
    }
    if (device_.empty()) GTEST_SKIP() << "no OpenCL device that is fast enough";
    Inject("");
  }
  ~HeteroEngineTest() override { opencl::InstallFaults({}); }

  EmbeddingOptions Options(const std::string& device, bool hetero) const {
    EmbeddingOptions options;
    options.backend.device = device;
    options.backend.threads = 1;
    options.hetero = {.on = hetero, .share = kShare};
    return options;
  }
  std::unique_ptr<EmbeddingEngine> Load(const EmbeddingOptions& options) {
    absl::StatusOr<std::unique_ptr<EmbeddingEngine>> engine = EmbeddingEngine::Load(kModel, options);
    EXPECT_OK(engine);
    return engine.ok() ? *std::move(engine) : nullptr;
  }
  std::unique_ptr<EmbeddingEngine> LoadBoth() { return Load(Options(device_, true)); }

  static absl::StatusOr<Vectors> Embed(EmbeddingEngine& engine, const std::vector<std::vector<int32_t>>& sequences) {
    FERRO_ASSIGN_OR_RETURN(const EmbeddingReply reply, engine.Embed(Tokens(sequences)));
    Vectors vectors;
    for (const EmbeddedItem& item : reply.items) vectors.push_back(item.values);
    return vectors;
  }

  std::string device_;
};

// A device whose kernels are exact has the processor's bits, so that this shows the order, and that none is lost; who
// computes what, hetero_embedder_test sees.
TEST_F(HeteroEngineTest, EveryVectorHasTheBitsOfTheSideThatTheRuleNames) {
  const auto both = LoadBoth(), gpu = Load(Options(device_, false)), cpu = Load(Options("cpu", false));
  ASSERT_TRUE(both && gpu && cpu);
  const std::vector<std::vector<int32_t>> sequences = Mixed();
  ASSERT_OK_AND_ASSIGN(const Vectors on_gpu, Embed(*gpu, sequences));
  Vectors expected = on_gpu;
  ASSERT_OK_AND_ASSIGN(const Vectors on_cpu, Embed(*cpu, sequences));
  const HeteroSides sides = ShareOut(std::vector<TokenSequence>(sequences.begin(), sequences.end()), kShare);
  ASSERT_GT(sides.cpu.size(), 1u);
  ASSERT_GT(sides.gpu.size(), 1u);
  for (const size_t i : sides.cpu) expected[i] = on_cpu[i];
  for (int round = 0; round < 10; ++round) {
    ASSERT_OK_AND_ASSIGN(const Vectors vectors, Embed(*both, sequences));
    EXPECT_EQ(vectors, expected) << "round " << round;
  }
  ASSERT_OK_AND_ASSIGN(const Vectors alone, Embed(*both, {sequences[1]}));
  EXPECT_EQ(alone[0], on_gpu[1]);
}

TEST_F(HeteroEngineTest, SaysSo) {
  const auto both = LoadBoth(), gpu = Load(Options(device_, false));
  ASSERT_TRUE(both && gpu);
  const EmbeddingModelInfo info = both->info();
  EXPECT_THAT(info.device, StartsWith(absl::StrCat(gpu->info().device, " + cpu ")));
  EXPECT_THAT(info.device, HasSubstr("40%"));
  EXPECT_NE(info.fingerprint, gpu->info().fingerprint);
  EXPECT_EQ(both->memory().weights, 2 * gpu->memory().weights) << "each side packs its own";
  EXPECT_GT(both->memory().activations, gpu->memory().activations);
}

// Whatever call of a pass fails: the request ends with the reason, the next one is served by the same two sides.
TEST_F(HeteroEngineTest, ADeviceThatIsLostIsRebuiltWithBothSides) {
  for (const char* const function : {"clEnqueueNDRangeKernel", "clEnqueueWriteBuffer", "clEnqueueReadBuffer"}) {
    Inject("");
    const auto both = LoadBoth();
    ASSERT_TRUE(both);
    ASSERT_OK_AND_ASSIGN(const Vectors expected, Embed(*both, Mixed()));
    const std::string fingerprint = both->info().fingerprint;
    Inject("");
    ASSERT_OK(Embed(*both, Mixed()));
    const int64_t calls = opencl::CountedCalls(function);
    ASSERT_GT(calls, 0) << function;
    for (const int64_t call : {int64_t{1}, 1 + calls / 2, calls}) {
      const std::string rule = absl::StrCat(function, ":", call, ":lost");
      SCOPED_TRACE(rule);
      Inject(rule);
      const absl::Status failed = Embed(*both, Mixed()).status();
      EXPECT_EQ(failed.code(), absl::StatusCode::kUnavailable) << failed;
      EXPECT_EQ(DetailOf(failed).reason, kReasonDeviceFailed);
      EXPECT_THAT(std::string(failed.message()), HasSubstr("on the GPU: "));
      EXPECT_THAT(std::string(failed.message()), HasSubstr("retry"));
      ASSERT_OK_AND_ASSIGN(const Vectors again, Embed(*both, Mixed()));
      EXPECT_EQ(again, expected);
      EXPECT_OK(both->Health());
      EXPECT_EQ(both->info().fingerprint, fingerprint);
    }
  }
}

TEST_F(HeteroEngineTest, ADeviceThatDoesNotComeBackIsTold) {
  const auto both = LoadBoth();
  ASSERT_TRUE(both);
  Inject("clEnqueueNDRangeKernel:5:lost,clCreateContext:1+:-5");
  EXPECT_EQ(Embed(*both, Mixed()).status().code(), absl::StatusCode::kUnavailable);
  const absl::Status refused = Embed(*both, Mixed()).status();
  EXPECT_THAT(std::string(refused.message()), HasSubstr("could not be rebuilt"));
  EXPECT_EQ(both->Health(), refused);
}

TEST_F(HeteroEngineTest, WhatFailsWhileLoadingIsTold) {
  for (const char* const rule : {"clCreateContext:1:-5", "clEnqueueWriteBuffer:3:lost"}) {
    Inject(rule);
    EXPECT_THAT(std::string(EmbeddingEngine::Load(kModel, Options(device_, true)).status().message()),
                HasSubstr("CL_OUT_OF_RESOURCES"));
  }
}

TEST_F(HeteroEngineTest, AnotherProgramThatTakesTurnsChangesNothing) {
  const auto alone = LoadBoth();
  EmbeddingOptions options = Options(device_, true);
  options.backend.launch_ms = 0.001;
  options.backend.lease = LeaseUse::kOn;
  options.backend.lease_file = testing::TempDir() + "/lease";
  const auto sharing = Load(options);
  ASSERT_TRUE(alone && sharing);
  const Rival rival(options.backend.lease_file);
  ASSERT_OK_AND_ASSIGN(const Vectors expected, Embed(*alone, Mixed()));
  ASSERT_OK_AND_ASSIGN(const Vectors vectors, Embed(*sharing, Mixed()));
  EXPECT_EQ(vectors, expected);
  EXPECT_GT(sharing->lease()->counts().waits, 1) << "it gave way on its way";
}

TEST(HeteroLoadTest, AMachineWithoutAGpuIsTold) {
  EmbeddingOptions options;
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<EmbeddingEngine> plain, EmbeddingEngine::Load(kModel, options));
  if (!absl::StartsWith(plain->info().device, "cpu")) GTEST_SKIP() << "it has one: " << plain->info().device;
  options.hetero.on = true;
  options.progress = [](double share) { FAIL() << "loads " << share << " of a model that nobody will use"; };
  const absl::Status refused = EmbeddingEngine::Load(kModel, options).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("--hetero"));
  EXPECT_THAT(std::string(refused.message()), HasSubstr("ferro devices"));
}

TEST(HeteroOptionsTest, ADeviceThatIsNoGpuIsRefusedBeforeAnythingIsLoaded) {
  EmbeddingOptions options;
  options.hetero.on = true;
  for (const char* const device : {"cpu", "reference", "null"}) {
    options.backend.device = device;
    const absl::Status refused = EmbeddingEngine::Load("/no/such/file", options).status();
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(refused.message()), HasSubstr(absl::StrCat("--device ", device)));
  }
  options.backend.device = "auto";
  for (const int share : {-1, 0, 100}) {
    options.hetero.share = share;
    EXPECT_THAT(std::string(ValidateOptions(options).message()), HasSubstr("--hetero-share"));
  }
}

}  // namespace
}  // namespace ferro
