// Which pages of other origins may call this server from a browser.
#ifndef FERRO_ROUTER_HTTP_CORS_H_
#define FERRO_ROUTER_HTTP_CORS_H_

#include <string>

#include "absl/status/status.h"
#include "router/http/message.h"

namespace ferro::router {

struct CorsOptions {
  // `*`, or a comma list of exact origins and `localhost` (any scheme and port of this machine); `none` or empty: none.
  std::string origins = "localhost";
  std::string methods = "GET, POST, OPTIONS";
  std::string headers = "*";
  bool credentials = false;
};

// kInvalidArgument: a part of `origins` that no page's origin can equal, for instance without a scheme or with a path.
absl::Status CheckCorsOptions(const CorsOptions& options);

// Headers of every response to `request`, errors and streams included.
Headers CorsHeaders(const CorsOptions& options, const RequestHead& request);

// Whether the web page that sent `request` may have work done: one of this server, or of an origin that `options`
// allow. True for GET, HEAD and OPTIONS, which do none, and for what sent no Origin, which is no page of another
// origin: browsers send one with every other method. CORS alone does not stop such a page: it keeps the answer from it,
// not the request from the server.
//
// Own is an Origin whose host and port are those of Host, or of X-Forwarded-Host behind a proxy that rewrites Host, and
// what the browser itself says in Sec-Fetch-Site. No page can set these headers, the second not without a preflight.
bool PageMayAct(const CorsOptions& options, const RequestHead& request);

// Further headers of the 204 that answers an OPTIONS request.
Headers PreflightHeaders(const CorsOptions& options, const RequestHead& request);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_CORS_H_
