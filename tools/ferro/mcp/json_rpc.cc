#include "tools/ferro/mcp/json_rpc.h"

#include <utility>

namespace ferro::mcp {
namespace {

Message Invalid(Json id, int code, std::string message) {
  Message invalid;
  invalid.id = std::move(id);
  invalid.error = {code, std::move(message), nullptr};
  return invalid;
}

}  // namespace

Message ReadMessage(Json json) {
  if (!json.is_object()) return Invalid(nullptr, kInvalidRequest, "a message must be a JSON object");
  const auto id = json.find("id");
  const bool has_id = id != json.end();
  Message message;
  if (has_id) {
    if (!id->is_string() && !id->is_number_integer()) {
      return Invalid(nullptr, kInvalidRequest, "\"id\" must be a string or an integer");
    }
    message.id = *id;
  }
  const auto version = json.find("jsonrpc");
  if (version == json.end() || *version != "2.0") {
    return Invalid(message.id, kInvalidRequest, "\"jsonrpc\" must be \"2.0\"");
  }
  const auto method = json.find("method");
  if (method == json.end()) {
    if (!json.contains("result") && !json.contains("error")) {
      return Invalid(message.id, kInvalidRequest, "\"method\" must be provided");
    }
    message.kind = Message::Kind::kResponse;
    return message;
  }
  if (!method->is_string()) return Invalid(message.id, kInvalidRequest, "\"method\" must be a string");
  message.method = method->get<std::string>();
  message.kind = has_id ? Message::Kind::kRequest : Message::Kind::kNotification;
  if (const auto params = json.find("params"); params != json.end()) {
    if (params->is_object()) {
      message.params = std::move(*params);
    } else if (has_id) {
      return Invalid(message.id, kInvalidParams, "\"params\" must be an object");
    }
  }
  return message;
}

std::string ResultText(const Json& id, const Json& result) {
  return DumpJson({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

std::string ErrorText(const Json& id, const RpcError& error) {
  Json body = {{"code", error.code}, {"message", error.message}};
  if (!error.data.is_null()) body["data"] = error.data;
  return DumpJson({{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(body)}});
}

}  // namespace ferro::mcp
