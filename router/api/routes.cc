#include "router/api/routes.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "router/api/chat.h"
#include "router/api/completions.h"
#include "router/api/embeddings.h"
#include "router/api/health.h"
#include "router/api/inspect.h"
#include "router/api/metrics_route.h"
#include "router/api/models.h"
#include "router/api/systemone.h"
#include "router/api/template.h"
#include "router/api/tokenize.h"
#include "router/api/web.h"

namespace ferro::router {
namespace {

constexpr ErrorShape kOpenAi = ErrorShape::kOpenAi;
constexpr ErrorShape kLlama = ErrorShape::kLlamaCpp;

template <ErrorShape kShape>
void NotBuilt(ApiContext&, std::shared_ptr<Exchange> exchange) {
  const std::string& path = exchange->request().head.path;
  ReplyError(*exchange, ErrorOf(501, absl::StrCat(path, " is not supported by this version")), kShape);
}

constexpr Route kRoutes[] = {
    {"POST", "/v1/chat/completions", "/v1/chat/completions", Access::kKey, kOpenAi, HandleChat},
    {"POST", "/chat/completions", "/v1/chat/completions", Access::kKey, kOpenAi, HandleChat},
    {"POST", "/v1/completions", "/v1/completions", Access::kKey, kOpenAi, HandleCompletions},
    {"POST", "/v1/chat/completions/input_tokens", "/input_tokens", Access::kKey, kOpenAi, HandleInputTokens},
    {"POST", "/chat/completions/input_tokens", "/input_tokens", Access::kKey, kOpenAi, HandleInputTokens},
    {"POST", "/v1/embeddings", "/v1/embeddings", Access::kKey, kOpenAi, HandleEmbeddings},
    {"POST", "/embeddings", "/embeddings", Access::kKey, kLlama, HandleNativeEmbeddings},
    {"POST", "/embedding", "/embeddings", Access::kKey, kLlama, HandleNativeEmbeddings},
    {"POST", "/v1/rerank", "/v1/rerank", Access::kKey, kLlama, HandleRerank},
    {"POST", "/rerank", "/v1/rerank", Access::kKey, kLlama, HandleRerank},
    {"POST", "/v1/systemone", "/v1/systemone", Access::kKey, kLlama, HandleSystemone},
    {"POST", "/tokenize", "/tokenize", Access::kKey, kLlama, HandleTokenize},
    {"POST", "/v1/tokenize", "/tokenize", Access::kKey, kLlama, HandleTokenize},
    {"POST", "/detokenize", "/detokenize", Access::kKey, kLlama, HandleDetokenize},
    {"POST", "/v1/detokenize", "/detokenize", Access::kKey, kLlama, HandleDetokenize},
    {"POST", "/apply-template", "/apply-template", Access::kKey, kLlama, HandleApplyTemplate},
    {"GET", "/v1/models", "/v1/models", Access::kModels, kOpenAi, HandleModels},
    {"GET", "/models", "/v1/models", Access::kModels, kOpenAi, HandleModels},
    {"GET", "/v1/models/*", "/v1/models/{id}", Access::kModels, kOpenAi, HandleModel},
    {"GET", "/props", "/props", Access::kKey, kLlama, HandleProps},
    {"GET", "/slots", "/slots", Access::kKey, kLlama, HandleSlots},
    {"GET", "/health", "/health", Access::kPublic, kLlama, HandleHealth},
    {"GET", "/v1/health", "/health", Access::kPublic, kLlama, HandleHealth},
    {"GET", "/livez", "/livez", Access::kPublic, kLlama, HandleLive},
    {"GET", "/readyz", "/readyz", Access::kPublic, kLlama, HandleReady},
    {"GET", "/metrics", "/metrics", Access::kMetrics, kLlama, HandleMetrics},
    {"GET", "/chat", "/chat", Access::kPublic, kLlama, HandleChatPage},
    {"GET", "/", "/", Access::kPublic, kLlama, HandleRoot},

    // What peers offer and this server does not: told apart from a wrong address.
    {"POST", "/completion", "/completion", Access::kKey, kLlama, NotBuilt<kLlama>},
    {"POST", "/completions", "/completion", Access::kKey, kLlama, NotBuilt<kLlama>},
    {"POST", "/v1/responses", "/v1/responses", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
    {"POST", "/responses", "/v1/responses", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
    {"POST", "/v1/responses/input_tokens", "/input_tokens", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
    {"POST", "/responses/input_tokens", "/input_tokens", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
    {"POST", "/props", "/props", Access::kKey, kLlama, NotBuilt<kLlama>},
    {"POST", "/slots/*", "/slots/{id}", Access::kKey, kLlama, NotBuilt<kLlama>},
    {"POST", "/infill", "/infill", Access::kKey, kLlama, NotBuilt<kLlama>},
    {"GET", "/lora-adapters", "/lora-adapters", Access::kKey, kLlama, NotBuilt<kLlama>},
    {"POST", "/lora-adapters", "/lora-adapters", Access::kKey, kLlama, NotBuilt<kLlama>},
    {"POST", "/v1/messages", "/v1/messages", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
    {"POST", "/v1/messages/count_tokens", "/v1/messages", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
    {"POST", "/v1/audio/*", "/v1/audio", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
    {"POST", "/v1/images/*", "/v1/images", Access::kKey, kOpenAi, NotBuilt<kOpenAi>},
};

bool PathMatches(absl::string_view pattern, absl::string_view path) {
  if (!absl::EndsWith(pattern, "*")) return pattern == path;
  pattern.remove_suffix(1);
  return absl::StartsWith(path, pattern) && path.size() > pattern.size();
}

}  // namespace

bool IsRoute(absl::string_view text) {
  return std::any_of(std::begin(kRoutes), std::end(kRoutes),
                     [&](const Route& route) { return route.name == text || PathMatches(route.path, text); });
}

RouteMatch FindRoute(absl::string_view method, absl::string_view path) {
  if (method == "HEAD") method = "GET";
  RouteMatch match;
  for (const Route& route : kRoutes) {
    if (!PathMatches(route.path, path)) continue;
    match.shape = route.shape;
    if (route.method == method) {
      match.route = &route;
      match.allow.clear();
      return match;
    }
    absl::StrAppend(&match.allow, route.method == "GET" ? "GET, HEAD, " : absl::StrCat(route.method, ", "));
  }
  if (!match.allow.empty()) match.allow += "OPTIONS";
  return match;
}

}  // namespace ferro::router
