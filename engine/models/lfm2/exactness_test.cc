// The row contract on whole models: a sequence's logits are the same bits alone and in company, whatever joins, leaves
// or reuses a slot, and however its prompt is cut.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/status_testing.h"
#include "engine/backend/create.h"
#include "engine/backend/test_devices.h"
#include "engine/gguf/file.h"
#include "engine/models/load.h"
#include "engine/models/testing/synthetic_lfm2.h"

namespace ferro {
namespace {

constexpr int kSlots = 6;

struct ExactnessCase {
  std::string model;
  std::string device;
  std::string isa;
  KvType kv;
};

// A sequence and everything the model said about it.
struct Stream {
  std::vector<int32_t> tokens;             // prompt, then the tokens to feed one by one
  int prompt = 0;                          // length of the prompt
  std::vector<std::vector<float>> logits;  // after the prompt, then after each further token
};

class ExactnessTest : public testing::TestWithParam<ExactnessCase> {
 protected:
  void SetUp() override { Make(BackendOptions().launch_ms); }

  void Make(double launch_ms) {
    const ExactnessCase& c = GetParam();
    model_.reset();
    // A model of convolutions with four taps and one of attention with a key/value head for each query head catch what
    // the usual shape hides.
    SyntheticLfm2 shape = c.model == "moe" ? TinyLfm2Moe() : TinyLfm2();
    if (c.model == "taps4") {
      shape.width = 128, shape.heads = 2, shape.kv_heads = {0, 2, 0}, shape.taps = 4, shape.vocab = 300, shape.ff = 96;
    }
    bytes_ = *SyntheticModel(shape, nullptr).Serialize();
    ASSERT_OK_AND_ASSIGN(
        file_, GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic"));
    BackendOptions options;
    options.device = c.device;
    options.self_test = false;  // what is computed is compared here
    options.isa = c.isa;
    options.threads = 3;
    options.launch_ms = launch_ms;
    ASSERT_OK_AND_ASSIGN(backend_, CreateBackend(options));
    CausalModelOptions model_options;
    model_options.slots = kSlots;
    model_options.context = 512;
    model_options.kv_type = c.kv;
    model_options.max_prefill_rows = 64;
    ASSERT_OK_AND_ASSIGN(model_, LoadCausalModel(*file_, *backend_, model_options));
  }

  Stream RandomStream(std::mt19937& random) {
    Stream stream;
    stream.prompt = 1 + static_cast<int>(random() % 150);
    stream.tokens.resize(stream.prompt + 1 + random() % 12);
    for (int32_t& token : stream.tokens) token = static_cast<int32_t>(random() % model_->vocab_size());
    return stream;
  }

  // The next step of `stream` in `slot` given that `done` tokens are in it, the prompt in slices of at most `slice`.
  static SequenceStep NextStep(const Stream& stream, int slot, int done, int slice) {
    const int left = stream.prompt - done;
    const int count = left > 0 ? std::min(left, slice) : 1;
    return {slot, done, absl::MakeConstSpan(stream.tokens).subspan(done, count),
            left > 0 ? RowRole::kPrefill : RowRole::kDecode, done + count >= stream.prompt};
  }

  void RunAlone(Stream& stream) {
    ASSERT_OK(model_->ResetSlot(0));
    for (int done = 0; done < static_cast<int>(stream.tokens.size());) {
      const SequenceStep step = NextStep(stream, 0, done, 64);
      ASSERT_OK_AND_ASSIGN(const auto logits, model_->Forward({&step, 1}));
      if (step.wants_logits) stream.logits.emplace_back(logits.begin(), logits.end());
      done += static_cast<int>(step.tokens.size());
    }
  }

  std::string bytes_;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<CausalModel> model_;
};

// A prompt that gives way to other programs wherever it can, with a reply beside it.
TEST_P(ExactnessTest, SegmentsDoNotMatter) {
  std::mt19937 random(11);
  Stream prompt = RandomStream(random), reply = RandomStream(random);
  RunAlone(prompt);
  RunAlone(reply);
  Make(/*launch_ms=*/0.001);
  int calls = 0;
  backend_->SetSegmentHook([&] {
    ++calls;
    return absl::OkStatus();
  });
  ASSERT_OK(model_->ResetSlot(1));
  ASSERT_OK(model_->ResetSlot(2));
  const absl::Span<const int32_t> first = absl::MakeConstSpan(reply.tokens).first(reply.prompt);
  int done = 0;
  for (; done < reply.prompt; done += 64) {
    const auto slice = first.subspan(done, 64);
    const SequenceStep step = {1, done, slice, RowRole::kPrefill, done + 64 >= reply.prompt};
    ASSERT_OK_AND_ASSIGN(const auto logits, model_->Forward({&step, 1}));
    if (step.wants_logits) {
      EXPECT_EQ(std::vector<float>(logits.begin(), logits.end()), reply.logits[0]);
    }
  }
  done = 0;
  for (size_t token = 1; token < reply.logits.size() || done < prompt.prompt; ++token) {
    std::vector<SequenceStep> steps;
    if (token < reply.logits.size()) {
      steps.push_back(NextStep(reply, 1, reply.prompt + static_cast<int>(token) - 1, 64));
    }
    if (done < prompt.prompt) steps.push_back(NextStep(prompt, 2, done, 24));
    ASSERT_OK_AND_ASSIGN(auto logits, model_->Forward(steps));
    if (token < reply.logits.size()) {
      const auto own = logits.first(model_->vocab_size());
      EXPECT_EQ(std::vector<float>(own.begin(), own.end()), reply.logits[token]);
    }
    if (done < prompt.prompt) {
      done += static_cast<int>(steps.back().tokens.size());
      if (!steps.back().wants_logits) continue;
      const auto own = logits.last(model_->vocab_size());
      EXPECT_EQ(std::vector<float>(own.begin(), own.end()), prompt.logits[0]);
    }
  }
  if (GetParam().device != "reference") {
    EXPECT_GT(calls, 20);
  }
  backend_->SetSegmentHook(nullptr);
}

TEST_P(ExactnessTest, AloneEqualsInCompany) {
  std::mt19937 random(7);
  constexpr int kStreams = 14;
  std::vector<Stream> streams;
  for (int i = 0; i < kStreams; ++i) {
    streams.push_back(RandomStream(random));
    RunAlone(streams.back());
  }

  struct Active {
    int stream = -1;
    int done = 0;
    size_t replies = 0;
  };
  std::vector<Active> slots(kSlots);
  int next = 0, finished = 0;
  while (finished < kStreams) {
    for (int s = 0; s < kSlots; ++s) {  // joins at random moments, into slots that others have just left
      if (slots[s].stream < 0 && next < kStreams && random() % 3 == 0) {
        ASSERT_OK(model_->ResetSlot(s));
        slots[s] = {next++, 0, 0};
      }
    }
    std::vector<SequenceStep> steps;
    std::vector<int> who;
    int rows = 0;
    for (int s = 0; s < kSlots; ++s) {
      if (slots[s].stream < 0 || random() % 5 == 0) continue;  // some sit a step out
      const SequenceStep step =
          NextStep(streams[slots[s].stream], s, slots[s].done, 1 + static_cast<int>(random() % 40));
      if (rows + static_cast<int>(step.tokens.size()) > model_->max_pass_rows()) continue;
      rows += static_cast<int>(step.tokens.size());
      steps.push_back(step);
      who.push_back(s);
    }
    if (steps.empty()) continue;
    ASSERT_OK_AND_ASSIGN(absl::Span<const float> logits, model_->Forward(steps));
    for (size_t i = 0; i < steps.size(); ++i) {
      Active& active = slots[who[i]];
      const Stream& stream = streams[active.stream];
      active.done += static_cast<int>(steps[i].tokens.size());
      if (steps[i].wants_logits) {
        const std::vector<float> got(logits.begin(), logits.begin() + model_->vocab_size());
        logits.remove_prefix(model_->vocab_size());
        ASSERT_EQ(got, stream.logits[active.replies++]) << "stream " << active.stream << " at " << active.done;
      }
      if (active.done == static_cast<int>(stream.tokens.size())) {
        active.stream = -1;
        ++finished;
      }
    }
  }
}

// Greedy replies whose tokens stay on the device, one pass ahead of the host, streams joining one by one: the tokens
// are those that the host finds in the logits of each stream alone.
TEST_P(ExactnessTest, TheDeviceChoosesWhatTheHostWould) {
  std::mt19937 random(3);
  constexpr int kStreams = 3, kReply = 8;
  std::vector<std::vector<int32_t>> prompts, replies;
  for (int i = 0; i < kStreams; ++i) {
    prompts.emplace_back(1 + random() % 30);
    for (int32_t& token : prompts[i]) token = static_cast<int32_t>(random() % model_->vocab_size());
    std::vector<int32_t>& reply = replies.emplace_back();
    ASSERT_OK(model_->ResetSlot(0));
    SequenceStep step = {0, 0, prompts[i], RowRole::kPrefill, true};
    while (reply.size() < kReply) {
      ASSERT_OK_AND_ASSIGN(const auto logits, model_->Forward({&step, 1}));
      reply.push_back(static_cast<int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
      step = {
          0, step.start_position + static_cast<int>(step.tokens.size()), {&reply.back(), 1}, RowRole::kDecode, true};
    }
  }

  const int32_t chosen = kChosenToken;
  std::vector<int> given(kStreams);  // tokens of the reply that are enqueued
  std::vector<std::pair<int, int>>
      wanted;  // stream and index of each token of the pass before, in the order of its steps
  std::unique_ptr<ChosenTokens> before;
  for (int pass = 0; pass == 0 || before != nullptr; ++pass) {
    std::vector<SequenceStep> steps;
    std::vector<std::pair<int, int>> wants;
    for (int i = 0; i < kStreams && pass >= 2 * i;
         ++i) {  // decode rows go before prompts here, and after them in the pass
      if (given[i] == kReply) continue;
      const int slot = kSlots - 1 - i;
      if (given[i] == 0) {
        ASSERT_OK(model_->ResetSlot(slot));
        steps.push_back({slot, 0, prompts[i], RowRole::kPrefill, true});
      } else {
        const int position = static_cast<int>(prompts[i].size()) + given[i] - 1;
        steps.push_back({slot, position, {&chosen, 1}, RowRole::kDecode, true});
      }
      wants.push_back({i, given[i]++});
    }
    std::unique_ptr<ChosenTokens> next;
    if (!steps.empty()) {
      ASSERT_OK_AND_ASSIGN(next, model_->ForwardGreedy(steps));
    }
    if (before != nullptr) {
      ASSERT_OK_AND_ASSIGN(const std::vector<int32_t> tokens, before->Wait());
      ASSERT_EQ(tokens.size(), wanted.size());
      for (size_t t = 0; t < tokens.size(); ++t) {
        const auto [stream, index] = wanted[t];
        EXPECT_EQ(tokens[t], replies[stream][index]) << "stream " << stream << ", token " << index;
      }
    }
    before = std::move(next);
    wanted = std::move(wants);
  }
  EXPECT_EQ(given, std::vector<int>(kStreams, kReply));
}

TEST_P(ExactnessTest, RefusesStepsThatDoNotFollow) {
  const int32_t token = 1, outside = model_->vocab_size();
  ASSERT_OK(model_->ResetSlot(0));
  const auto forward = [&](SequenceStep step) { return model_->Forward({&step, 1}).status().code(); };
  EXPECT_EQ(forward({0, 1, {&token, 1}, RowRole::kDecode, true}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(forward({kSlots, 0, {&token, 1}, RowRole::kDecode, true}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(forward({0, 0, {&outside, 1}, RowRole::kPrefill, true}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(forward({0, 0, {}, RowRole::kPrefill, true}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(forward({0, 0, {&token, 1}, RowRole::kPrefill, true}), absl::StatusCode::kOk);

  // Only what the device has chosen can be referred to.
  const int32_t chosen = kChosenToken;
  EXPECT_EQ(forward({0, 1, {&chosen, 1}, RowRole::kDecode, true}), absl::StatusCode::kInvalidArgument);
  ASSERT_OK(model_->ResetSlot(0));
  const SequenceStep greedy = {0, 0, {&token, 1}, RowRole::kPrefill, true};
  ASSERT_OK_AND_ASSIGN(const auto tokens, model_->ForwardGreedy({&greedy, 1}));
  EXPECT_EQ(forward({0, 1, {&chosen, 1}, RowRole::kPrefill, true}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(forward({0, 1, {&chosen, 1}, RowRole::kDecode, true}), absl::StatusCode::kOk);
  EXPECT_EQ(forward({0, 2, {&chosen, 1}, RowRole::kDecode, true}), absl::StatusCode::kInvalidArgument);
}

std::vector<ExactnessCase> Cases() {
  std::vector<ExactnessCase> cases;
  for (const char* model : {"dense", "taps4", "moe"}) {
    cases.push_back({model, "reference", "auto", KvType::kInt8});
    for (const TestDevice& device : OpenClTestDevices()) {
      for (const KvType kv : {KvType::kF32, KvType::kF16, KvType::kInt8}) {
        if (device.slow && (kv != KvType::kF32 || absl::string_view(model) != "dense")) continue;
        cases.push_back({model, device.name, "auto", kv});
      }
    }
    for (const DeviceDescription& device : ListDevices()) {
      if (device.name != "cpu") continue;
      for (const std::string& isa : device.isas) {
        if (isa == "scalar") continue;  // the kernel tests hold the others equal to it
        for (const KvType kv : {KvType::kF32, KvType::kF16, KvType::kInt8}) cases.push_back({model, "cpu", isa, kv});
      }
    }
  }
  return cases;
}

std::string Name(const testing::TestParamInfo<ExactnessCase>& info) {
  std::string name = info.param.model + "_" + info.param.device + "_" + info.param.isa + "_kv" +
                     std::to_string(static_cast<int>(info.param.kv));
  for (char& c : name) {
    if (c == '-' || c == ':') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, ExactnessTest, testing::ValuesIn(Cases()), Name);

// A device may fuse a norm, a product and what follows into one kernel or launch each: the bits are the same.
TEST(OpenClBackendTest, FusedEqualsSingleKernels) {
  for (const TestDevice& device : OpenClTestDevices()) {
    if (device.slow) continue;
    for (const SyntheticLfm2& shape : {TinyLfm2(), TinyLfm2Moe()}) {
      const std::string bytes = *SyntheticModel(shape, nullptr).Serialize();
      ASSERT_OK_AND_ASSIGN(
          const auto file,
          GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "synthetic"));
      std::vector<std::vector<float>> logits;
      for (const bool fuse : {true, false}) {
        BackendOptions options;
        options.device = device.name;
        options.self_test = false;  // what is computed is compared here
        options.fuse = fuse;
        ASSERT_OK_AND_ASSIGN(const auto backend, CreateBackend(options));
        CausalModelOptions model_options;
        model_options.slots = 2;
        ASSERT_OK_AND_ASSIGN(const auto model, LoadCausalModel(*file, *backend, model_options));
        logits.emplace_back();
        for (int slot = 0; slot < 2; ++slot) ASSERT_OK(model->ResetSlot(slot));
        for (int position = 0; position < 20; ++position) {  // two sequences decode from their first token on
          const int32_t tokens[2] = {position * 31 % shape.vocab, (position * 17 + 5) % shape.vocab};
          const SequenceStep steps[2] = {{0, position, {&tokens[0], 1}, RowRole::kDecode, true},
                                         {1, position, {&tokens[1], 1}, RowRole::kDecode, true}};
          ASSERT_OK_AND_ASSIGN(const auto result, model->Forward(steps));
          logits.back().insert(logits.back().end(), result.begin(), result.end());
        }
      }
      EXPECT_EQ(logits[0], logits[1]) << device.name;
    }
  }
}

// The cpu backend against the oracle for every KV type and for shapes that the published models do not have. The bound
// is the int8 rounding of a random network (see golden_test.cc); int8 keys and values add to it.
TEST(CpuBackendTest, AgreesWithTheReference) {
  for (const int kv_heads : {1, 2, 4}) {
    for (const KvType kv : {KvType::kF32, KvType::kF16, KvType::kInt8}) {
      SyntheticLfm2 shape;
      shape.width = 256, shape.heads = 4, shape.kv_heads = {0, kv_heads, 0, kv_heads}, shape.taps = 4,
      shape.vocab = 320;
      const std::string bytes = *SyntheticModel(shape, nullptr).Serialize();
      ASSERT_OK_AND_ASSIGN(
          const auto file,
          GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "synthetic"));
      std::vector<std::vector<float>> logits;
      for (const char* device : {"reference", "cpu"}) {
        BackendOptions options;
        options.device = device;
        options.self_test = false;  // what is computed is compared here
        ASSERT_OK_AND_ASSIGN(const auto backend, CreateBackend(options));
        CausalModelOptions model_options;
        model_options.slots = 1;
        model_options.kv_type = kv;
        ASSERT_OK_AND_ASSIGN(const auto model, LoadCausalModel(*file, *backend, model_options));
        ASSERT_OK(model->ResetSlot(0));
        std::vector<int32_t> tokens(97);
        for (size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<int32_t>(i * 31 % 320);
        const SequenceStep step = {0, 0, tokens, RowRole::kPrefill, true};
        ASSERT_OK_AND_ASSIGN(const auto result, model->Forward({&step, 1}));
        logits.emplace_back(result.begin(), result.end());
      }
      double error = 0, power = 0, mean = 0;
      for (const float v : logits[0]) mean += v / static_cast<double>(logits[0].size());
      for (size_t i = 0; i < logits[0].size(); ++i) {
        error += std::pow(logits[0][i] - logits[1][i], 2);
        power += std::pow(logits[0][i] - mean, 2);
      }
      EXPECT_LE(std::sqrt(error / power), 0.10) << "kv heads " << kv_heads << ", kv type " << static_cast<int>(kv);
    }
  }
}

}  // namespace
}  // namespace ferro
