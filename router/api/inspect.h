// GET /props and /slots: what the model is and what it is doing, in llama.cpp's words.
#ifndef FERRO_ROUTER_API_INSPECT_H_
#define FERRO_ROUTER_API_INSPECT_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

void HandleProps(ApiContext& context, std::shared_ptr<Exchange> exchange);
void HandleSlots(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_INSPECT_H_
