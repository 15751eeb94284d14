// The application: admission, dispatch, access log.
#ifndef FERRO_ROUTER_API_GATEWAY_H_
#define FERRO_ROUTER_API_GATEWAY_H_

#include <memory>
#include <optional>
#include <string>

#include "router/api/context.h"
#include "router/api/routes.h"
#include "router/http/api_keys.h"
#include "router/http/cors.h"
#include "router/http/exchange.h"
#include "router/http/failure_limiter.h"
#include "router/http/key_limiter.h"

namespace ferro::router {

struct GatewayOptions {
  CorsOptions cors;
  bool metrics_open = false;
  bool models_open = false;
  // Request bodies compressed by gzip or deflate are inflated instead of refused; zstd is taken anyway.
  bool accept_gzip = false;
};

// Thread-safe. What it is given outlives it.
class Gateway final : public Handler {
 public:
  Gateway(ApiContext& context, const ApiKeys& keys, const GatewayOptions& options)
      : context_(context), keys_(keys), options_(options) {}

  Headers CommonHeaders(const Request& request) override;
  std::optional<Response> Admit(Request& request) override;
  void Handle(std::shared_ptr<Exchange> exchange) override;
  Response Fault(int status, const std::string& message) override;
  void OnFinished(const AccessRecord& record) override;

 private:
  // Whether a key is needed, and if so whether the request has one; stores it in `key`.
  std::optional<Response> Authenticate(Request& request, bool open, ErrorShape shape,
                                       std::shared_ptr<const ApiKey>* key);
  // Whether the key's limits let the request pass; takes its place where they do.
  std::optional<Response> CheckLimits(const ApiKey& key, const Route& route, Request& request);

  ApiContext& context_;
  const ApiKeys& keys_;
  const GatewayOptions options_;
  FailureLimiter failures_;
  KeyLimiter limiter_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_GATEWAY_H_
