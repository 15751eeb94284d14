// GET /metrics.
#ifndef FERRO_ROUTER_API_METRICS_ROUTE_H_
#define FERRO_ROUTER_API_METRICS_ROUTE_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

void HandleMetrics(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_METRICS_ROUTE_H_
