// The scheduler on real models with random weights: what a request gets in company, with a step in flight or without,
// is what the model says to it alone.
#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/status_testing.h"
#include "engine/backend/create.h"
#include "engine/backend/test_devices.h"
#include "engine/gguf/file.h"
#include "engine/lease/device_lease.h"
#include "engine/lease/rival.h"
#include "engine/models/load.h"
#include "engine/models/testing/synthetic_lfm2.h"
#include "engine/schedule/leased_model.h"
#include "engine/schedule/scheduler.h"
#include "engine/schedule/testing.h"
#include "engine/schedule/wrapped_model.h"

namespace ferro {
namespace {

constexpr int kVocabulary = 260;  // of ByteTokenizer
constexpr int kContext = 96;

struct Case {
  std::string device;
  std::string model;
  bool ahead;          // a step is kept in flight
  bool rival = false;  // another program takes turns on the device
};

class SchedulerModelsTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    SyntheticLfm2 shape = GetParam().model == "moe" ? TinyLfm2Moe() : TinyLfm2();
    shape.vocab = kVocabulary;
    bytes_ = *SyntheticModel(shape, nullptr).Serialize();
    ASSERT_OK_AND_ASSIGN(
        file_, GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic"));
    BackendOptions options;
    options.device = GetParam().device;
    options.self_test = false;  // what is computed is compared here
    if (GetParam().rival) options.launch_ms = 0.001;
    ASSERT_OK_AND_ASSIGN(backend_, CreateBackend(options));
  }

  std::unique_ptr<CausalModel> Load(int slots) {
    CausalModelOptions options;
    options.slots = slots;
    options.context = kContext;
    options.max_prefill_rows = 24;
    return *LoadCausalModel(*file_, *backend_, options);
  }

  void Start(int slots) {
    scheduler_.reset();
    model_ = std::make_unique<WrappedModel>(Load(slots), Manners{.runs_ahead = GetParam().ahead});
    if (lease_ != nullptr) model_ = std::make_unique<LeasedModel>(std::move(model_), *backend_, lease_);
    SchedulerOptions options;
    options.vocabulary = {kVocabulary, {kEndToken}};
    options.prefill_slice_tokens = 24;
    ASSERT_OK_AND_ASSIGN(scheduler_, Scheduler::Create(*model_, options));
  }

  static std::vector<int32_t> Prompt(int i) {
    std::mt19937 random(i);
    std::vector<int32_t> prompt(1 + random() % 40);
    for (int32_t& token : prompt) token = static_cast<int32_t>(random() % kVocabulary);
    return prompt;
  }

  static bool IsSampled(int i) { return i % 4 == 3; }

  GenerationRequest Request(int i) const {
    GenerationRequest request;
    request.prompt = Prompt(i);
    request.sampling.temperature = IsSampled(i) ? 1 : 0;
    request.sampling.repetition_penalty = 1;
    request.sampling.seed = i;
    request.max_tokens = MaxTokens(i);
    ReplyOptions reply;
    if (i % 5 == 2) reply.stop = {"a", "e", "i", "\n", "0"};
    request.reply = std::make_unique<Reply>(*tokenizer_, std::move(reply));
    request.return_tokens = true;
    return request;
  }
  static int MaxTokens(int i) { return 1 + i * 7 % 20; }

