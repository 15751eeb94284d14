// What the services tell about themselves at the moment.
#ifndef FERRO_ROUTER_API_SERVICE_STATS_H_
#define FERRO_ROUTER_API_SERVICE_STATS_H_

#include <functional>
#include <memory>
#include <optional>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// Absent: the service is not configured, not ready, or too busy to answer within half a second.
struct ServiceStats {
  std::optional<ferro::admin::v1::Stats> lm;
  std::optional<ferro::admin::v1::Stats> decide;
  std::optional<ferro::admin::v1::Stats> embed;
};

// Asks every service that is ready, all at once; `done` runs on the exchange's executor, possibly before this returns.
void CollectStats(ApiContext& context, std::shared_ptr<Exchange> exchange,
                  std::function<void(const ServiceStats&)> done);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_SERVICE_STATS_H_
