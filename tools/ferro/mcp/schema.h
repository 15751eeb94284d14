// The few forms of JSON Schema that the tools' arguments and results are described in.
#ifndef FERRO_TOOLS_FERRO_MCP_SCHEMA_H_
#define FERRO_TOOLS_FERRO_MCP_SCHEMA_H_

#include "base/json.h"

namespace ferro::mcp {

Json Text(const char* description);
Json Number(const char* description);
Json Count();
// With these members, those named in the array `required` at least, and no others.
Json Object(Json properties, Json required);
// `warnings` of a result: an array of texts.
Json Warnings();

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_SCHEMA_H_
