// What every service call for a request carries.
#ifndef FERRO_ROUTER_API_CALL_OPTIONS_H_
#define FERRO_ROUTER_API_CALL_OPTIONS_H_

#include "absl/time/time.h"
#include "router/http/exchange.h"
#include "router/upstream/call_options.h"

namespace ferro::router {

// The deadline is the earlier of `limit` after the request's arrival and the caller's own X-Request-Timeout (seconds).
// The metadata let the service's logs and traces be joined with ours: x-request-id, traceparent, tracestate.
CallOptions OptionsOfCall(const Request& request, absl::Duration limit);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_CALL_OPTIONS_H_
