// DecideService and AdminService over a real unix socket, with a device that a test holds behind a real tokenizer.
#include "services/decide/decide_service.h"

#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/schedule/decision/fake_scorer.h"
#include "engine/text/load_tokenizer.h"
#include "services/common/admin.h"
#include "services/common/server.h"
#include "services/common/status.h"
#include "services/decide/decide_admin.h"

namespace ferro {
namespace {

using decide::v1::DecideRequest;
using decide::v1::DecideResponse;

constexpr char kModel[] = "tests/data/models/tiny-d1-Q8_0.gguf";

DecideRequest Request(const std::string& state_json = "\"The lamp is lit.\"") {
  DecideRequest request;
  decide::v1::DecideItem* item = request.add_items();
  item->set_state_json(state_json);
  decide::v1::Question* question = item->add_questions();
  question->set_id("lit");
  question->set_instructions_json("\"Is it lit?\"");
  question->mutable_noul();
  return request;
}

class DecideServiceTest : public ::testing::Test {
 protected:
  DecideServiceTest()
      : service_(host_), admin_(host_, absl::Seconds(30), [this] { ++drains_; }), admin_service_(admin_) {
    ServerOptions options;
    options.listen = "unix:" + std::string(mkdtemp(folder_)) + "/s";
    server_ = *GrpcServer::Start(options, {&service_, &admin_service_}, {"ferro.decide.v1.DecideService"});
    channel_ = grpc::CreateChannel(server_->address(), grpc::InsecureChannelCredentials());
    stub_ = decide::v1::DecideService::NewStub(channel_);
    admin_stub_ = admin::v1::AdminService::NewStub(channel_);
  }
  ~DecideServiceTest() override {
    if (scorer_ != nullptr) scorer_->Release();
    server_.reset();  // before the host: calls use the engine
    rmdir(folder_);
  }

  void LoadFake(int queue_depth = 4) {
    DecisionEngine::Parts parts;
    parts.file = *GgufFile::Open(kModel);
    parts.tokenizer = *LoadTokenizer(*parts.file);
    auto scorer = std::make_unique<FakeScorer>();
    scorer_ = scorer.get();
    parts.loaded.model = std::move(scorer);
    DecisionOptions options;
    options.queue_depth = queue_depth;
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<DecisionEngine> engine, DecisionEngine::Create(std::move(parts), options));
    engine_ = engine.get();
    host_.SetModel(std::move(engine));
  }
  void LoadReal() {
    DecisionOptions options;
    options.backend.device = "cpu";
    options.backend.threads = 1;
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<DecisionEngine> engine, DecisionEngine::Load(kModel, options));
    engine_ = engine.get();
    host_.SetModel(std::move(engine));
  }

  grpc::Status Decide(const DecideRequest& request, DecideResponse* response = nullptr,
                      std::chrono::milliseconds timeout = std::chrono::minutes(1)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    DecideResponse ignored;
    return stub_->Decide(&context, request, response == nullptr ? &ignored : response);
  }
  std::string ReasonOf(const grpc::Status& status) { return DetailOf(FromGrpcStatus(status)).reason; }

  char folder_[32] = "/tmp/ferro-test-XXXXXX";
  std::atomic<int> drains_ = 0;
  DecisionHost host_;
  DecideService service_;
  DecideAdmin admin_;
  AdminService admin_service_;
  FakeScorer* scorer_ = nullptr;
  DecisionEngine* engine_ = nullptr;
  std::unique_ptr<GrpcServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<decide::v1::DecideService::Stub> stub_;
  std::unique_ptr<admin::v1::AdminService::Stub> admin_stub_;
};

TEST_F(DecideServiceTest, AnswersWithTheRealModel) {
  LoadReal();
  DecideResponse response;
  DecideRequest request = Request();
  request.set_dump_prompts(true);
  *request.add_items() = request.items(0);
  const grpc::Status status = Decide(request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 2);
  const decide::v1::Answer& answer = response.results(0).answers(0);
  EXPECT_EQ(answer.id(), "lit");
  EXPECT_GT(answer.noul().probability(), 0);
  EXPECT_LT(answer.noul().probability(), 1);
  EXPECT_EQ(answer.noul().probability(), response.results(1).answers(0).noul().probability());
  EXPECT_EQ(answer.input_tokens(), answer.prompt().tokens_size());
  EXPECT_EQ(answer.prompt().markers_size(), 2);
  EXPECT_EQ(response.provenance().precision(), "int8");
  EXPECT_GT(response.timings().compute_ms(), 0);
}

