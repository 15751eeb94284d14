#include "engine/schedule/decision/decision_engine.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/lease/rival.h"
#include "engine/schedule/decision/fake_scorer.h"
#include "engine/text/decision/question_testing.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

constexpr char kModel[] = "tests/data/models/tiny-d1-Q8_0.gguf";

Json Goldens() { return *ParseJson(ReadFile("tests/data/goldens/d1.json")); }

DecisionItem ItemOf(const Json& request) {
  DecisionItem item;
  item.state = request.at("state");
  for (const auto& [id, question] : request.at("questions").items()) {
    item.questions.push_back({id, QuestionFromJson(question)});
  }
  return item;
}

DecisionRequest RequestOf(DecisionItem item) {
  DecisionRequest request;
  request.items.push_back(std::move(item));
  return request;
}

DecisionRequest Simple(const std::string& state = "The lamp is lit.", int questions = 1) {
  DecisionItem item;
  item.state = state;
  for (int i = 0; i < questions; ++i) {
    const std::string id = absl::StrCat("q", i);
    item.questions.push_back({id, QuestionFromText(R"({"type": "noul", "instructions": "Is it lit?"})")});
  }
  return RequestOf(std::move(item));
}

std::unique_ptr<DecisionEngine> Load(const std::string& device, DecisionOptions options = {}) {
  options.backend.device = device;
  options.backend.threads = 1;
  absl::StatusOr<std::unique_ptr<DecisionEngine>> engine = DecisionEngine::Load(kModel, options);
  EXPECT_OK(engine);
  return engine.ok() ? *std::move(engine) : nullptr;
}

// With a device that a test holds.
std::unique_ptr<DecisionEngine> WithFake(FakeScorer*& scorer, DecisionOptions options = {}) {
  DecisionEngine::Parts parts;
  parts.file = *GgufFile::Open(kModel);
  parts.tokenizer = *LoadTokenizer(*parts.file);
  auto fake = std::make_unique<FakeScorer>();
  scorer = fake.get();
  parts.loaded.model = std::move(fake);
  return *DecisionEngine::Create(std::move(parts), options);
}

struct Device {
  const char* name;
  const char* golden;  // variant of the goldens
  double bound;        // of a probability; see engine/models/lfm2_decision/golden_test.cc
  const char* precision;
};

class DecisionDeviceTest : public ::testing::TestWithParam<Device> {};

TEST_P(DecisionDeviceTest, AnswersTheGoldens) {
  const std::unique_ptr<DecisionEngine> engine = Load(GetParam().name);
  ASSERT_NE(engine, nullptr);
  const Json goldens = Goldens();
  int questions = 0;
  for (const Json& golden : goldens.at("requests")) {
    ASSERT_OK_AND_ASSIGN(const DecisionReply reply, engine->Decide(RequestOf(ItemOf(golden.at("request")))));
    const Json& expected = golden.at("questions");
    ASSERT_EQ(reply.items.at(0).size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i, ++questions) {
      SCOPED_TRACE(expected[i].at("id").get<std::string>());
      const AnsweredQuestion& got = reply.items[0][i];
      EXPECT_EQ(got.input_tokens, static_cast<int>(expected[i].at("tokens").size()));
      EXPECT_FALSE(got.prompt.has_value());
      const auto want = expected[i].at(GetParam().golden).at("probabilities").get<std::vector<double>>();
      ASSERT_EQ(got.answer.probabilities.size(), want.size());
      for (size_t j = 0; j < want.size(); ++j) {
        EXPECT_NEAR(got.answer.probabilities[j], want[j], GetParam().bound) << "option " << j;
      }
    }
  }
  EXPECT_EQ(questions, 16);
  EXPECT_EQ(engine->provenance().precision, GetParam().precision);
}

INSTANTIATE_TEST_SUITE_P(Devices, DecisionDeviceTest,
                         testing::Values(Device{"cpu", "Q8_0_int8", 0.06, "int8"},
                                         Device{"reference", "Q8_0", 1e-3, "f32"}),
                         [](const testing::TestParamInfo<Device>& info) { return info.param.name; });

