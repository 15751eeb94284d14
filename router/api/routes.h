// The route table: which paths exist, who may call them, and who answers.
#ifndef FERRO_ROUTER_API_ROUTES_H_
#define FERRO_ROUTER_API_ROUTES_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "router/api/context.h"
#include "router/http/error.h"
#include "router/http/exchange.h"

namespace ferro::router {

enum class Access {
  kPublic,   // no key
  kKey,      // a key, when keys are set
  kModels,   // as kKey, unless --models-open
  kMetrics,  // as kKey, unless --metrics-open
};

struct Route {
  // GET routes answer HEAD too.
  absl::string_view method;
  // Ends in '*' where any non-empty rest is accepted.
  absl::string_view path;
  // Name in logs and metrics, one for all aliases.
  absl::string_view name;
  Access access = Access::kKey;
  ErrorShape shape = ErrorShape::kOpenAi;
  void (*handle)(ApiContext& context, std::shared_ptr<Exchange> exchange) = nullptr;
};

struct RouteMatch {
  const Route* route = nullptr;
  // When only the method is wrong: the methods that are right, for `Allow`.
  std::string allow;
  // Of errors about the path; llama.cpp's where there is no such path.
  ErrorShape shape = ErrorShape::kLlamaCpp;
};

// Whether `text` is the name or the path of a route.
bool IsRoute(absl::string_view text);

RouteMatch FindRoute(absl::string_view method, absl::string_view path);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_ROUTES_H_