  // The greedy reply, step by step from the model's own logits, without its stop texts.
  static std::vector<int32_t> GreedyAlone(CausalModel& model, int i) {
    const std::vector<int32_t> prompt = Prompt(i);
    std::vector<int32_t> reply;
    EXPECT_OK(model.ResetSlot(0));
    int position = 0;
    while (static_cast<int>(reply.size()) < MaxTokens(i)) {
      const int left = static_cast<int>(prompt.size()) - position;
      const auto tokens =
          left > 0 ? absl::MakeConstSpan(prompt).subspan(position, 24) : absl::MakeConstSpan(reply).last(1);
      const bool wants = left <= 24;
      const SequenceStep step = {0, position, tokens, left > 0 ? RowRole::kPrefill : RowRole::kDecode, wants};
      const absl::Span<const float> logits = *model.Forward({&step, 1});
      position += static_cast<int>(tokens.size());
      if (!wants) continue;
      reply.push_back(static_cast<int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
      if (reply.back() == kEndToken) break;
    }
    return reply;
  }

  const std::unique_ptr<Tokenizer> tokenizer_ = ByteTokenizer();
  std::string bytes_;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Backend> backend_;
  std::shared_ptr<DeviceLease> lease_;
  std::unique_ptr<CausalModel> model_;
  std::unique_ptr<Scheduler> scheduler_;  // after the model: its thread ends first
};

TEST_P(SchedulerModelsTest, RepliesInCompanyAreThoseAlone) {
  const int requests = absl::StartsWith(GetParam().device, "opencl") ? 10 : 24;  // software OpenCL is slow
  std::vector<std::vector<int32_t>> alone;
  {
    const std::unique_ptr<CausalModel> model = Load(/*slots=*/1);
    for (int i = 0; i < requests; ++i) {
      alone.push_back(IsSampled(i) ? std::vector<int32_t>() : GreedyAlone(*model, i));
    }
  }
  std::unique_ptr<Rival> rival;
  if (GetParam().rival) {
    const std::string path = testing::TempDir() + "/lease";
    ASSERT_OK_AND_ASSIGN(lease_, DeviceLease::Open(path));
    rival = std::make_unique<Rival>(path);
  }
  Start(/*slots=*/1);
  for (int i = 0; i < requests; ++i) {
    auto sink = std::make_shared<RecordingSink>();
    ASSERT_OK(scheduler_->Submit(Request(i), sink));
    sink->AwaitEnd();
    const std::vector<int32_t> tokens = sink->tokens();
    if (IsSampled(i)) {
      alone[i] = tokens;
      continue;
    }
    const bool stopped = !sink->finished()->stop_text.empty();
    ASSERT_LE(tokens.size(), alone[i].size());
    EXPECT_TRUE(std::equal(tokens.begin(), tokens.end(), alone[i].begin())) << i;
    EXPECT_TRUE(stopped || tokens.size() == alone[i].size()) << i;
    alone[i] = tokens;
  }

  std::mt19937 random(1);
  Start(/*slots=*/4);
  std::vector<std::shared_ptr<RecordingSink>> sinks;
  std::vector<bool> cancelled(requests);
  for (int i = 0; i < requests; ++i) {
    sinks.push_back(std::make_shared<RecordingSink>());
    ASSERT_OK_AND_ASSIGN(const RequestId id, scheduler_->Submit(Request(i), sinks.back()));
    if (random() % 2 == 0) sinks[random() % sinks.size()]->AwaitDeltas(3);
    if (random() % 5 == 0) {
      scheduler_->Cancel(id);
      cancelled[i] = true;
    }
  }
  scheduler_->Drain(absl::InfiniteDuration());
  for (int i = 0; i < requests; ++i) {
    sinks[i]->AwaitEnd();
    const std::vector<int32_t> tokens = sinks[i]->tokens();
    ASSERT_LE(tokens.size(), alone[i].size()) << i;
    EXPECT_TRUE(cancelled[i] || tokens.size() == alone[i].size()) << i;
    EXPECT_TRUE(std::equal(tokens.begin(), tokens.end(), alone[i].begin())) << i;
  }
  if (rival != nullptr) {
    EXPECT_GT(rival->turns(), requests);
  }
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const char* device : {"reference", "cpu"}) {
    for (const char* model : {"dense", "moe"}) {
      for (const bool ahead : {false, true}) cases.push_back({device, model, ahead});
    }
  }
  for (const bool ahead : {false, true}) cases.push_back({"cpu", "dense", ahead, /*rival=*/true});
  for (const TestDevice& device : OpenClTestDevices()) {
    if (device.slow) continue;
    for (const bool rival : {false, true}) cases.push_back({device.name, "dense", true, rival});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(, SchedulerModelsTest, ::testing::ValuesIn(Cases()), [](const auto& info) {
  const Case& c = info.param;
  return absl::StrCat(absl::StrReplaceAll(c.device, {{":", "_"}}), "_", c.model, c.ahead ? "_ahead" : "",
                      c.rival ? "_rival" : "");
});

}  // namespace
}  // namespace ferro
