// The tools `decide` and `decide_batch`: typed questions about a state, as POST /v1/systemone answers them.
#ifndef FERRO_TOOLS_FERRO_MCP_DECIDE_TOOLS_H_
#define FERRO_TOOLS_FERRO_MCP_DECIDE_TOOLS_H_

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/ferro/mcp/tool.h"

namespace ferro::mcp {

// The body of a request for /v1/systemone to the body of its response. Any thread, several at once; kCancelled soon
// after `stop` is requested. An error's message tells the cause and the remedy.
using Decider = std::function<absl::StatusOr<std::string>(const std::string& body, const std::stop_token& stop)>;

// decide: one state, any number of questions. decide_batch: an array of such.
std::vector<Tool> DecideTools(const Decider& decider);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_DECIDE_TOOLS_H_
