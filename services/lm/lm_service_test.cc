// LmService and AdminService over a real unix socket, with a scripted model behind a real tokenizer and template.
#include "services/lm/lm_service.h"

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
#include "engine/schedule/fake_model.h"
#include "engine/text/load_tokenizer.h"
#include "services/common/admin.h"
#include "services/common/server.h"
#include "services/common/status.h"
#include "services/lm/lm_admin.h"

namespace ferro {
namespace {

using lm::v1::GenerateRequest;
using lm::v1::GenerateResponse;
using ::testing::HasSubstr;

constexpr char kModel[] = "tests/data/models/tiny-lfm2-Q8_0.gguf";

// What one Generate call said.
struct Heard {
  lm::v1::Started started;
  lm::v1::Finished finished;
  std::string content;
  std::vector<int32_t> tokens;
  int messages = 0;
  grpc::Status status;
};

class LmServiceTest : public ::testing::Test {
 protected:
  LmServiceTest() : service_(host_), admin_(host_, absl::Seconds(30), [this] { ++drains_; }), admin_service_(admin_) {
    ServerOptions options;
    options.listen = "unix:" + std::string(mkdtemp(folder_)) + "/s";
    server_ = *GrpcServer::Start(options, {&service_, &admin_service_}, {"ferro.lm.v1.LmService"});
    channel_ = grpc::CreateChannel(server_->address(), grpc::InsecureChannelCredentials());
    stub_ = lm::v1::LmService::NewStub(channel_);
    admin_stub_ = admin::v1::AdminService::NewStub(channel_);
  }
  ~LmServiceTest() override {
    if (model_ != nullptr) model_->Release();
    server_.reset();  // before the host: calls use the model
    rmdir(folder_);
  }

  void Load(int slots = 2, int queue_depth = 4, int context = 512) {
    LanguageModel::Parts parts;
    parts.file = *GgufFile::Open(kModel);
    parts.tokenizer = *LoadTokenizer(*parts.file);
    parts.chat = *ChatRenderer::Load(*parts.file, *parts.tokenizer, ContentParts::kAuto);
    auto model = std::make_unique<FakeModel>(parts.tokenizer->vocab_size(), slots, context);
    model_ = model.get();
    parts.loaded.model = std::move(model);
    LanguageModelOptions options;
    options.slots = slots;
    options.queue_depth = queue_depth;
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<LanguageModel> lm, LanguageModel::Create(std::move(parts), options));
    lm_ = lm.get();
    host_.SetModel(std::move(lm));
  }

  // A prompt after which the model says `reply` and ends.
  GenerateRequest Scripted(const std::string& prompt, const std::string& reply) {
    std::vector<int32_t> said = *lm_->Tokenize(reply, false, true);
    said.push_back(lm_->tokenizer().eos_id());
    model_->Script(*lm_->Tokenize(prompt, true, true), said);
    return Endless(prompt);
  }
  static GenerateRequest Endless(const std::string& prompt, int max_tokens = -1) {
    GenerateRequest request;
    request.set_text(prompt);
    request.set_return_tokens(true);
    request.set_max_tokens(max_tokens);
    request.mutable_sampling()->set_temperature(0);
    request.mutable_sampling()->set_repetition_penalty(1);
    request.mutable_sampling()->set_ignore_eos(max_tokens >= 0);
    return request;
  }

  Heard Listen(grpc::ClientReader<GenerateResponse>& stream) {
    Heard heard;
    GenerateResponse response;
    while (stream.Read(&response)) {
      ++heard.messages;
      if (response.has_started()) heard.started = response.started();
      if (response.has_finished()) heard.finished = response.finished();
      heard.content += response.delta().content();
      heard.tokens.insert(heard.tokens.end(), response.delta().tokens().begin(), response.delta().tokens().end());
    }
    heard.status = stream.Finish();
    return heard;
  }
  Heard Generate(const GenerateRequest& request) {
    grpc::ClientContext context;
    return Listen(*stub_->Generate(&context, request));
  }

