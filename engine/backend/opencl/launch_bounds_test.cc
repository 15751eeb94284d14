// Bounds on launches and on the queue: they cut the work, and change no bit of what comes out.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/backend/create.h"
#include "engine/backend/test_devices.h"
#include "engine/gguf/file.h"
#include "engine/models/load.h"
#include "engine/models/testing/synthetic_lfm2.h"
#include "engine/opencl/fault_api.h"

namespace ferro {
namespace {

// The layer that fails calls counts them, too. It is there if the variable is, whatever it says.
[[maybe_unused]] const bool g_counting = [] { return setenv("FERRO_OPENCL_FAULT", "", /*overwrite=*/1) == 0; }();

constexpr int kSlots = 20;   // three passes of the decode products
constexpr int kPrompt = 70;  // more than one tile of the prefill products
constexpr int kDecodeSteps = 3;
constexpr int kVocabulary = 300;

struct Outcome {
  std::vector<float> logits;  // of every pass, one after the other
  int64_t launches = 0;
  int64_t waits = 0;  // for an event, or for the whole queue
};

struct Case {
  std::string device, model;
};

class LaunchBoundsTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    SyntheticLfm2 shape = GetParam().model == "moe" ? TinyLfm2Moe() : TinyLfm2();
    shape.vocab = kVocabulary;
    bytes_ = *SyntheticModel(shape, nullptr).Serialize();
    ASSERT_OK_AND_ASSIGN(
        file_, GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic"));
  }

  // A long prompt beside one that is decoded already, then every slot at once.
  Outcome Run(double launch_ms, double queue_ms) {
    BackendOptions options;
    options.device = GetParam().device;
    options.launch_ms = launch_ms;
    options.queue_ms = queue_ms;
    const auto backend = *CreateBackend(options);
    CausalModelOptions model_options;
    model_options.slots = kSlots;
    model_options.context = 256;
    model_options.max_prefill_rows = kPrompt;
    const auto model = *LoadCausalModel(*file_, *backend, model_options);
    opencl::InstallFaults({});  // counts from here

    Outcome outcome;
    const auto pass = [&](const std::vector<SequenceStep>& steps) {
      const auto logits = model->Forward(steps);
      EXPECT_OK(logits.status());
      if (logits.ok()) outcome.logits.insert(outcome.logits.end(), logits->begin(), logits->end());
    };
    std::vector<int32_t> prompt(kPrompt);
    for (int i = 0; i < kPrompt; ++i) prompt[i] = i * 31 % kVocabulary;
    const absl::Span<const int32_t> tokens(prompt);
    std::vector<int> positions(kSlots, 1);
    for (int slot = 0; slot < kSlots; ++slot) {
      EXPECT_OK(model->ResetSlot(slot));
      if (slot > 0) pass({{slot, 0, tokens.subspan(slot, 1), RowRole::kPrefill, true}});
    }
    pass({{0, 0, tokens, RowRole::kPrefill, true}, {1, positions[1]++, tokens.first(1), RowRole::kDecode, true}});
    positions[0] = kPrompt;
    for (int i = 0; i < kDecodeSteps; ++i) {
      std::vector<SequenceStep> steps;
      for (int slot = 0; slot < kSlots; ++slot) {
        steps.push_back({slot, positions[slot]++, tokens.subspan(slot + i, 1), RowRole::kDecode, true});
      }
      pass(steps);
    }
    outcome.launches = opencl::CountedCalls("clEnqueueNDRangeKernel");
    outcome.waits = opencl::CountedCalls("clWaitForEvents") + opencl::CountedCalls("clFinish");
    return outcome;
  }

  std::string bytes_;
  std::unique_ptr<GgufFile> file_;
};

TEST_P(LaunchBoundsTest, ChangeNoBit) {
  const Outcome usual = Run(BackendOptions().launch_ms, BackendOptions().queue_ms);
  ASSERT_EQ(usual.logits.size(), size_t{kVocabulary} * (kSlots - 1 + 2 + kDecodeSteps * kSlots));

  const Outcome short_launches = Run(0.001, BackendOptions().queue_ms);
  EXPECT_EQ(short_launches.logits, usual.logits);
  EXPECT_GT(short_launches.launches, usual.launches + 20);

  const Outcome short_queue = Run(BackendOptions().launch_ms, 0.001);
  EXPECT_EQ(short_queue.logits, usual.logits);
  EXPECT_EQ(short_queue.launches, usual.launches);
  // Every launch with a cost waits for the one before: most do.
  EXPECT_GT(short_queue.waits, usual.waits + usual.launches / 2);

  const Outcome both = Run(0.01, 0.05);
  EXPECT_EQ(both.logits, usual.logits);
  const Outcome unbounded = Run(10000, 0);
  EXPECT_EQ(unbounded.logits, usual.logits);
  EXPECT_LE(unbounded.waits, usual.waits);
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const TestDevice& device : OpenClTestDevices()) {
    for (const char* model : {"dense", "moe"}) {
      if (!device.slow) cases.push_back({device.name, model});
    }
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(, LaunchBoundsTest, ::testing::ValuesIn(Cases()),
                         [](const auto& info) { return info.param.model + std::to_string(info.index); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LaunchBoundsTest);

}  // namespace
}  // namespace ferro
