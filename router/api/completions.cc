#include "router/api/completions.h"

#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "router/api/completion_fields.h"
#include "router/api/generation.h"
#include "router/api/sampling_fields.h"

namespace ferro::router {
namespace {

struct CompletionRequest {
  std::vector<ferro::lm::v1::GenerateRequest> prompts;
  DeliveryOptions delivery;
};

absl::StatusOr<CompletionRequest> ReadCompletionRequest(const ApiContext& context, Exchange& exchange) {
  FERRO_ASSIGN_OR_RETURN(const Json body, ParseObject(exchange));
  CompletionRequest request;
  FERRO_ASSIGN_OR_RETURN(request.prompts, ReadPrompts(body));
  ferro::lm::v1::GenerateRequest common;
  FERRO_RETURN_IF_ERROR(ReadSamplingFields(body, &common));
  // Text in, text out: a think block is part of the text.
  common.set_reasoning_format(ferro::lm::v1::REASONING_FORMAT_NONE);
  for (ferro::lm::v1::GenerateRequest& prompt : request.prompts) prompt.MergeFrom(common);
  FERRO_RETURN_IF_ERROR(ReadDeliveryFields(body, &request.delivery));
  FERRO_RETURN_IF_ERROR(CheckModelName(context, context.lm_tracker, body));
  return request;
}

}  // namespace

void HandleCompletions(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  absl::StatusOr<CompletionRequest> request = ReadCompletionRequest(context, *exchange);
  if (!request.ok()) return ReplyError(*exchange, request.status(), ErrorShape::kOpenAi);
  auto model = ReadyLm(context);
  if (!model.ok()) return ReplyError(*exchange, model.status(), ErrorShape::kOpenAi);
  Generation::Start(context, std::move(exchange), CompletionReplyFormat(), *std::move(model), request->delivery,
                    std::move(request->prompts));
}

}  // namespace ferro::router
