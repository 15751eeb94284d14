#include "services/common/status.h"

#include <cmath>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace ferro {
namespace {

constexpr size_t kMaxMessageBytes = 2048;
constexpr char kDomain[] = "ferro";
constexpr char kPromptTokens[] = "n_prompt_tokens";
constexpr char kContextTokens[] = "n_ctx";

// At most kMaxMessageBytes, ending between characters: protobuf strings must be UTF-8.
std::string Bounded(absl::string_view message) {
  if (message.size() <= kMaxMessageBytes) return std::string(message);
  size_t size = kMaxMessageBytes;
  while (size > 0 && (message[size] & 0xc0) == 0x80) --size;
  return absl::StrCat(message.substr(0, size), "...");
}

void AddDetails(const ErrorDetail& detail, google::rpc::Status& status) {
  if (!detail.reason.empty()) {
    google::rpc::ErrorInfo info;
    info.set_reason(detail.reason);
    info.set_domain(kDomain);
    if (detail.prompt_tokens > 0) (*info.mutable_metadata())[kPromptTokens] = absl::StrCat(detail.prompt_tokens);
    if (detail.context_tokens > 0) (*info.mutable_metadata())[kContextTokens] = absl::StrCat(detail.context_tokens);
    status.add_details()->PackFrom(info);
  }
  if (!detail.param.empty()) {
    google::rpc::BadRequest bad_request;
    bad_request.add_field_violations()->set_field(detail.param);
    status.add_details()->PackFrom(bad_request);
  }
  if (detail.retry_after_s > 0) {
    google::rpc::RetryInfo retry;
    const double seconds = std::floor(detail.retry_after_s);
    retry.mutable_retry_delay()->set_seconds(static_cast<int64_t>(seconds));
    retry.mutable_retry_delay()->set_nanos(static_cast<int32_t>((detail.retry_after_s - seconds) * 1e9));
    status.add_details()->PackFrom(retry);
  }
}

int MetadataInt(const google::rpc::ErrorInfo& info, const char* key) {
  int value = 0;
  const auto entry = info.metadata().find(key);
  if (entry == info.metadata().end() || !absl::SimpleAtoi(entry->second, &value)) return 0;
  return value;
}

ErrorDetail ReadDetails(const google::rpc::Status& status) {
  ErrorDetail detail;
  for (const google::protobuf::Any& any : status.details()) {
    google::rpc::ErrorInfo info;
    google::rpc::BadRequest bad_request;
    google::rpc::RetryInfo retry;
    if (any.UnpackTo(&info) && info.domain() == kDomain) {
      detail.reason = info.reason();
      detail.prompt_tokens = MetadataInt(info, kPromptTokens);
      detail.context_tokens = MetadataInt(info, kContextTokens);
    } else if (any.UnpackTo(&bad_request) && bad_request.field_violations_size() > 0) {
      detail.param = bad_request.field_violations(0).field();
    } else if (any.UnpackTo(&retry)) {
      detail.retry_after_s = static_cast<double>(retry.retry_delay().seconds()) + retry.retry_delay().nanos() * 1e-9;
    }
  }
  return detail;
}

}  // namespace

// The codes of Abseil and gRPC have the same numbers.
grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const auto code = static_cast<grpc::StatusCode>(status.code());
  const std::string message = Bounded(status.message());
  google::rpc::Status details;
  AddDetails(DetailOf(status), details);
  if (details.details_size() == 0) return grpc::Status(code, message);
  details.set_code(static_cast<int>(code));
  details.set_message(message);
  return grpc::Status(code, message, details.SerializeAsString());
}

absl::Status FromGrpcStatus(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  const absl::Status plain(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  google::rpc::Status details;
  if (status.error_details().empty() || !details.ParseFromString(status.error_details())) return plain;
  return WithDetail(plain, ReadDetails(details));
}

}  // namespace ferro
