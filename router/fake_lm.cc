#include "router/fake_lm.h"

namespace ferro::router {

using ferro::lm::v1::GenerateRequest;
using ferro::lm::v1::GenerateResponse;

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
  NoteMetadata("Generate", *context);
  return Run(context, *request, *writer, [](const GenerateRequest&, Writer& reply) {
    SendStarted(reply);
    SendText(reply, "Hel");
    SendText(reply, "lo");
    SendFinished(reply);
    return grpc::Status::OK;
  });
}

grpc::Status FakeLm::Tokenize(grpc::ServerContext* context, const ferro::lm::v1::TokenizeRequest* request,
                              ferro::lm::v1::TokenizeResponse* response) {
  NoteMetadata("Tokenize", *context);
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
  NoteMetadata("Detokenize", *context);
  for (const int id : request->ids()) {
    if (id > 127) return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "id out of range");
    *response->mutable_text() += static_cast<char>(id);
  }
  return grpc::Status::OK;
}

grpc::Status FakeLm::ApplyTemplate(grpc::ServerContext* context, const ferro::lm::v1::ApplyTemplateRequest* request,
                                   ferro::lm::v1::ApplyTemplateResponse* response) {
  NoteMetadata("ApplyTemplate", *context);
  response->set_prompt(request->chat().messages_json());
  return grpc::Status::OK;
}

grpc::Status FakeLm::GetModel(grpc::ServerContext* context, const ferro::admin::v1::GetModelRequest*,
                              ferro::common::v1::ModelInfo* model) {
  NoteMetadata("GetModel", *context);
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
  NoteMetadata("GetStats", *context);
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

}  // namespace ferro::router
