#include "router/fake_decide.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"

namespace ferro::router {

using ferro::decide::v1::DecideItem;
using ferro::decide::v1::DecideRequest;
using ferro::decide::v1::DecideResponse;
using ferro::decide::v1::DecideResult;
using ferro::decide::v1::Question;

FakeDecide::FakeDecide() {
  // Not in TEST_TMPDIR: socket paths end at 107 bytes.
  char folder[] = "/tmp/ferro-gw-XXXXXX";
  folder_ = mkdtemp(folder);
  target_ = absl::StrCat("unix:", folder_, "/decide");
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  builder.AddListeningPort(target_, grpc::InsecureServerCredentials());
  builder.RegisterService(static_cast<ferro::decide::v1::DecideService::Service*>(this));
  builder.RegisterService(static_cast<ferro::admin::v1::AdminService::Service*>(this));
  server_ = builder.BuildAndStart();
}

FakeDecide::~FakeDecide() {
  Kill();
  unlink(absl::StrCat(folder_, "/decide").c_str());
  rmdir(folder_.c_str());
}

void FakeDecide::Kill() {
  if (server_) server_->Shutdown(std::chrono::system_clock::now());
  server_.reset();
}

void FakeDecide::SetScript(Script script) {
  const std::lock_guard lock(mutex_);
  script_ = std::move(script);
}

DecideRequest FakeDecide::LastRequest() {
  const std::lock_guard lock(mutex_);
  return last_request_;
}

grpc::Status FakeDecide::Answer(const DecideRequest& request, DecideResponse& response) {
  for (const DecideItem& item : request.items()) {
    DecideResult& result = *response.add_results();
    for (const Question& question : item.questions()) {
      ferro::decide::v1::Answer& answer = *result.add_answers();
      answer.set_id(question.id());
      answer.set_input_tokens(7);
      if (question.has_choice()) {
        answer.mutable_choice()->set_choice(question.choice().options(0).key());
        answer.mutable_choice()->set_confidence(1);
        for (const auto& option : question.choice().options()) {
          auto& probability = *answer.mutable_choice()->add_probabilities();
          probability.set_option(option.key());
          probability.set_probability(answer.choice().probabilities_size() == 1 ? 1 : 0);
        }
      } else if (question.has_score()) {
        answer.mutable_score()->set_confidence(1);
        for (int i = 0; i < question.score().levels_json_size(); ++i) {
          answer.mutable_score()->add_probabilities(i == 0 ? 1 : 0);
        }
      } else {
        answer.mutable_noul()->set_probability(0.25);
      }
    }
  }
  response.mutable_provenance()->set_model_hash("hash");
  response.mutable_provenance()->set_backend("fake");
  response.mutable_timings()->set_queue_ms(1.5);
  return grpc::Status::OK;
}

grpc::Status FakeDecide::Decide(grpc::ServerContext* context, const DecideRequest* request, DecideResponse* response) {
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

grpc::Status FakeDecide::GetModel(grpc::ServerContext*, const ferro::admin::v1::GetModelRequest*,
                                  ferro::common::v1::ModelInfo* model) {
  model->set_id("fake-d1");
  model->set_file("fake-d1.gguf");
  model->set_context(16384);
  model->set_device("cpu avx2");
  return grpc::Status::OK;
}

grpc::Status FakeDecide::GetStats(grpc::ServerContext*, const ferro::admin::v1::GetStatsRequest*,
                                  ferro::admin::v1::Stats* stats) {
  stats->set_queue_length(2);
  stats->set_queue_depth(256);
  stats->set_prompt_tokens(70);
  stats->set_steps(3);
  stats->set_resident_bytes(500);
  return grpc::Status::OK;
}

}  // namespace ferro::router
