// What a service's failure means here: the reverse of the mapping that the services apply.
#ifndef FERRO_ROUTER_UPSTREAM_STATUS_H_
#define FERRO_ROUTER_UPSTREAM_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace ferro::router {

// Code and text, with google.rpc details (ErrorInfo of domain "ferro", BadRequest, RetryInfo) as base/error_detail.h
// payloads. Details that do not parse are ignored.
absl::Status FromGrpc(const grpc::Status& status);

// The end of a call that was asked for while the gateway stops.
absl::Status ClientClosed();

// Whether the failure came from the transport (service gone, connection cut) and not from the service's own code.
bool IsTransportFailure(const absl::Status& status);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_STATUS_H_
