#include "services/embed/embed_service.h"

#include "absl/time/time.h"
#include "base/status_macros.h"
#include "services/common/unary.h"
#include "services/embed/embed_call.h"

namespace ferro {

grpc::ServerUnaryReactor* EmbedService::Embed(grpc::CallbackServerContext* context,
                                              const embed::v1::EmbedRequest* request,
                                              embed::v1::EmbedResponse* response) {
  return EmbedCall::Start(host_.GetModel(), absl::FromChrono(context->deadline()), *request, *response);
}

grpc::ServerUnaryReactor* EmbedService::Tokenize(grpc::CallbackServerContext* context,
                                                 const embed::v1::EmbedTokenizeRequest* request,
                                                 embed::v1::EmbedTokenizeResponse* response) {
  return Answer(context, Tokens(*request), response);
}

absl::StatusOr<embed::v1::EmbedTokenizeResponse> EmbedService::Tokens(const embed::v1::EmbedTokenizeRequest& request) {
  FERRO_ASSIGN_OR_RETURN(const EmbeddingEngine* engine, host_.GetModel());
  EncodeOptions options;
  options.add_special = request.add_special();
  if (request.has_parse_special()) options.parse_special = request.parse_special();
  FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> ids, engine->tokenizer().Encode(request.text(), options));
  embed::v1::EmbedTokenizeResponse response;
  response.mutable_ids()->Add(ids.begin(), ids.end());
  for (const int32_t id : ids) engine->tokenizer().AppendBytes(id, /*show_special=*/true, response.add_pieces());
  return response;
}

}  // namespace ferro
