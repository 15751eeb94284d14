#include "base/error_detail.h"

#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

constexpr char kReason[] = "ferro/reason";
constexpr char kParam[] = "ferro/param";
constexpr char kRetryAfter[] = "ferro/retry_after_s";
constexpr char kPromptTokens[] = "ferro/prompt_tokens";
constexpr char kContextTokens[] = "ferro/context_tokens";

void Set(absl::Status& status, const char* url, const std::string& value) {
  if (!value.empty() && value != "0") status.SetPayload(url, absl::Cord(value));
}

std::string Get(const absl::Status& status, const char* url) {
  const auto payload = status.GetPayload(url);
  return payload ? std::string(*payload) : std::string();
}

}  // namespace

absl::Status WithDetail(absl::Status status, const ErrorDetail& detail) {
  if (status.ok()) return status;
  Set(status, kReason, detail.reason);
  Set(status, kParam, detail.param);
  Set(status, kRetryAfter, absl::StrCat(detail.retry_after_s));
  Set(status, kPromptTokens, absl::StrCat(detail.prompt_tokens));
  Set(status, kContextTokens, absl::StrCat(detail.context_tokens));
  return status;
}

ErrorDetail DetailOf(const absl::Status& status) {
  ErrorDetail detail;
  detail.reason = Get(status, kReason);
  detail.param = Get(status, kParam);
  // Written by WithDetail; a number that does not parse leaves 0, which says nothing.
  (void)absl::SimpleAtod(Get(status, kRetryAfter), &detail.retry_after_s);
  (void)absl::SimpleAtoi(Get(status, kPromptTokens), &detail.prompt_tokens);
  (void)absl::SimpleAtoi(Get(status, kContextTokens), &detail.context_tokens);
  return detail;
}

absl::Status InvalidField(const std::string& param, const std::string& message, const std::string& reason) {
  ErrorDetail detail;
  detail.reason = reason;
  detail.param = param;
  return WithDetail(absl::InvalidArgumentError(message), detail);
}

}  // namespace ferro
