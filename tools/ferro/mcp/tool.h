// What an agent is offered: a named function of a JSON object with what a client has to know to call it.
#ifndef FERRO_TOOLS_FERRO_MCP_TOOL_H_
#define FERRO_TOOLS_FERRO_MCP_TOOL_H_

#include <functional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/json.h"
#include "tools/ferro/mcp/revision.h"

namespace ferro::mcp {

struct Tool {
  std::string name;         // [a-z_]+, distinct
  std::string title;        // for people
  std::string description;  // for the model that chooses among tools
  std::string use;          // when to call it, for the server's instructions; empty where another tool's says it
  // JSON Schema (2020-12). Of type "object", `properties` and `required` at the top and no other member allowed; anyOf
  // and its like only further down, since some model APIs refuse them at the top.
  Json input_schema;
  Json output_schema;
  // Called from several threads at once; may take its time, and ends early when `stop` is requested. `arguments` has
  // passed CheckArguments. The result is an object as of output_schema. An error's message is for the model: what is
  // wrong and what to do about it.
  std::function<absl::StatusOr<Json>(const Json& arguments, const std::stop_token& stop)> call;
};

// The tool as it stands in tools/list. All tools of ours only read, and nothing but what they are given.
Json ToolJson(const Tool& tool, Revision revision);

// kInvalidArgument: a member of the object `arguments` that the tool does not have, or one that it needs and did not
// get.
absl::Status CheckArguments(const Tool& tool, const Json& arguments);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_TOOL_H_
