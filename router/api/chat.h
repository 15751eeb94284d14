// POST /v1/chat/completions.
#ifndef FERRO_ROUTER_API_CHAT_H_
#define FERRO_ROUTER_API_CHAT_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// Validates, then starts a Generation that answers.
void HandleChat(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_CHAT_H_
