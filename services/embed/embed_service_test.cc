// EmbedService and AdminService over a real unix socket, with a device that a test holds behind a real tokenizer.
#include "services/embed/embed_service.h"

#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/schedule/embedding/fake_embedder.h"
#include "engine/text/load_tokenizer.h"
#include "services/common/admin.h"
#include "services/common/server.h"
#include "services/common/status.h"
#include "services/embed/embed_admin.h"

namespace ferro {
namespace {

using embed::v1::EmbedRequest;
using embed::v1::EmbedResponse;

constexpr char kModel[] = "tests/data/models/tiny-gemma2-Q8_0.gguf";

EmbedRequest Texts(const std::vector<std::string>& texts) {
  EmbedRequest request;
  for (const std::string& text : texts) request.add_items()->add_parts()->set_text(text);
  return request;
}

class EmbedServiceTest : public ::testing::Test {
 protected:
  EmbedServiceTest()
      : service_(host_), admin_(host_, absl::Seconds(30), [this] { ++drains_; }), admin_service_(admin_) {
    ServerOptions options;
    options.listen = "unix:" + std::string(mkdtemp(folder_)) + "/s";
    server_ = *GrpcServer::Start(options, {&service_, &admin_service_}, {"ferro.embed.v1.EmbedService"});
    channel_ = grpc::CreateChannel(server_->address(), grpc::InsecureChannelCredentials());
    stub_ = embed::v1::EmbedService::NewStub(channel_);
    admin_stub_ = admin::v1::AdminService::NewStub(channel_);
  }
  ~EmbedServiceTest() override {
    if (embedder_ != nullptr) embedder_->Release();
    server_.reset();  // before the host: calls use the engine
    rmdir(folder_);
  }

  void LoadFake(int queue_depth = 4) {
    EmbeddingEngine::Parts parts;
    parts.file = *GgufFile::Open(kModel);
    parts.facts = *ReadEmbeddingFacts(*parts.file);
    parts.tokenizer = *LoadTokenizer(*parts.file);
    auto embedder = std::make_unique<FakeEmbedder>(parts.facts.width, parts.facts.context);
    embedder_ = embedder.get();
    parts.loaded.model = std::move(embedder);
    EmbeddingOptions options;
    options.queue_depth = queue_depth;
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Create(std::move(parts), options));
    engine_ = engine.get();
    host_.SetModel(std::move(engine));
  }
  void LoadReal() {
    EmbeddingOptions options;
    options.backend.device = "cpu";
    options.backend.threads = 1;
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Load(kModel, options));
    engine_ = engine.get();
    host_.SetModel(std::move(engine));
  }

  grpc::Status Embed(const EmbedRequest& request, EmbedResponse* response = nullptr,
                     std::chrono::milliseconds timeout = std::chrono::minutes(1)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    EmbedResponse ignored;
    return stub_->Embed(&context, request, response == nullptr ? &ignored : response);
  }
  std::string ReasonOf(const grpc::Status& status) { return DetailOf(FromGrpcStatus(status)).reason; }

  char folder_[32] = "/tmp/ferro-test-XXXXXX";
  std::atomic<int> drains_ = 0;
  EmbeddingHost host_;
  EmbedService service_;
  EmbedAdmin admin_;
  AdminService admin_service_;
  FakeEmbedder* embedder_ = nullptr;
  EmbeddingEngine* engine_ = nullptr;
  std::unique_ptr<GrpcServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<embed::v1::EmbedService::Stub> stub_;
  std::unique_ptr<admin::v1::AdminService::Stub> admin_stub_;
};

TEST_F(EmbedServiceTest, AnswersWithTheRealModel) {
  LoadReal();
  EmbedResponse alone, joined;
  ASSERT_TRUE(Embed(Texts({"The lamp is lit."}), &alone).ok());
  const grpc::Status status = Embed(Texts({"Another text.", "The lamp is lit."}), &joined);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(joined.embeddings_size(), 2);
  EXPECT_EQ(joined.embeddings(1).SerializeAsString(), alone.embeddings(0).SerializeAsString());
  EXPECT_NE(joined.embeddings(0).SerializeAsString(), alone.embeddings(0).SerializeAsString());
  double square = 0;
  for (const float value : alone.embeddings(0).values()) square += static_cast<double>(value) * value;
  EXPECT_NEAR(square, 1, 1e-6);
  EXPECT_GT(alone.embeddings(0).prompt_tokens(), 2);
  EXPECT_GT(alone.timings().compute_ms(), 0);
}

TEST_F(EmbedServiceTest, WhileLoadingEverythingIsUnavailable) {
  const grpc::Status status = Embed(Texts({"a"}));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), kReasonModelLoading);
  LoadFake();
  EXPECT_TRUE(Embed(Texts({"a"})).ok());
}

