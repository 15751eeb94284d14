// GET /v1/models and /v1/models/{id}.
#ifndef FERRO_ROUTER_API_MODELS_H_
#define FERRO_ROUTER_API_MODELS_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// Answers while a model loads, too, so that clients can list and choose.
void HandleModels(ApiContext& context, std::shared_ptr<Exchange> exchange);
void HandleModel(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_MODELS_H_
