// JSON-RPC 2.0 as MCP narrows it: what a message is, and the texts of responses. Knows no method.
#ifndef FERRO_TOOLS_FERRO_MCP_JSON_RPC_H_
#define FERRO_TOOLS_FERRO_MCP_JSON_RPC_H_

#include <optional>
#include <string>

#include "base/json.h"

namespace ferro::mcp {

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kUnsupportedProtocolVersion = -32022;  // MCP's own, since 2026-07-28

struct RpcError {
  int code = 0;
  std::string message;
  Json data;  // null: none
};

struct Message {
  enum class Kind {
    kRequest,       // wants a response with its id
    kNotification,  // must get none, whatever is wrong with it
    kResponse,      // to a request of ours; we make none
    kInvalid,       // gets `error` as its response
  };

  Kind kind = Kind::kInvalid;
  Json id;  // a string or an integer; null where there is none, or none that may be used
  std::string method;
  Json params = Json::object();  // always an object
  RpcError error;                // of kInvalid
};

// One message, never an array of them. An id that is neither a string nor an integer makes it invalid.
Message ReadMessage(Json json);

// Compact JSON in one line. An `id` of null says that the request's could not be read.
std::string ResultText(const Json& id, const Json& result);
std::string ErrorText(const Json& id, const RpcError& error);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_JSON_RPC_H_
