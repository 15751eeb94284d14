#include "router/fake_decide.h"

namespace ferro::router {

using ferro::decide::v1::DecideItem;
using ferro::decide::v1::DecideRequest;
using ferro::decide::v1::DecideResponse;
using ferro::decide::v1::DecideResult;
using ferro::decide::v1::Question;

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
  return Run(context, *request, *response, &Answer);
}

grpc::Status FakeDecide::GetModel(grpc::ServerContext*, const ferro::admin::v1::GetModelRequest*,
                                  ferro::common::v1::ModelInfo* model) {
  model->set_id("fake-d1");
  model->set_file("fake-d1.gguf");
  model->set_context(16384);
  model->set_device("cpu avx2");
  return grpc::Status::OK;
}

}  // namespace ferro::router
