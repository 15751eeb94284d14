// absl::Status over gRPC: code, text and, as google.rpc details, what base/error_detail.h attaches.
#ifndef FERRO_SERVICES_COMMON_STATUS_H_
#define FERRO_SERVICES_COMMON_STATUS_H_

#include "absl/status/status.h"
#include "grpcpp/support/status.h"

namespace ferro {

// Details: ErrorInfo (reason, domain "ferro", metadata n_prompt_tokens and n_ctx), BadRequest (param), RetryInfo.
// Messages are cut at 2 KiB, since all of it travels in HTTP/2 trailers of at most 8 KiB.
grpc::Status ToGrpcStatus(const absl::Status& status);

// The reverse. Details that are damaged or foreign are ignored.
absl::Status FromGrpcStatus(const grpc::Status& status);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_STATUS_H_
