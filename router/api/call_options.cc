#include "router/api/call_options.h"

#include <algorithm>

#include "absl/strings/numbers.h"

namespace ferro::router {

CallOptions OptionsOfCall(const Request& request, absl::Duration limit) {
  double seconds = 0;
  if (absl::SimpleAtod(HeaderOr(request.head.headers, "x-request-timeout"), &seconds) && seconds > 0) {
    limit = std::min(limit, absl::Seconds(seconds));
  }
  CallOptions options;
  options.deadline = request.arrival + limit;
  options.metadata = {{"x-request-id", request.request_id}, {"traceparent", request.trace.parent}};
  if (!request.trace.state.empty()) options.metadata.emplace_back("tracestate", request.trace.state);
  return options;
}

}  // namespace ferro::router
