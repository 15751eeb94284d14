// What a caller of a service may say about a call.
#ifndef FERRO_ROUTER_UPSTREAM_CALL_OPTIONS_H_
#define FERRO_ROUTER_UPSTREAM_CALL_OPTIONS_H_

#include <grpcpp/client_context.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace ferro::router {

struct CallOptions {
  // An infinite deadline is none.
  absl::Time deadline = absl::InfiniteFuture();
  // gRPC metadata: lower-case names, printable values.
  std::vector<std::pair<std::string, std::string>> metadata;

  void Apply(grpc::ClientContext& context) const {
    if (deadline != absl::InfiniteFuture()) context.set_deadline(absl::ToChronoTime(deadline));
    for (const auto& [name, value] : metadata) context.AddMetadata(name, value);
  }

  // The same, ending at most `limit` from now.
  CallOptions Within(absl::Duration limit) const {
    CallOptions options = *this;
    options.deadline = std::min(deadline, absl::Now() + limit);
    return options;
  }
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_CALL_OPTIONS_H_
