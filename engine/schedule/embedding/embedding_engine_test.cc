#include "engine/schedule/embedding/embedding_engine.h"

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/lease/open_lease.h"
#include "engine/lease/rival.h"
#include "engine/schedule/embedding/fake_embedder.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

constexpr char kModel[] = "tests/data/models/tiny-gemma2-Q8_0.gguf";

EmbeddingRequest Texts(const std::vector<std::string>& texts) {
  EmbeddingRequest request;
  for (const std::string& text : texts) request.items.push_back({text, ""});
  return request;
}

EmbeddingRequest Tokens(std::vector<int32_t> tokens) {
  EmbeddingRequest request;
  request.items.push_back({std::move(tokens), ""});
  return request;
}

// A device that a test holds, behind the tokenizer and the facts of a real file.
class EmbeddingEngineTest : public ::testing::Test {
 protected:
  ~EmbeddingEngineTest() override {
    if (embedder_ != nullptr) embedder_->Release();
  }

  void Start(const EmbeddingOptions& options = {}) {
    EmbeddingEngine::Parts parts;
    ASSERT_OK_AND_ASSIGN(parts.file, GgufFile::Open(kModel));
    ASSERT_OK_AND_ASSIGN(parts.facts, ReadEmbeddingFacts(*parts.file));
    ASSERT_OK_AND_ASSIGN(parts.tokenizer, LoadTokenizer(*parts.file));
    parts.facts.widths = {parts.facts.width, parts.facts.width / 2};  // the file is too small for any other
    facts_ = parts.facts;
    auto embedder = std::make_unique<FakeEmbedder>(parts.facts.width, parts.facts.context);
    embedder_ = embedder.get();
    parts.loaded.model = std::move(embedder);
    ASSERT_OK_AND_ASSIGN(engine_, EmbeddingEngine::Create(std::move(parts), options));
  }
  absl::Status Refused(const EmbeddingRequest& request) { return engine_->Embed(request).status(); }

  EmbeddingFacts facts_;
  FakeEmbedder* embedder_ = nullptr;
  std::unique_ptr<EmbeddingEngine> engine_;
};

TEST_F(EmbeddingEngineTest, AnswersInOrderWithTheTokensOfEachItem) {
  Start();
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply reply, engine_->Embed(Texts({"one", "", "three and more"})));
  ASSERT_EQ(reply.items.size(), 3u);
  ASSERT_OK_AND_ASSIGN(const std::vector<EmbeddingInput> inputs, engine_->Tokenize(Texts({"three and more"})));
  EXPECT_EQ(reply.items[2].values, embedder_->VectorOf(inputs[0].tokens));
  EXPECT_EQ(reply.items[2].tokens, static_cast<int>(inputs[0].tokens.size()));
  EXPECT_EQ(reply.items[1].tokens, 2) << "an empty text is BOS and EOS";
  EXPECT_EQ(reply.items[0].values.size(), static_cast<size_t>(facts_.width));
}

TEST_F(EmbeddingEngineTest, TokensAreTakenAsTheyAre) {
  Start();
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply reply, engine_->Embed(Tokens({7, 8})));
  EXPECT_EQ(reply.items[0].values, embedder_->VectorOf(std::vector<int32_t>{7, 8}));
  EXPECT_EQ(reply.items[0].tokens, 2);
}

TEST_F(EmbeddingEngineTest, ATaskPutsItsPromptInFront) {
  Start();
  EmbeddingRequest asked = Texts({"hello"});
  asked.items[0].task = "query";
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply by_task, engine_->Embed(asked));
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply by_hand, engine_->Embed(Texts({"task: search result | query: hello"})));
  EXPECT_EQ(by_task.items[0].values, by_hand.items[0].values);
  asked.items[0].task = "poetry";
  EXPECT_EQ(DetailOf(Refused(asked)).param, "prompt_name");
}

TEST_F(EmbeddingEngineTest, ShorterVectorsHaveLengthOneAgain) {
  Start();
  EmbeddingRequest request = Texts({"hello"});
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply full, engine_->Embed(request));
  request.dimensions = facts_.widths.back();
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply cut, engine_->Embed(request));
  EXPECT_EQ(cut.items[0].values, CutEmbedding(full.items[0].values, facts_.widths.back()));
  for (const int64_t wrong : {int64_t{-1}, int64_t{7}, int64_t{10000}, int64_t{1} << 40}) {
    request.dimensions = wrong;
    EXPECT_EQ(DetailOf(Refused(request)).param, "dimensions") << wrong;
  }
}

