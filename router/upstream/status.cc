#include "router/upstream/status.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "base/error_detail.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace ferro::router {
namespace {

void ReadNumber(const google::rpc::ErrorInfo& info, const char* key, int* value) {
  const auto it = info.metadata().find(key);
  // A number that does not parse leaves 0, which says nothing.
  if (it != info.metadata().end()) (void)absl::SimpleAtoi(it->second, value);
}

ErrorDetail ReadDetails(const std::string& bytes) {
  ErrorDetail detail;
  google::rpc::Status status;
  if (!status.ParseFromString(bytes)) return detail;
  for (const google::protobuf::Any& any : status.details()) {
    google::rpc::ErrorInfo info;
    google::rpc::BadRequest bad;
    google::rpc::RetryInfo retry;
    if (any.Is<google::rpc::ErrorInfo>() && any.UnpackTo(&info)) {
      detail.reason = info.reason();
      ReadNumber(info, "n_prompt_tokens", &detail.prompt_tokens);
      ReadNumber(info, "n_ctx", &detail.context_tokens);
    } else if (any.Is<google::rpc::BadRequest>() && any.UnpackTo(&bad) && bad.field_violations_size() > 0) {
      detail.param = bad.field_violations(0).field();
    } else if (any.Is<google::rpc::RetryInfo>() && any.UnpackTo(&retry)) {
      detail.retry_after_s = static_cast<double>(retry.retry_delay().seconds()) + retry.retry_delay().nanos() * 1e-9;
    }
  }
  return detail;
}

}  // namespace

absl::Status FromGrpc(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  // gRPC's own refusal, told apart from a full queue by nothing but its text. Repeating it would never help.
  if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED &&
      absl::StrContains(status.error_message(), "message larger than max")) {
    ErrorDetail detail;
    detail.reason = kReasonMediaTooLarge;
    return WithDetail(absl::ResourceExhaustedError("the request is larger than the service takes (--max-message-mb)"),
                      detail);
  }
  // What gRPC says of a call that it ends itself is "Deadline Exceeded", and names neither whose nor how to change it.
  if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED && status.error_details().empty()) {
    return absl::DeadlineExceededError(
        "the model service did not answer in the time that it was given; longer times are set by --timeout and by the "
        "request's X-Request-Timeout, the shorter one holds");
  }
  // The two enumerations share their numbers.
  const absl::Status plain(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  return WithDetail(plain, ReadDetails(status.error_details()));
}

absl::Status ClientClosed() {
  ErrorDetail detail;
  detail.reason = kReasonDraining;
  return WithDetail(absl::UnavailableError("the gateway is shutting down"), detail);
}

bool IsTransportFailure(const absl::Status& status) {
  return status.code() == absl::StatusCode::kUnavailable && DetailOf(status).reason.empty();
}

}  // namespace ferro::router
