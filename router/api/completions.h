// POST /v1/completions.
#ifndef FERRO_ROUTER_API_COMPLETIONS_H_
#define FERRO_ROUTER_API_COMPLETIONS_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// Validates, then starts a Generation with one choice per prompt.
void HandleCompletions(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_COMPLETIONS_H_
