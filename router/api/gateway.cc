#include "router/api/gateway.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "router/api/access_log.h"
#include "router/api/routes.h"

namespace ferro::router {
namespace {

// A body that no JSON route can read, told by its headers.
std::optional<std::string> UnreadableBody(const Headers& headers) {
  const std::string type = HeaderOr(headers, "content-type");
  if (absl::StartsWithIgnoreCase(type, "multipart/form-data")) return "send JSON, not multipart/form-data";
  const std::string coding = HeaderOr(headers, "content-encoding");
  if (!coding.empty() && !absl::EqualsIgnoreCase(coding, "identity")) {
    return absl::StrCat("Content-Encoding ", coding, " is not accepted");
  }
  return std::nullopt;
}

bool StaysUpWhileDraining(const Route& route) { return route.method == "GET" && route.access != Access::kKey; }

}  // namespace

Headers Gateway::CommonHeaders(const RequestHead& head) { return CorsHeaders(options_.cors, head); }

std::optional<Response> Gateway::Authenticate(Request& request, bool open, ErrorShape shape) {
  if (open || keys_.empty()) return std::nullopt;
  const absl::Time now = absl::Now();
  if (failures_.Blocked(request.peer, now)) {
    return ErrorResponse(ErrorOf(429, "too many requests with a wrong API key; wait a minute"), shape);
  }
  request.key_label = keys_.Check(request.head.headers);
  if (!request.key_label.empty()) return std::nullopt;
  failures_.Fail(request.peer, now);
  return ErrorResponse(ErrorOf(401, "Invalid API Key"), shape);
}

std::optional<Response> Gateway::Admit(Request& request) {
  if (request.head.method == "OPTIONS") {
    Response response;
    response.status = 204;
    response.headers = PreflightHeaders(options_.cors, request.head);
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
  if (auto refusal = Authenticate(request, open, match.shape)) return refusal;
  if (match.route == nullptr && !match.allow.empty()) {
    Response response = ErrorResponse(
        ErrorOf(405, absl::StrCat(request.head.path, " is not for ", request.head.method, "; use ", match.allow)),
        match.shape);
    response.headers.push_back({"Allow", match.allow});
    return response;
  }
  if (match.route == nullptr) {
    return ErrorResponse(ErrorOf(404, absl::StrCat("no such route: ", request.head.path.substr(0, 256))), match.shape);
  }
  if (context_.draining && !StaysUpWhileDraining(*match.route)) {
    HttpError error = ErrorOf(503, "the server is stopping");
    error.code = "draining";
    Response response = ErrorResponse(error, match.shape);
    response.close = true;
    return response;
  }
  if (match.route->method == "POST") {
    if (const auto reason = UnreadableBody(request.head.headers))
      return ErrorResponse(ErrorOf(415, *reason), match.shape);
  }
  return std::nullopt;
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
