#include "router/fake_embed.h"

#include <cmath>
#include <string>

namespace ferro::router {

using ferro::embed::v1::EmbedItem;
using ferro::embed::v1::EmbedRequest;
using ferro::embed::v1::EmbedResponse;

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
  return Run(context, *request, *response, &Answer);
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

}  // namespace ferro::router
