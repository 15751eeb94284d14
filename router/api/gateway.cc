#include "router/api/gateway.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "router/api/access_log.h"
#include "router/http/content_coding.h"

namespace ferro::router {
namespace {

constexpr char kSystemonePath[] = "/v1/systemone";
constexpr char kModelsPath[] = "/v1/models";
constexpr char kCodings[] = "zstd";
constexpr char kCodingsWithGzip[] = "zstd, gzip, deflate";

// How the body is to be read; the text of a 415 where no JSON route can read it. zstd is always taken, since
// typesafe-sdk sends it unasked.
absl::StatusOr<ContentCoding> CodingOfBody(const Headers& headers, bool accept_gzip) {
  if (absl::StartsWithIgnoreCase(HeaderOr(headers, "content-type"), "multipart/form-data")) {
    return absl::InvalidArgumentError("send JSON, not multipart/form-data");
  }
  const std::optional<ContentCoding> coding = ReadContentCoding(headers);
  const bool always = coding == ContentCoding::kIdentity || coding == ContentCoding::kZstd;
  if (always || (coding && accept_gzip)) return *coding;
  return absl::InvalidArgumentError(
      absl::StrCat("Content-Encoding ", HeaderOr(headers, "content-encoding").substr(0, 64), " is not accepted; ",
                   accept_gzip ? "send zstd, gzip, deflate or none" : "send zstd or none (--accept-gzip is off)"));
}

Response UnreadableBody(const absl::Status& reason, bool accept_gzip, ErrorShape shape) {
  Response response = ErrorResponse(ErrorOf(415, std::string(reason.message())), shape);
  response.headers.push_back({"Accept-Encoding", accept_gzip ? kCodingsWithGzip : kCodings});
  return response;
}

Response ForeignPage(const Headers& headers, ErrorShape shape) {
  const std::string origin = HeaderOr(headers, "origin").substr(0, 128);
  HttpError error = ErrorOf(
      403, absl::StrCat("a web page of ", origin, " may not use this server; to let it, start the server with ",
                        "--cors-origins ", origin, ". If the page is this server's own, behind a proxy that rewrites ",
                        "Host, let the proxy send X-Forwarded-Host"));
  error.code = "origin_not_allowed";
  return ErrorResponse(error, shape);
}

bool StaysUpWhileDraining(const Route& route) { return route.method == "GET" && route.access != Access::kKey; }

}  // namespace

Headers Gateway::CommonHeaders(const Request& request) {
  Headers headers = CorsHeaders(options_.cors, request.head);
  // The name that typesafe-sdk reads, on the two paths that it asks.
  if (request.head.path == kSystemonePath || request.head.path == kModelsPath) {
    headers.push_back({"X-Typesafe-Request-Id", request.request_id});
  }
  return headers;
}

std::optional<Response> Gateway::Authenticate(Request& request, bool open, ErrorShape shape,
                                              std::shared_ptr<const ApiKey>* key) {
  if (open || keys_.empty()) return std::nullopt;
  const absl::Time now = absl::Now();
  if (failures_.Blocked(request.peer, now)) {
    return ErrorResponse(ErrorOf(429, "too many requests with a wrong API key; wait a minute"), shape);
  }
  *key = keys_.Check(request.head.headers);
  if (*key != nullptr) {
    request.key_label = (*key)->label;
    return std::nullopt;
  }
  failures_.Fail(request.peer, now);
  return ErrorResponse(ErrorOf(401, "Invalid API Key"), shape);
}

std::optional<Response> Gateway::CheckLimits(const ApiKey& key, const Route& route, Request& request) {
  const std::vector<std::string>& routes = key.limits.routes;
  const auto names_this = [&](const std::string& item) { return item == route.name || item == request.head.path; };
  if (!routes.empty() && std::none_of(routes.begin(), routes.end(), names_this)) {
    return ErrorResponse(ErrorOf(403, absl::StrCat("the API key '", key.label, "' may not use ", route.name,
                                                   "; it may use ", absl::StrJoin(routes, ", "))),
                         route.shape);
  }
  KeyLimiter::Decision decision = limiter_.Admit(key.label, key.limits, request.arrival);
  if (decision.lease == nullptr) {
    HttpError error = ErrorOf(429, absl::StrCat("the API key '", key.label, "' is at its limit: ", decision.limit));
    error.retry_after_s = absl::ToDoubleSeconds(decision.retry_after);
    return ErrorResponse(error, route.shape);
  }
  request.lease = std::move(decision.lease);
  return std::nullopt;
}

std::optional<Response> Gateway::Admit(Request& request) {
  if (request.head.method == "OPTIONS") {
    Response response;
    response.headers = PreflightHeaders(options_.cors, request.head);
    // Browsers want nothing more of a preflight; anybody else gets what llama.cpp answers.
    if (FindHeader(request.head.headers, "access-control-request-method") != nullptr) response.status = 204;
    return response;
  }
  const RouteMatch match = FindRoute(request.head.method, request.head.path);
  bool open = false;
  if (match.route != nullptr) {
    request.route = std::string(match.route->name);
    const Access access = match.route->access;
    open = access == Access::kPublic || (access == Access::kModels && options_.models_open) ||
           (access == Access::kMetrics && options_.metrics_open);
  }
  std::shared_ptr<const ApiKey> key;
  if (auto refusal = Authenticate(request, open, match.shape, &key)) return refusal;
  if (match.route == nullptr && !match.allow.empty()) {
    Response response = ErrorResponse(
        ErrorOf(405, absl::StrCat(request.head.path, " is not for ", request.head.method, "; use ", match.allow)),
        match.shape);
    response.headers.push_back({"Allow", match.allow});
    return response;
  }
  if (match.route == nullptr) {
    return ErrorResponse(ErrorOf(404, "File Not Found"), match.shape);  // llama.cpp's words, which clients look for
  }
  // A page has no key of its own accord, so what brings one comes from somebody who may ask.
  if (key == nullptr && !PageMayAct(options_.cors, request.head)) return ForeignPage(request.head.headers, match.shape);
  if (context_.draining && !StaysUpWhileDraining(*match.route)) {
    HttpError error = ErrorOf(503, "the server is stopping");
    error.code = "draining";
    Response response = ErrorResponse(error, match.shape);
    response.close = true;
    return response;
  }
  if (match.route->method == "POST") {
    const auto coding = CodingOfBody(request.head.headers, options_.accept_gzip);
    if (!coding.ok()) return UnreadableBody(coding.status(), options_.accept_gzip, match.shape);
    request.coding = *coding;
  }
  // Last, so that what is refused otherwise takes no place.
  return key != nullptr ? CheckLimits(*key, *match.route, request) : std::nullopt;
}

void Gateway::Handle(std::shared_ptr<Exchange> exchange) {
  const RequestHead& head = exchange->request().head;
  const RouteMatch match = FindRoute(head.method, head.path);
  // Admit let nothing else pass.
  if (match.route != nullptr) match.route->handle(context_, std::move(exchange));
}

Response Gateway::Fault(int status, const std::string& message) {
  context_.metrics->CountRejected(absl::StrCat(status));
  return ErrorResponse(ErrorOf(status, message), ErrorShape::kOpenAi);
}

void Gateway::OnFinished(const AccessRecord& record) {
  context_.metrics->CountRequest(record.request->route, record.status, record.request->key_label, record.total);
  LogAccess(record);
}

}  // namespace ferro::router
