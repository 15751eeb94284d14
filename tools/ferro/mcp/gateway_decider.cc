#include "tools/ferro/mcp/gateway_decider.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/json.h"
#include "base/status_macros.h"

namespace ferro::mcp {
namespace {

std::string WithoutSlash(absl::string_view url) {
  while (absl::ConsumeSuffix(&url, "/")) {
  }
  return std::string(url);
}

HttpClientOptions ClientOptions(const std::string& url, const std::string& api_key) {
  HttpClientOptions options;
  options.url = absl::StrCat(WithoutSlash(url), "/v1/systemone");
  options.bearer_token = api_key;
  return options;
}

// The gateway's own words; else the beginning of what came.
std::string Reason(const std::string& body) {
  if (const absl::StatusOr<Json> json = ParseJson(body); json.ok() && json->is_object()) {
    const auto error = json->find("error");
    if (error != json->end() && error->is_object()) {
      const auto message = error->find("message");
      if (message != error->end() && message->is_string()) return message->get<std::string>();
    }
  }
  constexpr size_t kShown = 200;
  return body.substr(0, kShown);
}

}  // namespace

absl::Status CheckGatewayUrl(const std::string& url) {
  absl::string_view host = url;
  const bool is_http = absl::ConsumePrefix(&host, "http://") || absl::ConsumePrefix(&host, "https://");
  if (is_http && !host.empty() && host.front() != '/') return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--url ", url, ": not an address of a gateway; give one such as http://127.0.0.1:8090"));
}

absl::Status GatewayError(const HttpReply& reply, const std::string& url) {
  const std::string reason = Reason(reply.body);
  const std::string said = absl::StrCat("the gateway at ", url, " answers ", reply.status, ": ", reason);
  switch (reply.status) {
    case 400:  // the question is at fault, not the gateway
    case 413:
      return absl::InvalidArgumentError(reason);
    case 401:
      return absl::UnauthenticatedError(
          absl::StrCat(said, "; start ferro mcp with a key of the gateway in FERRO_API_KEY"));
    case 403:
      return absl::PermissionDeniedError(absl::StrCat(said, "; the key must be one that may use /v1/systemone"));
    case 404:
      return absl::NotFoundError(absl::StrCat(said, "; --url must be the address of a Ferro gateway"));
    case 429:
    case 503:
      return absl::UnavailableError(absl::StrCat(said, "; try again in a few seconds"));
    case 501:
      return absl::UnimplementedError(absl::StrCat(said, "; start it as ferro up --decide MODEL"));
    default:
      return absl::InternalError(absl::StrCat(said, "; the gateway's log may say more"));
  }
}

GatewayDecider::GatewayDecider(const std::string& url, const std::string& api_key)
    : url_(WithoutSlash(url)), client_(ClientOptions(url, api_key)) {}

absl::StatusOr<std::string> GatewayDecider::Decide(const std::string& body, const std::stop_token& stop) {
  absl::StatusOr<HttpReply> reply = client_.Post(body, stop);
  if (absl::IsUnavailable(reply.status())) {
    return absl::UnavailableError(absl::StrCat("no answer from a gateway at ", url_, " (", reply.status().message(),
                                               "); start one with ferro up --decide MODEL, or correct --url"));
  }
  FERRO_RETURN_IF_ERROR(Annotate(reply.status(), absl::StrCat("the gateway at ", url_)));
  if (reply->status != 200) return GatewayError(*reply, url_);
  return std::move(reply->body);
}

}  // namespace ferro::mcp
