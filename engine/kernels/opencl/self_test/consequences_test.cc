// What becomes of a driver whose compiler gets kernels wrong, from the probing process to the logits of a model. This
// test is also the program that probes: see main.
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "base/status_testing.h"
#include "engine/backend/create.h"
#include "engine/backend/opencl/tuning/tuning_store.h"
#include "engine/kernels/opencl/probe.h"
#include "engine/models/load.h"
#include "engine/models/testing/synthetic_lfm2.h"
#include "engine/opencl/api.h"
#include "engine/opencl/lying_api.h"
#include "gmock/gmock.h"

namespace ferro {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kLiesVariable[] = "FERRO_TEST_LIES";  // for the processes that this one starts
constexpr char kRealDriver[] = "/etc/OpenCL/vendors/pocl.icd";

// PoCL multiplies by the plain path alone. With this it seems to have another, which is slow and right: something to
// fall back from.
const opencl::Lie kAnotherPath = {"", "#if FERRO_DOT == 1\n#pragma", "#if 0\n#pragma"};
const opencl::Lie kWrongOnThatPath = {"void gemm(", "min(r, count - 1)", "(FERRO_DOT == 1 ? 0 : min(r, count - 1))"};

void TellAlone(std::vector<opencl::Lie> lies) {
  Json list = Json::array();
  for (const opencl::Lie& lie : lies) list.push_back({lie.after, lie.from, lie.to});
  setenv(kLiesVariable, DumpJson(list).c_str(), 1);
  opencl::TellLies(std::move(lies));
}

void Tell(std::vector<opencl::Lie> lies) {
  lies.push_back(kAnotherPath);
  lies.push_back(kWrongOnThatPath);
  TellAlone(std::move(lies));
}

// In a process that was started to probe.
void TellWhatIsTold() {
  const char* const text = std::getenv(kLiesVariable);
  if (text == nullptr) return;
  const absl::StatusOr<Json> list = ParseJson(text);
  std::vector<opencl::Lie> lies;
  for (const Json& lie : list.value()) {
    lies.push_back({lie[0].get<std::string>(), lie[1].get<std::string>(), lie[2].get<std::string>()});
  }
  opencl::TellLies(std::move(lies));
}

// The logits of a prompt and of tokens after it.
absl::StatusOr<std::vector<float>> Logits(const SyntheticLfm2& shape, Backend& backend) {
  FERRO_ASSIGN_OR_RETURN(const std::string bytes, SyntheticModel(shape, nullptr).Serialize());
  FERRO_ASSIGN_OR_RETURN(const auto file,
                         GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "synthetic"));
  CausalModelOptions options;
  options.slots = 2;
  options.context = 128;
  options.kv_type = KvType::kF16;
  FERRO_ASSIGN_OR_RETURN(const auto model, LoadCausalModel(*file, backend, options));
  std::vector<float> all;
  FERRO_RETURN_IF_ERROR(model->ResetSlot(0));
  const std::vector<int32_t> tokens = {1, 7, 100, 42, 3, 250, 9, 17};
  constexpr int kPrompt = 5;
  for (int done = 0; done < static_cast<int>(tokens.size());) {
    const int count = done == 0 ? kPrompt : 1;
    const SequenceStep step = {0, done, absl::MakeConstSpan(tokens).subspan(done, count),
                               done == 0 ? RowRole::kPrefill : RowRole::kDecode, true};
    FERRO_ASSIGN_OR_RETURN(const auto logits, model->Forward({&step, 1}));
    all.insert(all.end(), logits.begin(), logits.end());
    done += count;
  }
  return all;
}

class ConsequencesTest : public testing::Test {
 protected:
  void SetUp() override {
    if (access(kRealDriver, R_OK) != 0) GTEST_SKIP() << "PoCL is not installed";
  }
  static absl::StatusOr<std::unique_ptr<Backend>> Create() {
    BackendOptions options;
    options.device = "opencl:0";
    return CreateBackend(options);
  }
  static std::vector<float> DenseAndExperts(Backend& backend) {
    std::vector<float> all;
    for (const SyntheticLfm2& shape : {TinyLfm2(), TinyLfm2Moe()}) {
      const auto logits = Logits(shape, backend);
      EXPECT_OK(logits.status());
      if (logits.ok()) all.insert(all.end(), logits->begin(), logits->end());
    }
    return all;
  }
};

