// Who stands behind a tool: a model of this process or a gateway.
#ifndef FERRO_TOOLS_FERRO_MCP_ANSWERER_H_
#define FERRO_TOOLS_FERRO_MCP_ANSWERER_H_

#include <functional>
#include <stop_token>
#include <string>

#include "absl/status/statusor.h"

namespace ferro::mcp {

// The body of a POST to one of the gateway's routes to the body of its response. Any thread, several at once;
// kCancelled soon after `stop` is requested. An error's message tells the cause and the remedy.
using Answerer = std::function<absl::StatusOr<std::string>(const std::string& body, const std::stop_token& stop)>;

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_ANSWERER_H_
