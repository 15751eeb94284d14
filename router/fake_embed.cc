#include "router/fake_embed.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"

namespace ferro::router {

using ferro::embed::v1::EmbedItem;
using ferro::embed::v1::EmbedRequest;
using ferro::embed::v1::EmbedResponse;

FakeEmbed::FakeEmbed() {
  // Not in TEST_TMPDIR: socket paths end at 107 bytes.
  char folder[] = "/tmp/ferro-gw-XXXXXX";
  folder_ = mkdtemp(folder);
  target_ = absl::StrCat("unix:", folder_, "/embed");
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  builder.AddListeningPort(target_, grpc::InsecureServerCredentials());
  builder.RegisterService(static_cast<ferro::embed::v1::EmbedService::Service*>(this));
  builder.RegisterService(static_cast<ferro::admin::v1::AdminService::Service*>(this));
  server_ = builder.BuildAndStart();
}

FakeEmbed::~FakeEmbed() {
  Kill();
  unlink(absl::StrCat(folder_, "/embed").c_str());
  rmdir(folder_.c_str());
}

void FakeEmbed::Kill() {
  if (server_) server_->Shutdown(std::chrono::system_clock::now());
  server_.reset();
}

void FakeEmbed::SetScript(Script script) {
  const std::lock_guard lock(mutex_);
  script_ = std::move(script);
}

EmbedRequest FakeEmbed::LastRequest() {
  const std::lock_guard lock(mutex_);
  return last_request_;
}

grpc::Status FakeEmbed::Answer(const EmbedRequest& request, EmbedResponse& response) {
  for (const EmbedItem& item : request.items()) {
    const ferro::embed::v1::EmbedPart& part = item.parts(0);
    const float first =
        part.has_tokens() ? static_cast<float>(part.tokens().ids(0)) : static_cast<float>(part.text().size());
    ferro::embed::v1::Embedding& embedding = *response.add_embeddings();
    embedding.add_values(first / std::hypot(first, 1.0f));
    embedding.add_values(1 / std::hypot(first, 1.0f));
    embedding.set_prompt_tokens(3);
  }
  response.mutable_timings()->set_queue_ms(1.5);
  return grpc::Status::OK;
}

grpc::Status FakeEmbed::Embed(grpc::ServerContext* context, const EmbedRequest* request, EmbedResponse* response) {
  ++calls;
  Script script;
  {
    const std::lock_guard lock(mutex_);
    last_request_ = *request;
    script = script_;
  }
  if (!script) return Answer(*request, *response);
  const grpc::Status status = script(*context, *request, *response);
  if (context->IsCancelled()) ++cancelled;
  return status;
}

grpc::Status FakeEmbed::Tokenize(grpc::ServerContext*, const ferro::embed::v1::EmbedTokenizeRequest* request,
                                 ferro::embed::v1::EmbedTokenizeResponse* response) {
  for (const char c : request->text()) {
    response->add_ids(c);
    response->add_pieces(std::string(1, c));
  }
  return grpc::Status::OK;
}

grpc::Status FakeEmbed::GetModel(grpc::ServerContext*, const ferro::admin::v1::GetModelRequest*,
                                 ferro::common::v1::ModelInfo* model) {
  model->set_id("fake-gemma");
  model->set_file("fake-gemma.gguf");
  model->set_context(8192);
  model->set_device("cpu avx2");
  model->set_embedding_length(2);
  model->add_embedding_widths(2);
  model->add_embedding_tasks("query");
  return grpc::Status::OK;
}

grpc::Status FakeEmbed::GetStats(grpc::ServerContext*, const ferro::admin::v1::GetStatsRequest*,
                                 ferro::admin::v1::Stats* stats) {
  stats->set_queue_length(2);
  stats->set_queue_depth(256);
  stats->set_prompt_tokens(70);
  stats->set_steps(3);
  stats->set_resident_bytes(500);
  return grpc::Status::OK;
}

}  // namespace ferro::router
