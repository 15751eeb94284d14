// POST /tokenize and /detokenize, in llama.cpp's and vLLM's dialects.
#ifndef FERRO_ROUTER_API_TOKENIZE_H_
#define FERRO_ROUTER_API_TOKENIZE_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

void HandleTokenize(ApiContext& context, std::shared_ptr<Exchange> exchange);
void HandleDetokenize(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_TOKENIZE_H_