// One test, since one inventory serves a process, and what follows compares with what came before.
TEST_F(ConsequencesTest, ADriverIsUsedForWhatItGetsRight) {
  // A dot product with which a product is wrong: the next one.
  Tell({});
  testing::internal::CaptureStderr();
  absl::StatusOr<std::unique_ptr<Backend>> backend = Create();
  std::string log = testing::internal::GetCapturedStderr();
  ASSERT_OK(backend.status()) << log;
  EXPECT_THAT((*backend)->name(), HasSubstr("plain"));
  EXPECT_THAT(log, AllOf(HasSubstr("event=opencl_dot_product_rejected"), HasSubstr("kind=khr"),
                         HasSubstr("gemm gives "), Not(HasSubstr("kernel_disabled"))));
  const std::vector<float> want = DenseAndExperts(**backend);
  ASSERT_FALSE(want.empty());

  // Fused kernels that are wrong, and one that kills the process: what they stand for computes the same.
  Tell({{"inline void swiglu_sums(", "swiglu(sums[i], sums[TILE + i])", "sums[i]"},
        {"inline Input prepare_rows(", "inverse_scales[i / BLOCK_WORDS]", "scales[i / BLOCK_WORDS]"},
        {"inline void convolve_sums(", "sums[TILE + i] * v;", "*(__global float*)(size_t)(NORM ? 0 : 8) = v;"}});
  testing::internal::CaptureStderr();
  backend = Create();
  log = testing::internal::GetCapturedStderr();
  ASSERT_OK(backend.status()) << log;
  for (const char* const kernel :
       {"gemv_swiglu", "gemv_conv", "gemv_norm_store", "gemv_norm_swiglu", "gemv_norm_conv", "gemv_experts_swiglu"}) {
    EXPECT_THAT(log, testing::ContainsRegex(std::string("event=opencl_kernel_disabled .*kernel=") + kernel));
  }
  EXPECT_THAT(log, HasSubstr("gemv_conv: the driver crashes or hangs"));
  EXPECT_EQ(DenseAndExperts(**backend), want);

  // A kernel that nothing replaces: no device, and what to do.
  Tell({{"void norm_quantise(", "* r *", "* -r *"}});
  const absl::Status refused = Create().status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(refused.message()),
              AllOf(HasSubstr("opencl:0 ("), HasSubstr("fails the self-test: norm_quantise gives "),
                    HasSubstr("take --device cpu, or another version of the driver")));

  // One that only a model asks for: found while it is loaded.
  Tell({{"void attention_merge(", "exp_f(new_weights[at] - m)", "(HEADS == 4 ? 1 : exp_f(new_weights[at] - m))"}});
  backend = Create();
  ASSERT_OK(backend.status());
  EXPECT_THAT(std::string(Logits(TinyLfm2(), **backend).status().message()), HasSubstr("attention_decode gives "));

  // Stored shapes with which a product is wrong: the default ones, and the same dot product.
  const OpenClDevice& device = ProbeOpenCl(ProbeScope::kAll).devices[0];
  opencl::StoredTuning stored;
  stored.tuning = opencl::KernelTuningFor(device.device, *device.dot);
  stored.tuning.gemm.blocks_staged *= 2;
  const std::string lie = absl::StrCat("(STAGE == ", stored.tuning.gemm.blocks_staged, " ? 0 : min(r, count - 1))");
  setenv("XDG_CACHE_HOME", absl::StrCat(testing::TempDir(), "/tuned").c_str(), 1);
  ASSERT_OK(opencl::TuningStore(opencl::TuningStore::DefaultFolder()).Save(device.device, *device.dot, stored));
  TellAlone({kAnotherPath, {"void gemm(", "min(r, count - 1)", lie}});
  testing::internal::CaptureStderr();
  backend = Create();
  log = testing::internal::GetCapturedStderr();
  ASSERT_OK(backend.status()) << log;
  EXPECT_THAT((*backend)->name(), HasSubstr("khr"));
  EXPECT_THAT(log, AllOf(HasSubstr("event=opencl_tuning_rejected"), HasSubstr("gemm gives "),
                         Not(HasSubstr("opencl_dot_product_rejected"))));
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  ferro::opencl::WrapSystemApi([](const ferro::opencl::Api& real) { return ferro::opencl::LyingApi(real); });
  ferro::opencl::ClaimToBeGpus();  // others are not tested in a process of their own
  ferro::TellWhatIsTold();
  ferro::RunOpenClProbeIfAsked(argc, argv);
  setenv("OCL_ICD_FILENAMES", "", 1);
  setenv("OCL_ICD_VENDORS", ferro::kRealDriver, 1);  // no other driver
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
