#include "router/api/chat.h"

#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "router/api/chat_fields.h"
#include "router/api/generation.h"
#include "router/api/sampling_fields.h"

namespace ferro::router {
namespace {

struct ChatRequest {
  ferro::lm::v1::GenerateRequest generate;
  DeliveryOptions delivery;
  const ReplyFormat* format = nullptr;
};

absl::StatusOr<ChatRequest> ReadChatRequest(const ApiContext& context, Exchange& exchange) {
  FERRO_ASSIGN_OR_RETURN(const Json body, ParseObject(exchange));
  ChatRequest request;
  FERRO_ASSIGN_OR_RETURN(*request.generate.mutable_chat(), ReadChat(body));
  FERRO_RETURN_IF_ERROR(ReadSamplingFields(body, &request.generate));
  FERRO_RETURN_IF_ERROR(ReadChatOutputFields(body, &request.generate));
  FERRO_RETURN_IF_ERROR(ReadDeliveryFields(body, &request.delivery));
  FERRO_RETURN_IF_ERROR(CheckModelName(context, context.lm_tracker, body));
  request.format = GivesFunctions(body) ? &FunctionReplyFormat() : &ChatReplyFormat();
  return request;
}

}  // namespace

void HandleChat(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  absl::StatusOr<ChatRequest> request = ReadChatRequest(context, *exchange);
  if (!request.ok()) return ReplyError(*exchange, request.status(), ErrorShape::kOpenAi);
  auto model = ReadyLm(context);
  if (!model.ok()) return ReplyError(*exchange, model.status(), ErrorShape::kOpenAi);
  std::vector<ferro::lm::v1::GenerateRequest> calls;
  calls.push_back(std::move(request->generate));
  Generation::Start(context, std::move(exchange), *request->format, *std::move(model), request->delivery,
                    std::move(calls));
}

}  // namespace ferro::router
