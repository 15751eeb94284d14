#include "router/http/error.h"

#include "base/error_detail.h"
#include "gtest/gtest.h"

namespace ferro::router {
namespace {

absl::Status WithReason(absl::StatusCode code, const char* reason) {
  ErrorDetail detail;
  detail.reason = reason;
  return WithDetail(absl::Status(code, "text"), detail);
}

struct Row {
  absl::StatusCode code;
  const char* reason;
  int status;
  const char* type;
  const char* error_code;
};

TEST(ErrorTest, MapsCodesAndReasons) {
  using C = absl::StatusCode;
  for (const Row& row : std::initializer_list<Row>{
           {C::kInvalidArgument, "", 400, "invalid_request_error", ""},
           {C::kInvalidArgument, kReasonInvalidValue, 400, "invalid_request_error", "invalid_value"},
           {C::kInvalidArgument, kReasonMissingField, 400, "invalid_request_error", "missing_field"},
           {C::kInvalidArgument, kReasonUnsupported, 400, "invalid_request_error", "unsupported_value"},
           {C::kOutOfRange, kReasonContextExceeded, 400, "exceed_context_size_error", "context_length_exceeded"},
           {C::kFailedPrecondition, "", 400, "invalid_request_error", ""},
           {C::kUnauthenticated, "", 401, "authentication_error", "invalid_api_key"},
           {C::kPermissionDenied, "", 403, "permission_error", "route_not_allowed"},
           {C::kNotFound, "", 404, "not_found_error", ""},
           {C::kResourceExhausted, "", 429, "rate_limit_error", "rate_limit_exceeded"},
           {C::kResourceExhausted, kReasonQueueFull, 503, "unavailable_error", "queue_full"},
           {C::kResourceExhausted, kReasonNoMemory, 503, "unavailable_error", "no_memory_headroom"},
           {C::kResourceExhausted, kReasonMediaTooLarge, 413, "invalid_request_error", "media_too_large"},
           {C::kUnavailable, kReasonModelLoading, 503, "unavailable_error", "model_loading"},
           {C::kUnavailable, kReasonDeviceFailed, 503, "unavailable_error", "device_failed"},
           {C::kUnavailable, kReasonDraining, 503, "unavailable_error", "draining"},
           {C::kUnimplemented, "", 501, "not_supported_error", "not_supported"},
           {C::kDeadlineExceeded, "", 504, "server_error", "timeout"},
           {C::kInternal, "", 500, "server_error", "internal_error"},
           {C::kUnknown, "", 500, "server_error", "internal_error"},
           {C::kDataLoss, "", 500, "server_error", "internal_error"},
       }) {
    const HttpError error = ErrorOf(WithReason(row.code, row.reason));
    EXPECT_EQ(error.status, row.status) << row.reason;
    EXPECT_EQ(error.type, row.type) << row.reason;
    EXPECT_EQ(error.code, row.error_code) << row.reason;
    EXPECT_EQ(error.message, "text");
    EXPECT_EQ(error.retry_after_s > 0, row.status == 429 || row.status == 503) << row.reason;
  }
}

TEST(ErrorTest, ShapesDiffer) {
  const HttpError error = ErrorOf(InvalidField("messages[0].role", "bad"));
  EXPECT_EQ(
      DumpJson(ErrorBody(error, ErrorShape::kOpenAi)),
      R"({"error":{"message":"bad","type":"invalid_request_error","param":"messages[0].role","code":"invalid_value"}})");
  EXPECT_EQ(DumpJson(ErrorBody(error, ErrorShape::kLlamaCpp)),
            R"({"error":{"code":400,"message":"bad","type":"invalid_request_error"}})");
}

TEST(ErrorTest, ContextErrorsCarryTheirNumbers) {
  ErrorDetail detail;
  detail.reason = kReasonContextExceeded;
  detail.prompt_tokens = 610;
  detail.context_tokens = 512;
  const Json body = ErrorBody(ErrorOf(WithDetail(absl::OutOfRangeError("x"), detail)), ErrorShape::kOpenAi);
  EXPECT_EQ(body["error"]["n_prompt_tokens"], 610);
  EXPECT_EQ(body["error"]["n_ctx"], 512);
}

TEST(ErrorTest, RetryAfterIsWholeSecondsWithinAMinute) {
  for (const auto& [wait_s, header, ms] : std::initializer_list<std::tuple<double, const char*, const char*>>{
           {0.2, "1", "200"}, {2.5, "3", "2500"}, {600, "60", "60000"}}) {
    ErrorDetail detail;
    detail.reason = kReasonQueueFull;
    detail.retry_after_s = wait_s;
    const Response response =
        ErrorResponse(ErrorOf(WithDetail(absl::ResourceExhaustedError("full"), detail)), ErrorShape::kOpenAi);
    EXPECT_EQ(HeaderOr(response.headers, "Retry-After"), header);
    EXPECT_EQ(HeaderOr(response.headers, "Retry-After-Ms"), ms);
  }
  EXPECT_EQ(HeaderOr(ErrorResponse(ErrorOf(500, "x"), ErrorShape::kOpenAi).headers, "X-Should-Retry"), "false");
  EXPECT_EQ(HeaderOr(ErrorResponse(ErrorOf(401, "x"), ErrorShape::kOpenAi).headers, "WWW-Authenticate"), "Bearer");
}

}  // namespace
}  // namespace ferro::router