  void AwaitIdle() {
    while (!host_.Idle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  char folder_[32] = "/tmp/ferro-test-XXXXXX";
  std::atomic<int> drains_ = 0;
  ModelHost host_;
  LmService service_;
  LmAdmin admin_;
  AdminService admin_service_;
  FakeModel* model_ = nullptr;
  LanguageModel* lm_ = nullptr;
  std::unique_ptr<GrpcServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<lm::v1::LmService::Stub> stub_;
  std::unique_ptr<admin::v1::AdminService::Stub> admin_stub_;
};

TEST_F(LmServiceTest, StreamsAReply) {
  Load();
  const Heard heard = Generate(Scripted("Say it.", "Here it is"));
  ASSERT_TRUE(heard.status.ok()) << heard.status.error_message();
  EXPECT_EQ(heard.content, "Here it is");
  EXPECT_EQ(heard.finished.reason(), lm::v1::FINISH_REASON_STOP);
  EXPECT_EQ(heard.finished.usage().completion_tokens(), static_cast<int>(heard.tokens.size()));
  EXPECT_EQ(heard.started.prompt_tokens(), heard.finished.usage().prompt_tokens());
  EXPECT_GT(heard.finished.timings().ttft_ms(), 0);
}

TEST_F(LmServiceTest, WhileLoadingEverythingIsUnavailable) {
  const Heard heard = Generate(Endless("x"));
  EXPECT_EQ(heard.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(heard.status.error_message(), "Loading model");
  EXPECT_EQ(DetailOf(FromGrpcStatus(heard.status)).reason, kReasonModelLoading);
  grpc::ClientContext context;
  common::v1::ModelInfo info;
  EXPECT_EQ(admin_stub_->GetModel(&context, {}, &info).error_code(), grpc::StatusCode::UNAVAILABLE);
  Load();
  grpc::ClientContext again;
  ASSERT_TRUE(admin_stub_->GetModel(&again, {}, &info).ok());
  EXPECT_EQ(info.id(), "tiny-lfm2-Q8_0");
  EXPECT_EQ(info.slots(), 2);
}

TEST_F(LmServiceTest, ErrorsCarryTheirDetails) {
  Load();
  GenerateRequest request = Endless("x");
  request.mutable_sampling()->set_top_p(2);
  grpc::Status status = Generate(request).status;
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(DetailOf(FromGrpcStatus(status)).param, "top_p");
  EXPECT_EQ(Generate(GenerateRequest()).status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  std::string longer;
  for (int i = 0; i < 600; ++i) longer += "word ";
  status = Generate(Endless(longer)).status;
  EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_THAT(status.error_message(), HasSubstr("maximum context length is 512 tokens"));
}

TEST_F(LmServiceTest, CancellingFreesTheSlot) {
  Load(/*slots=*/1);
  grpc::ClientContext context;
  const auto stream = stub_->Generate(&context, Endless("x", 400));
  GenerateResponse response;
  ASSERT_TRUE(stream->Read(&response));
  context.TryCancel();
  EXPECT_EQ(Listen(*stream).status.error_code(), grpc::StatusCode::CANCELLED);
  AwaitIdle();
  EXPECT_TRUE(Generate(Endless("y", 2)).status.ok());
}

TEST_F(LmServiceTest, ADeadlineFreesTheSlotWhereverTheRequestIs) {
  Load(/*slots=*/1);
  model_->Hold();
  std::vector<std::thread> clients;
  for (int i = 0; i < 2; ++i) {  // the first in the model, the second in the queue
    clients.emplace_back([&] {
      grpc::ClientContext context;
      context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(100));
      EXPECT_EQ(Listen(*stub_->Generate(&context, Endless("x", 400))).status.error_code(),
                grpc::StatusCode::DEADLINE_EXCEEDED);
    });
  }
  for (std::thread& client : clients) client.join();
  while (lm_->Stats().queue_length > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  model_->Release();
  AwaitIdle();
  EXPECT_EQ(lm_->Stats().finished.at("cancelled"), 2);
}

TEST_F(LmServiceTest, AFullQueueRefuses) {
  Load(/*slots=*/1, /*queue_depth=*/1);
  model_->Hold();
  std::vector<std::thread> clients;
  for (int i = 0; i < 2; ++i) {
    clients.emplace_back([&] { EXPECT_TRUE(Generate(Endless("x", 1)).status.ok()); });
    while (static_cast<int>(lm_->Stats().queue_length) < i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (i == 0) model_->AwaitBlocked();
  }
  while (lm_->Stats().queue_length < 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const grpc::Status refused = Generate(Endless("x", 1)).status;
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(DetailOf(FromGrpcStatus(refused)).reason, kReasonQueueFull);
  EXPECT_GE(DetailOf(FromGrpcStatus(refused)).retry_after_s, 1);
  model_->Release();
  for (std::thread& client : clients) client.join();
}

// A client that does not read: the model finishes all the same, and the client then reads everything.
TEST_F(LmServiceTest, ASlowReaderHoldsUpNobody) {
  Load(/*slots=*/2, /*queue_depth=*/4, /*context=*/100000);
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 1024);
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt("grpc.test.own_connection", 1);
  const auto slow = lm::v1::LmService::NewStub(
      grpc::CreateCustomChannel(server_->address(), grpc::InsecureChannelCredentials(), arguments));
  constexpr int kTokens = 4000;
  grpc::ClientContext context;
  const auto stream = slow->Generate(&context, Endless("slow", kTokens));
  while (lm_->Stats().finished["length"] == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(Generate(Endless("other", 5)).status.ok());
  const Heard heard = Listen(*stream);
  EXPECT_TRUE(heard.status.ok());
  EXPECT_EQ(heard.tokens.size(), static_cast<size_t>(kTokens));
  EXPECT_LT(heard.messages, kTokens / 2) << "deltas that waited were merged";
}

TEST_F(LmServiceTest, TokenizerCallsAnswerWhileTheDeviceIsBusy) {
  Load(/*slots=*/1);
  model_->Hold();
  std::thread client([&] { EXPECT_TRUE(Generate(Endless("x", 1)).status.ok()); });
  model_->AwaitBlocked();
  grpc::ClientContext tokenize_context, detokenize_context, template_context, stats_context;
  lm::v1::TokenizeRequest tokenize;
  tokenize.set_text("Hello there");
  tokenize.set_return_pieces(true);
  lm::v1::TokenizeResponse tokens;
  ASSERT_TRUE(stub_->Tokenize(&tokenize_context, tokenize, &tokens).ok());
  std::string pieces;
  for (const std::string& piece : tokens.pieces()) pieces += piece;
  EXPECT_EQ(pieces, "Hello there");
  // The same in parts: BOS before a leading text only, ids as they are.
  grpc::ClientContext mixed_context;
  lm::v1::TokenizeRequest mixed;
  mixed.mutable_mixed()->add_parts()->set_text("Hello there");
  mixed.mutable_mixed()->add_parts()->mutable_tokens()->add_ids(7);
  mixed.mutable_mixed()->add_parts()->set_text("Hello there");
  mixed.set_add_special(true);
  lm::v1::TokenizeResponse parts;
  ASSERT_TRUE(stub_->Tokenize(&mixed_context, mixed, &parts).ok());
  std::vector<int32_t> expected(tokens.ids().begin(), tokens.ids().end());
  expected.push_back(7);
  expected.insert(expected.end(), tokens.ids().begin(), tokens.ids().end());
  expected.insert(expected.begin(), lm_->tokenizer().bos_id());
  EXPECT_EQ(std::vector<int32_t>(parts.ids().begin(), parts.ids().end()), expected);
  lm::v1::DetokenizeRequest detokenize;
  *detokenize.mutable_ids() = tokens.ids();
  lm::v1::DetokenizeResponse text;
  ASSERT_TRUE(stub_->Detokenize(&detokenize_context, detokenize, &text).ok());
  EXPECT_EQ(text.text(), "Hello there");
  lm::v1::ApplyTemplateRequest apply;
  apply.mutable_chat()->set_messages_json(R"([{"role": "user", "content": "Hi"}])");
  lm::v1::ApplyTemplateResponse prompt;
  ASSERT_TRUE(stub_->ApplyTemplate(&template_context, apply, &prompt).ok());
  EXPECT_THAT(prompt.prompt(), HasSubstr("Hi"));
  admin::v1::Stats stats;
  ASSERT_TRUE(admin_stub_->GetStats(&stats_context, {}, &stats).ok());
  EXPECT_EQ(stats.slots_size(), 1);
  EXPECT_GT(stats.resident_bytes(), 0);
  model_->Release();
  client.join();
}

TEST_F(LmServiceTest, DrainRefusesNewWork) {
  Load();
  grpc::ClientContext context;
  admin::v1::DrainResponse response;
  ASSERT_TRUE(admin_stub_->Drain(&context, {}, &response).ok());
  EXPECT_EQ(drains_, 1);
  const grpc::Status refused = Generate(Endless("x")).status;
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(DetailOf(FromGrpcStatus(refused)).reason, kReasonDraining);
}

TEST_F(LmServiceTest, ShutdownEndsRunningCalls) {
  Load(/*slots=*/1, /*queue_depth=*/4, /*context=*/100000);
  std::thread client([&] { EXPECT_FALSE(Generate(Endless("x", 90000)).status.ok()); });
  while (lm_->Stats().generated_tokens == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  server_->Shutdown(absl::ZeroDuration());
  client.join();
  AwaitIdle();
}

}  // namespace
}  // namespace ferro
