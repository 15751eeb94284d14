#include "router/http/error.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"

namespace ferro::router {
namespace {

constexpr double kMaxRetryAfterS = 60;

const char* TypeOf(int status) {
  switch (status) {
    case 401:
      return "authentication_error";
    case 403:
      return "permission_error";
    case 404:
      return "not_found_error";
    case 429:
      return "rate_limit_error";
    case 501:
      return "not_supported_error";
    case 503:
      return "unavailable_error";
    case 505:
      // The request is at fault, whatever the number says.
      return "invalid_request_error";
    default:
      return status >= 500 ? "server_error" : "invalid_request_error";
  }
}

const char* CodeOf(int status) {
  switch (status) {
    case 401:
      return "invalid_api_key";
    case 403:
      return "route_not_allowed";
    case 413:
      return "payload_too_large";
    case 429:
      return "rate_limit_exceeded";
    case 500:
      return "internal_error";
    case 501:
      return "not_supported";
    case 502:
      return "backend_error";
    case 504:
      return "timeout";
    default:
      return "";
  }
}

int StatusOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kFailedPrecondition:
      return 400;
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kPermissionDenied:
      return 403;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kAborted:
      return 409;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kUnimplemented:
      return 501;
    case absl::StatusCode::kUnavailable:
      return 503;
    case absl::StatusCode::kDeadlineExceeded:
      return 504;
    case absl::StatusCode::kCancelled:
      return 499;
    default:
      return 500;
  }
}

struct ReasonRule {
  const char* reason;
  int status;
  const char* code;
};

constexpr ReasonRule kReasonRules[] = {
    {kReasonQueueFull, 503, "queue_full"},
    {kReasonNoMemory, 503, "no_memory_headroom"},
    {kReasonMediaTooLarge, 413, "media_too_large"},
    {kReasonModelLoading, 503, "model_loading"},
    {kReasonDeviceFailed, 503, "device_failed"},
    {kReasonDraining, 503, "draining"},
    {kReasonContextExceeded, 400, "context_length_exceeded"},
    {kReasonUnsupported, 400, "unsupported_value"},
    {kReasonInvalidValue, 400, "invalid_value"},
    {kReasonMissingField, 400, "missing_field"},
};

}  // namespace

HttpError ErrorOf(int status, std::string message) {
  HttpError error;
  error.status = status;
  error.type = TypeOf(status);
  error.code = CodeOf(status);
  error.message = std::move(message);
  // Clients that are told to wait get a time; a minute for keys that fail too often.
  if (status == 503) error.retry_after_s = 1;
  if (status == 429) error.retry_after_s = 60;
  return error;
}

HttpError ErrorOf(const absl::Status& status) {
  const ErrorDetail detail = DetailOf(status);
  HttpError error = ErrorOf(StatusOf(status.code()), std::string(status.message()));
  for (const ReasonRule& rule : kReasonRules) {
    if (detail.reason != rule.reason) continue;
    const double wait_s = error.retry_after_s;
    error = ErrorOf(rule.status, std::move(error.message));
    error.code = rule.code;
    if (error.status == 503) error.retry_after_s = std::max(wait_s, error.retry_after_s);
    if (rule.reason == kReasonModelLoading) error.retry_after_s = 2;
  }
  if (detail.reason == kReasonContextExceeded) {
    error.type = "exceed_context_size_error";
    error.n_prompt_tokens = detail.prompt_tokens;
    error.n_ctx = detail.context_tokens;
  }
  if (status.code() == absl::StatusCode::kNotFound && detail.param == "model") error.code = "model_not_found";
  error.param = detail.param;
  if (detail.retry_after_s > 0 && error.status >= 429) error.retry_after_s = detail.retry_after_s;
  return error;
}

Json ErrorBody(const HttpError& error, ErrorShape shape) {
  Json body;
  if (shape == ErrorShape::kLlamaCpp) body["code"] = error.status;
  body["message"] = error.message;
  body["type"] = error.type;
  if (shape == ErrorShape::kOpenAi) {
    body["param"] = error.param.empty() ? Json() : Json(error.param);
    body["code"] = error.code.empty() ? Json() : Json(error.code);
  }
  if (error.n_ctx > 0) {
    body["n_prompt_tokens"] = error.n_prompt_tokens;
    body["n_ctx"] = error.n_ctx;
  }
  return Json{{"error", std::move(body)}};
}

Response ErrorResponse(const HttpError& error, ErrorShape shape) {
  Response response = JsonResponse(ErrorBody(error, shape), error.status);
  if (error.retry_after_s > 0) {
    const double wait_s = std::min(error.retry_after_s, kMaxRetryAfterS);
    response.headers.push_back({"Retry-After", absl::StrCat(static_cast<int>(std::max(1.0, std::ceil(wait_s))))});
    response.headers.push_back({"Retry-After-Ms", absl::StrCat(static_cast<int>(std::ceil(wait_s * 1000)))});
  }
  if (error.status == 401) response.headers.push_back({"WWW-Authenticate", "Bearer"});
  // openai-python repeats every 5xx unless told that it is no use.
  if (error.status == 500 || error.status == 501) response.headers.push_back({"X-Should-Retry", "false"});
  return response;
}

Response JsonResponse(const Json& body, int status) {
  Response response;
  response.status = status;
  response.headers.push_back({"Content-Type", "application/json; charset=utf-8"});
  response.body = DumpJson(body);
  return response;
}

}  // namespace ferro::router
