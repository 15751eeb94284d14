// POST /v1/systemone: typed decisions.
#ifndef FERRO_ROUTER_API_SYSTEMONE_H_
#define FERRO_ROUTER_API_SYSTEMONE_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// One call of the decide service, however many requests the body holds. What the JSON means is router/systemone's.
void HandleSystemone(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_SYSTEMONE_H_