TEST_F(EmbedServiceTest, RefusesWhatIsMalformed) {
  LoadFake();
  EXPECT_EQ(Embed(EmbedRequest()).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EmbedRequest request = Texts({"a", "b"});
  request.mutable_items(1)->mutable_parts(0)->mutable_tokens()->add_ids(1 << 30);
  const grpc::Status status = Embed(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(DetailOf(FromGrpcStatus(status)).param, "items[1]");
}

TEST_F(EmbedServiceTest, RequestsOfManyClientsShareAPass) {
  LoadFake(/*queue_depth=*/64);
  embedder_->Hold();
  std::vector<std::thread> clients;
  clients.emplace_back([&] { EXPECT_TRUE(Embed(Texts({"first"})).ok()); });
  embedder_->AwaitHeld();
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&, i] {
      EmbedResponse response;
      ASSERT_TRUE(Embed(Texts({absl::StrCat("text ", i)}), &response).ok());
      EmbeddingRequest request;
      request.items.push_back({absl::StrCat("text ", i), ""});
      const std::vector<float> expected = embedder_->VectorOf(engine_->Tokenize(request)->front().tokens);
      EXPECT_THAT(response.embeddings(0).values(), ::testing::ElementsAreArray(expected));
    });
  }
  while (engine_->Stats().queue_length < 8) std::this_thread::yield();
  embedder_->Release();
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(embedder_->passes().size(), 2u);
}

TEST_F(EmbedServiceTest, ADeadlineEndsTheCallAndThePass) {
  LoadFake();
  embedder_->Hold();
  EXPECT_EQ(Embed(Texts({"a"}), nullptr, std::chrono::milliseconds(50)).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  while (!engine_->Idle()) std::this_thread::yield();  // it ends although the device is held
  embedder_->Release();
  EXPECT_TRUE(Embed(Texts({"a"})).ok());
}

TEST_F(EmbedServiceTest, AClientThatLeavesEndsItsPass) {
  LoadFake();
  embedder_->Hold();
  grpc::ClientContext context;
  EmbedResponse response;
  std::thread client([&] { EXPECT_FALSE(stub_->Embed(&context, Texts({"a"}), &response).ok()); });
  embedder_->AwaitHeld();
  context.TryCancel();
  client.join();
  while (!engine_->Idle()) std::this_thread::yield();
  EXPECT_EQ(engine_->Stats().cancelled["pass"], 1);
}

TEST_F(EmbedServiceTest, AFullQueueSaysWhenToComeBack) {
  LoadFake(/*queue_depth=*/1);
  embedder_->Hold();
  std::thread first([&] { EXPECT_TRUE(Embed(Texts({"a"})).ok()); });
  embedder_->AwaitHeld();
  std::thread second([&] { EXPECT_TRUE(Embed(Texts({"b"})).ok()); });
  while (engine_->Stats().queue_length < 1) std::this_thread::yield();
  const grpc::Status refused = Embed(Texts({"c"}));
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(refused), kReasonQueueFull);
  EXPECT_GE(DetailOf(FromGrpcStatus(refused)).retry_after_s, 1);
  embedder_->Release();
  first.join();
  second.join();
}

TEST_F(EmbedServiceTest, SaysWhatItIsAndDid) {
  grpc::ClientContext early;
  common::v1::ModelInfo info;
  EXPECT_EQ(admin_stub_->GetModel(&early, {}, &info).error_code(), grpc::StatusCode::UNAVAILABLE);
  LoadFake();
  EXPECT_TRUE(Embed(Texts({"a", "b"})).ok());
  grpc::ClientContext model_context, stats_context, plan_context, tokens_context;
  ASSERT_TRUE(admin_stub_->GetModel(&model_context, {}, &info).ok());
  EXPECT_EQ(info.id(), "tiny-gemma2-Q8_0");
  EXPECT_EQ(info.embedding_widths(0), info.embedding_length());
  admin::v1::Stats stats;
  ASSERT_TRUE(admin_stub_->GetStats(&stats_context, {}, &stats).ok());
  EXPECT_EQ(stats.finished().at("done"), 1);
  EXPECT_EQ(stats.steps(), 1);
  EXPECT_EQ(stats.batch_rows().sum(), 2);
  admin::v1::Plan plan;
  ASSERT_TRUE(admin_stub_->GetPlan(&plan_context, {}, &plan).ok());
  EXPECT_GT(plan.weights_bytes(), 0);
  embed::v1::EmbedTokenizeRequest text;
  text.set_text("a");
  text.set_add_special(true);
  embed::v1::EmbedTokenizeResponse tokens;
  ASSERT_TRUE(stub_->Tokenize(&tokens_context, text, &tokens).ok());
  EXPECT_GE(tokens.ids_size(), 3);
  EXPECT_EQ(tokens.pieces_size(), tokens.ids_size());
}

TEST_F(EmbedServiceTest, DrainRefusesNewWork) {
  LoadFake();
  grpc::ClientContext context;
  admin::v1::DrainResponse response;
  ASSERT_TRUE(admin_stub_->Drain(&context, {}, &response).ok());
  EXPECT_EQ(drains_, 1);
  EXPECT_EQ(ReasonOf(Embed(Texts({"a"}))), kReasonDraining);
}

TEST_F(EmbedServiceTest, ShutdownEndsRunningCalls) {
  LoadFake();
  embedder_->Hold();
  std::thread client([&] { EXPECT_FALSE(Embed(Texts({"a"})).ok()); });
  embedder_->AwaitHeld();
  server_->Shutdown(absl::ZeroDuration());
  client.join();
  while (!engine_->Idle()) std::this_thread::yield();
}

}  // namespace
}  // namespace ferro
