#include "router/gateway_testing.h"

#include <arpa/inet.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <future>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gtest/gtest.h"

namespace ferro::router {

using ferro::lm::v1::GenerateRequest;
using ferro::lm::v1::GenerateResponse;

FakeLm::FakeLm() {
  // Not in TEST_TMPDIR: socket paths end at 107 bytes.
  char folder[] = "/tmp/ferro-gw-XXXXXX";
  folder_ = mkdtemp(folder);
  target_ = absl::StrCat("unix:", folder_, "/lm");
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  builder.AddListeningPort(target_, grpc::InsecureServerCredentials());
  builder.RegisterService(static_cast<ferro::lm::v1::LmService::Service*>(this));
  builder.RegisterService(static_cast<ferro::admin::v1::AdminService::Service*>(this));
  server_ = builder.BuildAndStart();
}

FakeLm::~FakeLm() {
  Kill();
  unlink(absl::StrCat(folder_, "/lm").c_str());
  rmdir(folder_.c_str());
}

void FakeLm::Kill() {
  if (server_) server_->Shutdown(std::chrono::system_clock::now());
  server_.reset();
}

void FakeLm::SetScript(Script script) {
  const std::lock_guard lock(mutex_);
  script_ = std::move(script);
}

GenerateRequest FakeLm::LastRequest() {
  const std::lock_guard lock(mutex_);
  return last_request_;
}

std::map<std::string, std::string> FakeLm::LastMetadata(const std::string& method) {
  const std::lock_guard lock(mutex_);
  return metadata_[method];
}

void FakeLm::Note(const std::string& method, const grpc::ServerContext& context) {
  std::map<std::string, std::string> metadata;
  for (const auto& [name, value] : context.client_metadata()) {
    metadata.emplace(std::string(name.data(), name.size()), std::string(value.data(), value.size()));
  }
  const std::lock_guard lock(mutex_);
  metadata_[method] = std::move(metadata);
}

void FakeLm::SendStarted(Writer& writer) {
  GenerateResponse event;
  event.mutable_started()->set_prompt_tokens(10);
  event.mutable_started()->set_seed(42);
  writer.Write(event);
}

bool FakeLm::SendText(Writer& writer, const std::string& text) {
  GenerateResponse event;
  event.mutable_delta()->set_content(text);
  event.mutable_delta()->add_tokens(static_cast<int>(text.size()));
  return writer.Write(event);
}

void FakeLm::SendFinished(Writer& writer) {
  GenerateResponse event;
  auto* finished = event.mutable_finished();
  finished->set_reason(ferro::lm::v1::FINISH_REASON_STOP);
  finished->mutable_usage()->set_prompt_tokens(10);
  finished->mutable_usage()->set_cached_tokens(4);
  finished->mutable_usage()->set_completion_tokens(3);
  finished->mutable_timings()->set_prompt_ms(6);
  finished->mutable_timings()->set_predicted_ms(4);
  writer.Write(event);
}

grpc::Status FakeLm::Generate(grpc::ServerContext* context, const GenerateRequest* request, Writer* writer) {
  ++calls;
  Note("Generate", *context);
  Script script;
  {
    const std::lock_guard lock(mutex_);
    last_request_ = *request;
    script = script_;
  }
  if (script) {
    const grpc::Status status = script(*context, *request, *writer);
    if (status.error_code() == grpc::StatusCode::CANCELLED || context->IsCancelled()) ++cancelled;
    return status;
  }
  SendStarted(*writer);
  SendText(*writer, "Hel");
  SendText(*writer, "lo");
  SendFinished(*writer);
  return grpc::Status::OK;
}

grpc::Status FakeLm::Tokenize(grpc::ServerContext* context, const ferro::lm::v1::TokenizeRequest* request,
                              ferro::lm::v1::TokenizeResponse* response) {
  Note("Tokenize", *context);
  std::string text = request->has_chat() ? request->chat().messages_json() : request->text();
  for (const auto& part : request->mixed().parts()) {
    text += part.text();
    for (const int id : part.tokens().ids()) text += static_cast<char>(id);
  }
  for (const unsigned char c : text) {
    response->add_ids(c);
    if (request->return_pieces()) response->add_pieces(std::string(1, static_cast<char>(c)));
  }
  return grpc::Status::OK;
}

grpc::Status FakeLm::Detokenize(grpc::ServerContext* context, const ferro::lm::v1::DetokenizeRequest* request,
                                ferro::lm::v1::DetokenizeResponse* response) {
  Note("Detokenize", *context);
  for (const int id : request->ids()) {
    if (id > 127) return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "id out of range");
    *response->mutable_text() += static_cast<char>(id);
  }
  return grpc::Status::OK;
}

