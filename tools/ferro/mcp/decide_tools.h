// The tools `decide` and `decide_batch`: typed questions about a state, as POST /v1/systemone answers them.
#ifndef FERRO_TOOLS_FERRO_MCP_DECIDE_TOOLS_H_
#define FERRO_TOOLS_FERRO_MCP_DECIDE_TOOLS_H_

#include <vector>

#include "tools/ferro/mcp/answerer.h"
#include "tools/ferro/mcp/tool.h"

namespace ferro::mcp {

// decide: one state, any number of questions. decide_batch: an array of such. `decider` answers for /v1/systemone.
std::vector<Tool> DecideTools(const Answerer& decider);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_DECIDE_TOOLS_H_