TEST_F(EmbeddingEngineTest, LongInputsAreRefusedOrCutWhenAsked) {
  Start();
  EmbeddingRequest request = Tokens(std::vector<int32_t>(facts_.context + 5, 7));
  const absl::Status refused = Refused(request);
  EXPECT_EQ(DetailOf(refused).reason, kReasonContextExceeded);
  EXPECT_EQ(DetailOf(refused).prompt_tokens, facts_.context + 5);
  EXPECT_EQ(DetailOf(refused).context_tokens, facts_.context);
  EXPECT_EQ(DetailOf(refused).param, "items[0]");
  request.truncate = true;
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply reply, engine_->Embed(request));
  EXPECT_EQ(reply.items[0].tokens, facts_.context);
  EXPECT_EQ(reply.items[0].full_tokens, facts_.context + 5);
}

TEST_F(EmbeddingEngineTest, RefusesWhatIsNoInput) {
  EmbeddingOptions options;
  options.max_items = 2;
  options.max_tokens = 6;
  Start(options);
  EXPECT_EQ(DetailOf(Refused({})).reason, kReasonMissingField);
  EXPECT_THAT(std::string(Refused(Texts({"a", "b", "c"})).message()), HasSubstr("--max-inputs"));
  EXPECT_THAT(std::string(Refused(Tokens({1, 2, 3, 4, 5, 6, 7})).message()), HasSubstr("--max-input-tokens"));
  EXPECT_EQ(Refused(Tokens({})).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Refused(Tokens({facts_.vocab})).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Refused(Tokens({-1})).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(DetailOf(Refused(Texts({"fine", "\xff"}))).param, "items[1]");
  EmbeddingRequest norm = Texts({"a"});
  norm.norm = -1;
  EXPECT_EQ(DetailOf(Refused(norm)).param, "normalize");
}

TEST_F(EmbeddingEngineTest, NeverGivesVectorsThatAreNoNumbers) {
  Start();
  const absl::Status failed = Refused(Tokens({FakeEmbedder::kPoison}));
  EXPECT_EQ(failed.code(), absl::StatusCode::kInternal);
  EXPECT_EQ(DetailOf(failed).param, "items[0]");
  EXPECT_OK(engine_->Embed(Tokens({5})));
}

TEST_F(EmbeddingEngineTest, CancelsWhatRuns) {
  Start();
  embedder_->Hold();
  std::promise<absl::Status> end;
  ASSERT_OK_AND_ASSIGN(
      const EmbeddingId id,
      engine_->Submit(Texts({"hello"}), [&](absl::StatusOr<EmbeddingReply> reply) { end.set_value(reply.status()); }));
  embedder_->AwaitHeld();
  engine_->Cancel(id);
  EXPECT_EQ(end.get_future().get().code(), absl::StatusCode::kCancelled);
  EmbeddingRequest late = Texts({"hello"});
  late.deadline = absl::Now() - absl::Seconds(1);
  EXPECT_EQ(Refused(late).code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(EmbeddingEngineTest, AnswersToTheEndOfWhatItsDestructionEnds) {
  Start();
  embedder_->Hold();
  absl::Status end;
  int64_t passes = 0;
  ASSERT_OK(engine_->Submit(Texts({"hello"}), [&, engine = engine_.get()](absl::StatusOr<EmbeddingReply> reply) {
    end = reply.status();
    passes = engine->Stats().passes;
    engine->Cancel(1);
  }));
  embedder_->AwaitHeld();
  embedder_ = nullptr;
  engine_.reset();
  EXPECT_EQ(end.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(passes, 1);
}

TEST_F(EmbeddingEngineTest, SaysWhatItIs) {
  EmbeddingOptions options;
  options.alias = "gemma";
  Start(options);
  const EmbeddingModelInfo info = engine_->info();
  EXPECT_EQ(info.id, "gemma");
  EXPECT_EQ(info.file.architecture, "gemma-embedding2");
  EXPECT_EQ(info.context, facts_.context);
  EXPECT_EQ(info.widths, facts_.widths);
  EXPECT_THAT(info.tasks, ::testing::Contains("query"));
}

// A GPU with the processor beside it, which takes turns with other programs, is lost; the processor goes on alone.
TEST(EmbeddingEngineFallBackTest, MemoryAndLeaseAreThoseOfTheDeviceInUse) {
  EmbeddingEngine::Parts parts;
  ASSERT_OK_AND_ASSIGN(parts.file, GgufFile::Open(kModel));
  ASSERT_OK_AND_ASSIGN(parts.facts, ReadEmbeddingFacts(*parts.file));
  ASSERT_OK_AND_ASSIGN(parts.tokenizer, LoadTokenizer(*parts.file));
  const int width = parts.facts.width, context = parts.facts.context;
  auto failing = std::make_unique<FakeEmbedder>(width, context);
  failing->FailPass(0, absl::UnavailableError("lost"));
  parts.loaded.model = std::move(failing);
  parts.loaded.beside = "cpu 15%";
  parts.loaded.lease = OpenLease(testing::TempDir() + "/lease");
  ASSERT_NE(parts.loaded.lease, nullptr);
  parts.reload = [&](const std::string& device) -> absl::StatusOr<ModelOnDevice<Embedder>> {
    if (device == "auto") return absl::UnavailableError("the GPU is gone");
    ModelOnDevice<Embedder> loaded;
    loaded.model = std::make_unique<FakeEmbedder>(width, context);
    return loaded;
  };
  EmbeddingOptions options;
  options.hetero.on = true;
  std::promise<void> back;
  options.on_serving = [&](bool now) {
    if (now) back.set_value();
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<EmbeddingEngine> engine,
                       EmbeddingEngine::Create(std::move(parts), options));
  const EmbeddingMemory both = EmbeddingEngine::EstimateMemory(engine->file(), options);
  EXPECT_EQ(engine->memory().total(), both.total());
  EXPECT_NE(engine->lease(), nullptr);

  EXPECT_EQ(engine->Embed(Texts({"hello"})).status().code(), absl::StatusCode::kUnavailable);
  back.get_future().wait();
  options.hetero.on = false;
  const EmbeddingMemory alone = EmbeddingEngine::EstimateMemory(engine->file(), options);
  EXPECT_LT(alone.total(), both.total());
  EXPECT_EQ(engine->memory().total(), alone.total());
  EXPECT_EQ(engine->lease(), nullptr);
  EXPECT_OK(engine->Embed(Texts({"hello"})));
}

TEST(EmbeddingEngineLoadTest, TheNullDeviceAnswersAtOnce) {
  EmbeddingOptions options;
  options.backend.device = "null";
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Load(kModel, options));
  EXPECT_EQ(engine->info().device, "null");
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply reply, engine->Embed(Texts({"hello"})));
  EXPECT_EQ(reply.items[0].values[0], 1);
}

// Another program takes a turn before each pass and wherever one gives way: in segments as short as they get.
TEST(EmbeddingEngineLoadTest, VectorsDoNotDependOnCompanyOrOtherPrograms) {
  EmbeddingOptions options;
  options.backend.device = "cpu";
  options.backend.threads = 1;
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<EmbeddingEngine> alone, EmbeddingEngine::Load(kModel, options));
  EXPECT_EQ(alone->lease(), nullptr);
  options.backend.launch_ms = 0.001;
  options.backend.lease = LeaseUse::kOn;
  options.backend.lease_file = testing::TempDir() + "/lease";
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<EmbeddingEngine> sharing, EmbeddingEngine::Load(kModel, options));
  ASSERT_NE(sharing->lease(), nullptr);
  const Rival rival(options.backend.lease_file);
  const EmbeddingRequest request = Texts({"one", "a second text that is longer", "", "three\n\nlines"});
  ASSERT_OK_AND_ASSIGN(const EmbeddingReply together, sharing->Embed(request));
  for (size_t i = 0; i < request.items.size(); ++i) {
    EmbeddingRequest one;
    one.items = {request.items[i]};
    ASSERT_OK_AND_ASSIGN(const EmbeddingReply reply, alone->Embed(one));
    EXPECT_EQ(reply.items[0].values, together.items[i].values) << i;
  }
  EXPECT_GE(rival.turns(), 1);
  EXPECT_GT(sharing->lease()->counts().waits, 1) << "it gave way on its way";
}

TEST(EmbeddingEngineLoadTest, RefusesAnotherKindOfFile) {
  EXPECT_EQ(EmbeddingEngine::Load("/no/such/file", {}).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace ferro
