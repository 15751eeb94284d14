// A gateway that runs already and answers the tools' requests, so that models are not loaded twice.
#ifndef FERRO_TOOLS_FERRO_MCP_GATEWAY_H_
#define FERRO_TOOLS_FERRO_MCP_GATEWAY_H_

#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tools/ferro/mcp/http_client.h"

namespace ferro::mcp {

// kInvalidArgument: `url` is no http or https address of a server.
absl::Status CheckGatewayUrl(const std::string& url);

// One of the gateway's routes, with the flag of `ferro up` that makes it work.
struct GatewayRoute {
  const char* path;
  const char* flag;
};
inline constexpr GatewayRoute kDecideRoute = {"/v1/systemone", "--decide"};
inline constexpr GatewayRoute kEmbedRoute = {"/v1/embeddings", "--embed"};
inline constexpr GatewayRoute kRankRoute = {"/v1/rerank", "--embed"};

// Of which kinds a gateway has a model, loaded or about to be.
struct GatewayModels {
  bool decide = false;
  bool embed = false;
};

// `body` is that of a reply to GET /v1/models. kInternal: it is none.
absl::StatusOr<GatewayModels> ReadGatewayModels(const std::string& body);

// Any thread may call any method, several at once. The gateway may come and go: each call finds it as it then is.
class Gateway {
 public:
  // `url` such as http://127.0.0.1:8090, checked; `api_key` may be empty. Connects with the first call.
  Gateway(const std::string& url, const std::string& api_key);

  // What it has, asked now, for some seconds at most. An error if it is away, wants another key, or is no gateway;
  // kCancelled soon after `stop` is requested.
  absl::StatusOr<GatewayModels> Models(const std::stop_token& stop);

  // The body of the reply to `body`. kCancelled soon after `stop` is requested; other errors name cause and remedy.
  absl::StatusOr<std::string> Post(const GatewayRoute& route, const std::string& body, const std::stop_token& stop);

  // Without a slash at the end.
  const std::string& url() const { return url_; }

 private:
  const std::string url_;
  const std::string api_key_;
  HttpClient client_;
};

// What a reply other than 200 means for the model that asked. `url` is the gateway's.
absl::Status GatewayError(const HttpReply& reply, const std::string& url, const GatewayRoute& route);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_GATEWAY_H_
