#include "tools/ferro/mcp/gateway.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/json.h"
#include "base/status_macros.h"

namespace ferro::mcp {
namespace {

// A client waits for the first answer of this process while its gateway is asked for its models.
constexpr absl::Duration kModelsTimeout = absl::Seconds(5);

std::string WithoutSlash(absl::string_view url) {
  while (absl::ConsumeSuffix(&url, "/")) {
  }
  return std::string(url);
}

HttpClientOptions ClientOptions(const std::string& url, const std::string& api_key) {
  HttpClientOptions options;
  options.url = url;
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

// A failure to get any reply, with what to do about it.
absl::Status InContext(const absl::Status& status, const std::string& url, absl::string_view remedy) {
  if (!absl::IsUnavailable(status)) return Annotate(status, absl::StrCat("the gateway at ", url));
  return absl::UnavailableError(
      absl::StrCat("no answer from a gateway at ", url, " (", status.message(), "); ", remedy));
}

}  // namespace

absl::Status CheckGatewayUrl(const std::string& url) {
  absl::string_view host = url;
  const bool is_http = absl::ConsumePrefix(&host, "http://") || absl::ConsumePrefix(&host, "https://");
  if (is_http && !host.empty() && host.front() != '/') return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--url ", url, ": not an address of a gateway; give one such as http://127.0.0.1:8090"));
}

absl::StatusOr<GatewayModels> ReadGatewayModels(const std::string& body) {
  const absl::StatusOr<Json> json = ParseJson(body);
  const Json* const data = json.ok() && json->is_object() && json->contains("data") ? &json->at("data") : nullptr;
  if (data == nullptr || !data->is_array()) {
    return absl::InternalError(absl::StrCat("the answer is none of /v1/models: ", body.substr(0, 200)));
  }
  GatewayModels models;
  for (const Json& model : *data) {
    const Json::json_pointer path("/architecture/output_modalities");
    if (!model.is_object() || !model.contains(path) || !model.at(path).is_array()) continue;
    for (const Json& output : model.at(path)) {
      models.decide |= output == "decisions";
      models.embed |= output == "embeddings";
    }
  }
  return models;
}

absl::Status GatewayError(const HttpReply& reply, const std::string& url, const GatewayRoute& route) {
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
      return absl::PermissionDeniedError(absl::StrCat(said, "; the key must be one that may use ", route.path));
    case 404:
      return absl::NotFoundError(absl::StrCat(said, "; --url must be the address of a Ferro gateway"));
    case 429:
    case 503:
      return absl::UnavailableError(absl::StrCat(said, "; try again in a few seconds"));
    case 501:
      return absl::UnimplementedError(absl::StrCat(said, "; start it as ferro up ", route.flag, " MODEL"));
    default:
      return absl::InternalError(absl::StrCat(said, "; the gateway's log may say more"));
  }
}

Gateway::Gateway(const std::string& url, const std::string& api_key)
    : url_(WithoutSlash(url)), api_key_(api_key), client_(ClientOptions(url_, api_key)) {}

absl::StatusOr<GatewayModels> Gateway::Models(const std::stop_token& stop) {
  constexpr GatewayRoute kRoute = {"/v1/models", "--decide MODEL --embed"};
  HttpClientOptions options = ClientOptions(url_, api_key_);
  options.connect_timeout = options.timeout = kModelsTimeout;
  const absl::StatusOr<HttpReply> reply = HttpClient(options).Get(kRoute.path, stop);
  if (!reply.ok()) return InContext(reply.status(), url_, "start one with ferro up, or correct --url");
  if (reply->status != 200) return GatewayError(*reply, url_, kRoute);
  return ReadGatewayModels(reply->body);
}

absl::StatusOr<std::string> Gateway::Post(const GatewayRoute& route, const std::string& body,
                                          const std::stop_token& stop) {
  absl::StatusOr<HttpReply> reply = client_.Post(route.path, body, stop);
  if (!reply.ok()) {
    return InContext(reply.status(), url_,
                     absl::StrCat("start one with ferro up ", route.flag, " MODEL, or correct --url"));
  }
  if (reply->status != 200) return GatewayError(*reply, url_, route);
  return std::move(reply->body);
}

}  // namespace ferro::mcp