TEST_F(DecideServiceTest, WhileLoadingEverythingIsUnavailable) {
  const grpc::Status status = Decide(Request());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), kReasonModelLoading);
  LoadFake();
  EXPECT_TRUE(Decide(Request()).ok());
}

TEST_F(DecideServiceTest, RefusesWhatIsMalformed) {
  LoadFake();
  for (const char* state : {"", "{", "nan"}) {
    const grpc::Status status = Decide(Request(state));
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << state;
    EXPECT_EQ(DetailOf(FromGrpcStatus(status)).param, "items[0].state_json");
  }
  EXPECT_EQ(Decide(DecideRequest()).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  DecideRequest request = Request();
  request.mutable_items(0)->mutable_questions(0)->set_instructions_json("null");
  EXPECT_EQ(Decide(request).error_message(), "questions.lit: \"instructions\" must be provided");
}

TEST_F(DecideServiceTest, ADeadlineEndsTheCallAndThePass) {
  LoadFake();
  scorer_->Hold();
  EXPECT_EQ(Decide(Request(), nullptr, std::chrono::milliseconds(50)).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  while (!engine_->Idle()) std::this_thread::yield();  // it ends although the device is held
  scorer_->Release();
  EXPECT_TRUE(Decide(Request()).ok());
}

TEST_F(DecideServiceTest, AClientThatLeavesEndsItsPass) {
  LoadFake();
  scorer_->Hold();
  grpc::ClientContext context;
  DecideResponse response;
  std::thread client([&] { EXPECT_FALSE(stub_->Decide(&context, Request(), &response).ok()); });
  scorer_->AwaitHeld();
  context.TryCancel();
  client.join();
  while (!engine_->Idle()) std::this_thread::yield();
  EXPECT_EQ(engine_->Stats().cancelled["pass"], 1);
}

TEST_F(DecideServiceTest, AFullQueueSaysWhenToComeBack) {
  LoadFake(/*queue_depth=*/1);
  scorer_->Hold();
  std::thread first([&] { EXPECT_TRUE(Decide(Request()).ok()); });
  scorer_->AwaitHeld();
  std::thread second([&] { EXPECT_TRUE(Decide(Request()).ok()); });
  while (engine_->Stats().queue_length < 1) std::this_thread::yield();
  const grpc::Status refused = Decide(Request());
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(refused), kReasonQueueFull);
  EXPECT_GE(DetailOf(FromGrpcStatus(refused)).retry_after_s, 1);
  scorer_->Release();
  first.join();
  second.join();
}

TEST_F(DecideServiceTest, SaysWhatItIsAndDid) {
  grpc::ClientContext early;
  common::v1::ModelInfo info;
  EXPECT_EQ(admin_stub_->GetModel(&early, {}, &info).error_code(), grpc::StatusCode::UNAVAILABLE);
  LoadFake();
  EXPECT_TRUE(Decide(Request()).ok());
  grpc::ClientContext model_context, stats_context, plan_context;
  ASSERT_TRUE(admin_stub_->GetModel(&model_context, {}, &info).ok());
  EXPECT_EQ(info.id(), "tiny-d1-Q8_0");
  EXPECT_EQ(info.context(), 16384);
  admin::v1::Stats stats;
  ASSERT_TRUE(admin_stub_->GetStats(&stats_context, {}, &stats).ok());
  EXPECT_EQ(stats.finished().at("done"), 1);
  EXPECT_EQ(stats.steps(), 1);
  EXPECT_GT(stats.resident_bytes(), 0);
  admin::v1::Plan plan;
  ASSERT_TRUE(admin_stub_->GetPlan(&plan_context, {}, &plan).ok());
  EXPECT_GT(plan.scratch_bytes(), 0);
}

TEST_F(DecideServiceTest, DrainRefusesNewWork) {
  LoadFake();
  grpc::ClientContext context;
  admin::v1::DrainResponse response;
  ASSERT_TRUE(admin_stub_->Drain(&context, {}, &response).ok());
  EXPECT_EQ(drains_, 1);
  EXPECT_EQ(ReasonOf(Decide(Request())), kReasonDraining);
}

TEST_F(DecideServiceTest, ShutdownEndsRunningCalls) {
  LoadFake();
  scorer_->Hold();
  std::thread client([&] { EXPECT_FALSE(Decide(Request()).ok()); });
  scorer_->AwaitHeld();
  server_->Shutdown(absl::ZeroDuration());
  client.join();
  while (!engine_->Idle()) std::this_thread::yield();
}

}  // namespace
}  // namespace ferro
