// Decisions by a gateway that runs already, so that the model is not loaded twice.
#ifndef FERRO_TOOLS_FERRO_MCP_GATEWAY_DECIDER_H_
#define FERRO_TOOLS_FERRO_MCP_GATEWAY_DECIDER_H_

#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tools/ferro/mcp/http_client.h"

namespace ferro::mcp {

// kInvalidArgument: `url` is no http or https address of a server.
absl::Status CheckGatewayUrl(const std::string& url);

class GatewayDecider {
 public:
  // `url` such as http://127.0.0.1:8090, checked; `api_key` may be empty. Connects with the first decision.
  GatewayDecider(const std::string& url, const std::string& api_key);

  // A Decider; see there. The gateway may come and go: each decision finds it as it then is.
  absl::StatusOr<std::string> Decide(const std::string& body, const std::stop_token& stop);

 private:
  const std::string url_;  // without a slash at the end
  HttpClient client_;
};

// What a reply other than 200 means for the model that asked. `url` is the gateway's.
absl::Status GatewayError(const HttpReply& reply, const std::string& url);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_GATEWAY_DECIDER_H_
