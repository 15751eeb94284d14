// POST /apply-template and /v1/chat/completions/input_tokens.
#ifndef FERRO_ROUTER_API_TEMPLATE_H_
#define FERRO_ROUTER_API_TEMPLATE_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// The prompt text that a chat request would become.
void HandleApplyTemplate(ApiContext& context, std::shared_ptr<Exchange> exchange);
// How many tokens that prompt has.
void HandleInputTokens(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_TEMPLATE_H_
