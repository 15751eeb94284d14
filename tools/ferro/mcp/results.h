// What the server's methods answer, in the shape of each revision.
#ifndef FERRO_TOOLS_FERRO_MCP_RESULTS_H_
#define FERRO_TOOLS_FERRO_MCP_RESULTS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "base/json.h"
#include "tools/ferro/mcp/revision.h"
#include "tools/ferro/mcp/tool.h"

namespace ferro::mcp {

// `revision` is the one agreed on; the instructions say when to use which of `tools`.
Json InitializeResult(const std::vector<Tool>& tools, Revision revision);
// server/discover.
Json DiscoverResult(const std::vector<Tool>& tools, Revision revision);
Json ListToolsResult(const std::vector<Tool>& tools, Revision revision);
// An object, or an error: both are results, so that the model that called the tool sees them.
Json CallToolResult(const absl::StatusOr<Json>& outcome, Revision revision);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_RESULTS_H_
