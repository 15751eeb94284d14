// POST /v1/embeddings, /embeddings and /v1/rerank: each one call of the embed service.
#ifndef FERRO_ROUTER_API_EMBEDDINGS_H_
#define FERRO_ROUTER_API_EMBEDDINGS_H_

#include <memory>

#include "router/api/context.h"
#include "router/http/exchange.h"

namespace ferro::router {

// OpenAI's.
void HandleEmbeddings(ApiContext& context, std::shared_ptr<Exchange> exchange);
// llama.cpp's own.
void HandleNativeEmbeddings(ApiContext& context, std::shared_ptr<Exchange> exchange);
// By cosine.
void HandleRerank(ApiContext& context, std::shared_ptr<Exchange> exchange);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_EMBEDDINGS_H_
