// The chat page.
#ifndef FERRO_ROUTER_API_WEB_H_
#define FERRO_ROUTER_API_WEB_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// GET /chat: one self-contained HTML file.
void HandleChatPage(ApiContext& context, std::shared_ptr<Exchange> exchange);
// GET /: to the chat page.
void HandleRoot(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_WEB_H_