grpc::Status FakeLm::ApplyTemplate(grpc::ServerContext* context, const ferro::lm::v1::ApplyTemplateRequest* request,
                                   ferro::lm::v1::ApplyTemplateResponse* response) {
  Note("ApplyTemplate", *context);
  response->set_prompt(request->chat().messages_json());
  return grpc::Status::OK;
}

grpc::Status FakeLm::GetModel(grpc::ServerContext* context, const ferro::admin::v1::GetModelRequest*,
                              ferro::common::v1::ModelInfo* model) {
  Note("GetModel", *context);
  model->set_id("fake");
  model->set_fingerprint("ferro-fake");
  model->set_context(512);
  model->set_slots(2);
  model->set_device("cpu avx2");
  model->set_prefill_slice_tokens(256);
  model->mutable_sampling_defaults()->set_temperature(0.25);
  model->mutable_sampling_defaults()->set_seed(-1);
  model->set_chat_template("{{ enable_thinking }}");
  return grpc::Status::OK;
}

grpc::Status FakeLm::GetStats(grpc::ServerContext* context, const ferro::admin::v1::GetStatsRequest*,
                              ferro::admin::v1::Stats* stats) {
  Note("GetStats", *context);
  stats->add_slots()->set_state("idle");
  ferro::admin::v1::Slot* busy = stats->add_slots();
  busy->set_state("decode");
  busy->mutable_sampling()->set_top_k(7);
  stats->set_queue_length(1);
  stats->set_queue_depth(64);
  stats->set_resident_bytes(1000);
  stats->set_memory_limit_bytes(4000);
  return grpc::Status::OK;
}

TestGateway::TestGateway(GatewayFlags flags) {
  flags.port = 0;
  auto ready = std::make_shared<std::promise<void>>();
  auto app = App::Create(flags, [ready](const std::string&) { ready->set_value(); });
  if (!app.ok()) {
    ADD_FAILURE() << app.status();
    std::abort();
  }
  app_ = *std::move(app);
  EXPECT_EQ(ready->get_future().wait_for(std::chrono::seconds(10)), std::future_status::ready);
}

RawClient::RawClient(int port) {
  fd_ = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const timeval limit{10, 0};
  setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
  EXPECT_EQ(connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
}

RawClient::~RawClient() { Close(); }

void RawClient::Send(const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    // A server that refuses early may close before everything is sent.
    if (n <= 0) return;
    sent += static_cast<size_t>(n);
  }
}

void RawClient::HalfClose() { shutdown(fd_, SHUT_WR); }

void RawClient::Close() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

void RawClient::Reset() {
  const linger hard{1, 0};
  setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
  Close();
}

bool RawClient::ReadMore() {
  char bytes[65536];
  const ssize_t n = recv(fd_, bytes, sizeof(bytes), 0);
  if (n <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(n));
  return true;
}

std::string RawClient::ReadAll() {
  while (ReadMore()) {
  }
  return std::exchange(buffer_, "");
}

std::string RawClient::ReadUntil(const std::string& mark) {
  size_t at = 0;
  while ((at = buffer_.find(mark)) == std::string::npos) {
    if (!ReadMore()) {
      ADD_FAILURE() << "connection ended before " << mark << "; got: " << buffer_;
      return std::exchange(buffer_, "");
    }
  }
  const std::string text = buffer_.substr(0, at + mark.size());
  buffer_.erase(0, at + mark.size());
  return text;
}

std::string RawClient::ReadResponse() {
  std::string response = ReadUntil("\r\n\r\n");
  if (response.find("Transfer-Encoding: chunked") != std::string::npos) return response + ReadUntil("0\r\n\r\n");
  const size_t at = response.find("Content-Length: ");
  if (at == std::string::npos) return response;
  const size_t length = std::strtoul(response.c_str() + at + 16, nullptr, 10);
  while (buffer_.size() < length && ReadMore()) {
  }
  EXPECT_GE(buffer_.size(), length);
  response += buffer_.substr(0, length);
  buffer_.erase(0, length);
  return response;
}

std::string Post(const std::string& path, const std::string& body, const std::string& headers) {
  return absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: x\r\nContent-Length: ", body.size(), "\r\n", headers, "\r\n",
                      body);
}

std::string Get(const std::string& path, const std::string& headers) {
  return absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: x\r\n", headers, "\r\n");
}

int StatusOf(const std::string& response) { return response.size() < 12 ? 0 : std::atoi(response.c_str() + 9); }

std::string BodyOf(const std::string& response) {
  const size_t at = response.find("\r\n\r\n");
  return at == std::string::npos ? "" : response.substr(at + 4);
}

bool Eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    absl::SleepFor(absl::Milliseconds(10));
  }
  return condition();
}

}  // namespace ferro::router