// 64 requests of 1 to 3 questions from 16 threads, in passes of whatever came together: the bits of each one alone.
TEST(DecisionEngineTest, AnswersDoNotDependOnCompany) {
  const std::unique_ptr<DecisionEngine> engine = Load("cpu");
  ASSERT_NE(engine, nullptr);
  const Json goldens = Goldens();
  std::vector<DecisionRequest> requests;
  std::vector<DecisionReply> alone;
  for (const Json& golden : goldens.at("requests")) {
    requests.push_back(RequestOf(ItemOf(golden.at("request"))));
    ASSERT_OK_AND_ASSIGN(alone.emplace_back(), engine->Decide(requests.back()));
  }
  constexpr int kThreads = 16, kEach = 4;
  std::vector<std::thread> clients;
  std::atomic<int> equal = 0;
  for (int thread = 0; thread < kThreads; ++thread) {
    clients.emplace_back([&, thread] {
      for (int i = 0; i < kEach; ++i) {
        const size_t which = (thread * 5 + i * 7) % requests.size();
        const absl::StatusOr<DecisionReply> reply = engine->Decide(requests[which]);
        ASSERT_OK(reply);
        for (size_t q = 0; q < alone[which].items[0].size(); ++q) {
          EXPECT_EQ(reply->items[0][q].answer.probabilities, alone[which].items[0][q].answer.probabilities);
        }
        ++equal;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(equal, kThreads * kEach);
  const PassStats stats = engine->Stats();
  EXPECT_EQ(stats.finished.at("done"), static_cast<int>(kThreads * kEach + requests.size()));
}

// Another program takes a turn before each pass and wherever one gives way: in segments as short as they get.
TEST(DecisionEngineTest, AnswersDoNotDependOnOtherPrograms) {
  const std::unique_ptr<DecisionEngine> alone = Load("cpu");
  DecisionOptions options;
  options.backend.launch_ms = 0.001;
  options.backend.lease = LeaseUse::kOn;
  options.backend.lease_file = testing::TempDir() + "/lease";
  const std::unique_ptr<DecisionEngine> sharing = Load("cpu", options);
  ASSERT_NE(alone, nullptr);
  ASSERT_NE(sharing, nullptr);
  EXPECT_EQ(alone->lease(), nullptr);
  ASSERT_NE(sharing->lease(), nullptr);
  const Rival rival(options.backend.lease_file);
  const Json goldens = Goldens();
  for (const Json& golden : goldens.at("requests")) {
    const DecisionRequest request = RequestOf(ItemOf(golden.at("request")));
    ASSERT_OK_AND_ASSIGN(const DecisionReply want, alone->Decide(request));
    ASSERT_OK_AND_ASSIGN(const DecisionReply got, sharing->Decide(request));
    for (size_t q = 0; q < want.items[0].size(); ++q) {
      EXPECT_EQ(got.items[0][q].answer.probabilities, want.items[0][q].answer.probabilities);
    }
  }
  EXPECT_GE(rival.turns(), static_cast<int64_t>(goldens.at("requests").size())) << "each pass had to wait";
  EXPECT_GT(sharing->lease()->counts().waits, static_cast<int64_t>(goldens.at("requests").size()))
      << "and gave way on its way";
}

TEST(DecisionEngineTest, SaysWhatItIs) {
  const std::unique_ptr<DecisionEngine> engine = Load("null", {});
  ASSERT_NE(engine, nullptr);
  const DecisionModelInfo info = engine->info();
  EXPECT_EQ(info.id, "tiny-d1-Q8_0");
  EXPECT_EQ(info.context, 16384);
  EXPECT_EQ(info.device, "null");
  const DecisionProvenance provenance = engine->provenance();
  for (const std::string& hash : {provenance.model_hash, provenance.calibration_version,
                                  provenance.prompt_template_sha256, provenance.token_set_hash}) {
    EXPECT_THAT(hash, MatchesRegex("[0-9a-f]{64}"));
  }
  EXPECT_GT(engine->memory().weights, 1 << 20);
  EXPECT_GT(engine->memory().activations, 1 << 20);
}

TEST(DecisionEngineTest, TheNullDevicePrefersTheFirstOption) {
  const std::unique_ptr<DecisionEngine> engine = Load("null");
  ASSERT_OK_AND_ASSIGN(const DecisionReply reply, engine->Decide(Simple("x", 2)));
  ASSERT_EQ(reply.items[0].size(), 2u);
  EXPECT_EQ(reply.items[0][0].answer.best, 0);
  EXPECT_GT(reply.items[0][0].answer.probabilities[0], 0.6);
  EXPECT_EQ(reply.items[0][0].answer.probabilities, reply.items[0][1].answer.probabilities);
}

TEST(DecisionEngineTest, KeepsPromptsOnDemand) {
  const std::unique_ptr<DecisionEngine> engine = Load("null");
  DecisionRequest request = Simple();
  request.keep_prompts = true;
  ASSERT_OK_AND_ASSIGN(const DecisionReply reply, engine->Decide(request));
  ASSERT_TRUE(reply.items[0][0].prompt.has_value());
  EXPECT_EQ(engine->PromptText(*reply.items[0][0].prompt),
            "<|startoftext|><|reserved_7|>The lamp is lit.<|reserved_8|>Is it lit?<|reserved_9|><|mask|> false: no, "
            "the statement does not hold<|reserved_10|><|reserved_9|><|mask|> true: yes, the statement holds"
            "<|reserved_10|><|reserved_11|>");
  EXPECT_EQ(static_cast<int>(reply.items[0][0].prompt->tokens.size()), reply.items[0][0].input_tokens);
}

TEST(DecisionEngineTest, SaysWhatWasCut) {
  const std::unique_ptr<DecisionEngine> engine = Load("null");
  ASSERT_OK_AND_ASSIGN(const DecisionReply reply, engine->Decide(Simple(std::string(1 << 20, 'x'))));
  EXPECT_EQ(reply.items[0][0].input_tokens, 16384);
  EXPECT_GT(reply.items[0][0].truncation.state_bytes, 0u);
}

TEST(DecisionEngineTest, RefusesWhatIsTooMuch) {
  DecisionOptions options;
  options.max_questions = 3;
  options.max_tokens = 2 * 16384 + 100;
  const std::unique_ptr<DecisionEngine> engine = Load("null", options);
  const auto refusal = [&](const DecisionRequest& request) {
    const absl::Status status = engine->Decide(request).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(DetailOf(status).param.empty());
    return std::string(status.message());
  };
  EXPECT_OK(engine->Decide(Simple("x", 3)));
  EXPECT_THAT(refusal(Simple("x", 4)), HasSubstr("4 questions in one call; this server takes up to 3"));
  EXPECT_THAT(refusal(Simple(std::string(1 << 20, 'x'), 3)), HasSubstr("more than 32868 tokens (--max-tokens)"));
  EXPECT_THAT(refusal(DecisionRequest()), HasSubstr("no items"));
  EXPECT_THAT(refusal(Simple("x", 0)), HasSubstr("no questions"));

  DecisionRequest malformed = Simple("x", 2);
  malformed.items[0].questions[1].question.instructions = nullptr;
  EXPECT_THAT(refusal(malformed), testing::StartsWith("questions.q1: "));
  malformed.items.insert(malformed.items.begin(), Simple().items[0]);
  EXPECT_THAT(refusal(malformed), testing::StartsWith("requests[1]: questions.q1: "));
  EXPECT_EQ(DetailOf(engine->Decide(malformed).status()).param, "items[1].questions[1]");
}

TEST(DecisionEngineTest, CancelsAndRefusesWhenFull) {
  FakeScorer* scorer = nullptr;
  DecisionOptions options;
  options.queue_depth = 1;
  const std::unique_ptr<DecisionEngine> engine = WithFake(scorer, options);
  scorer->Hold();
  std::promise<absl::Status> first, second;
  const auto into = [](std::promise<absl::Status>& promise) {
    return [&promise](absl::StatusOr<DecisionReply> end) { promise.set_value(end.status()); };
  };
  ASSERT_OK_AND_ASSIGN(const DecisionId running, engine->Submit(Simple(), into(first)));
  scorer->AwaitHeld();
  ASSERT_OK(engine->Submit(Simple(), into(second)));
  EXPECT_EQ(DetailOf(engine->Decide(Simple()).status()).reason, kReasonQueueFull);
  engine->Cancel(running);
  EXPECT_EQ(first.get_future().get().code(), absl::StatusCode::kCancelled);
  scorer->Release();
  EXPECT_OK(second.get_future().get());
  DecisionRequest late = Simple();
  late.deadline = absl::Now() - absl::Seconds(1);
  EXPECT_EQ(engine->Decide(late).status().code(), absl::StatusCode::kDeadlineExceeded);
  engine->Drain(absl::Seconds(1));
  EXPECT_EQ(DetailOf(engine->Decide(Simple()).status()).reason, kReasonDraining);
}

TEST(DecisionEngineTest, ADeviceThatFailedIsRebuilt) {
  DecisionEngine::Parts parts;
  parts.file = *GgufFile::Open(kModel);
  parts.tokenizer = *LoadTokenizer(*parts.file);
  auto failing = std::make_unique<FakeScorer>();
  failing->FailPass(0, absl::UnavailableError("lost"));
  parts.loaded.model = std::move(failing);
  std::vector<std::string> asked;
  parts.reload = [&](const std::string& device) -> absl::StatusOr<ModelOnDevice<DecisionScorer>> {
    asked.push_back(device);
    ModelOnDevice<DecisionScorer> loaded;
    loaded.model = std::make_unique<FakeScorer>();
    return loaded;
  };
  std::promise<void> back;
  std::vector<bool> serving;
  DecisionOptions options;
  options.backend.device = "opencl:1";
  options.on_serving = [&](bool now) {
    serving.push_back(now);
    if (now) back.set_value();
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<DecisionEngine> engine, DecisionEngine::Create(std::move(parts), options));
  const absl::Status failed = engine->Decide(Simple()).status();
  EXPECT_EQ(failed.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(DetailOf(failed).reason, kReasonDeviceFailed);
  back.get_future().wait();
  EXPECT_OK(engine->Decide(Simple()));
  EXPECT_OK(engine->Health());
  EXPECT_THAT(asked, testing::ElementsAre("opencl:1"));
  EXPECT_THAT(serving, testing::ElementsAre(false, true));
}

// A real device stops between the segments of a pass.
TEST(DecisionEngineTest, CancelsAPassOfTheCpu) {
  DecisionOptions options;
  options.backend.launch_ms = 0.001;
  const std::unique_ptr<DecisionEngine> engine = Load("cpu", options);
  std::promise<absl::Status> end;
  ASSERT_OK_AND_ASSIGN(const DecisionId id,
                       engine->Submit(Simple(std::string(1 << 20, 'x'), 20),
                                      [&](absl::StatusOr<DecisionReply> reply) { end.set_value(reply.status()); }));
  while (engine->Stats().queue_length > 0) std::this_thread::yield();
  engine->Cancel(id);
  EXPECT_EQ(end.get_future().get().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(engine->Stats().cancelled["pass"], 1);
  EXPECT_LT(engine->Stats().passes, 20) << "nobody waits for the rest";
}

TEST(DecisionEngineTest, RefusesOtherModels) {
  const absl::Status status = DecisionEngine::Load("tests/data/models/no-such.gguf", {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  DecisionOptions options;
  options.batch_tokens = 0;
  EXPECT_THAT(std::string(DecisionEngine::Load(kModel, options).status().message()), HasSubstr("--decision-batch 0"));
  options = {};
  options.backend.device = "abacus";
  EXPECT_THAT(std::string(DecisionEngine::Load(kModel, options).status().message()), HasSubstr("abacus"));
}

}  // namespace
}  // namespace ferro
