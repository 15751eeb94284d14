#include "router/api/template.h"

#include <utility>

#include "base/status_macros.h"
#include "router/api/call_options.h"
#include "router/api/chat_fields.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::ApplyTemplateRequest;
using ferro::lm::v1::ApplyTemplateResponse;
using ferro::lm::v1::TokenizeRequest;
using ferro::lm::v1::TokenizeResponse;

absl::StatusOr<ferro::lm::v1::Chat> ReadBody(Exchange& exchange) {
  FERRO_ASSIGN_OR_RETURN(const Json body, ParseObject(exchange));
  return ReadChat(body);
}

}  // namespace

void HandleApplyTemplate(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  constexpr ErrorShape kShape = ErrorShape::kLlamaCpp;
  absl::StatusOr<ferro::lm::v1::Chat> chat = ReadBody(*exchange);
  if (!chat.ok()) return ReplyError(*exchange, chat.status(), kShape);
  if (const auto model = ReadyLm(context); !model.ok()) return ReplyError(*exchange, model.status(), kShape);
  ApplyTemplateRequest request;
  *request.mutable_chat() = *std::move(chat);
  context.lm->ApplyTemplate(std::move(request), OptionsOfCall(exchange->request(), context.options.timeout),
                            exchange->executor(), [exchange](absl::StatusOr<ApplyTemplateResponse> response) {
                              if (!response.ok()) {
                                return ReplyError(*exchange, UpstreamError(response.status(), false), kShape);
                              }
                              Json body{{"prompt", response->prompt()}};
                              for (const std::string& warning : response->warnings())
                                body["warnings"].push_back(warning);
                              exchange->Reply(JsonResponse(body));
                            });
}

void HandleInputTokens(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  constexpr ErrorShape kShape = ErrorShape::kOpenAi;
  absl::StatusOr<ferro::lm::v1::Chat> chat = ReadBody(*exchange);
  if (!chat.ok()) return ReplyError(*exchange, chat.status(), kShape);
  if (const auto model = ReadyLm(context); !model.ok()) return ReplyError(*exchange, model.status(), kShape);
  TokenizeRequest request;
  *request.mutable_chat() = *std::move(chat);
  context.lm->Tokenize(std::move(request), OptionsOfCall(exchange->request(), context.options.timeout),
                       exchange->executor(), [exchange](absl::StatusOr<TokenizeResponse> response) {
                         if (!response.ok())
                           return ReplyError(*exchange, UpstreamError(response.status(), false), kShape);
                         exchange->Reply(JsonResponse(
                             Json{{"input_tokens", response->ids_size()}, {"object", "response.input_tokens"}}));
                       });
}

}  // namespace ferro::router
