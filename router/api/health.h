// GET /health, /livez and /readyz. None of them waits for the device.
#ifndef FERRO_ROUTER_API_HEALTH_H_
#define FERRO_ROUTER_API_HEALTH_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

void HandleHealth(ApiContext& context, std::shared_ptr<Exchange> exchange);
void HandleLive(ApiContext& context, std::shared_ptr<Exchange> exchange);
void HandleReady(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_HEALTH_H_
