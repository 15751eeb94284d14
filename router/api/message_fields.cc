#include "router/api/message_fields.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"

namespace ferro::router {
namespace {

absl::StatusOr<std::string> ReadRole(const Json& message, const std::string& path) {
  const std::string param = absl::StrCat(path, ".role");
  const Json* role = FindField(message, "role");
  if (role == nullptr) return InvalidField(param, absl::StrCat("'", param, "' is required"), kReasonMissingField);
  if (!role->is_string()) return WrongType(param, "string", *role);
  const std::string name = role->get<std::string>();
  if (name == "developer") return std::string("system");
  if (name == "function") return std::string("tool");
  if (name == "system" || name == "user" || name == "assistant" || name == "tool") return name;
  return InvalidField(
      param, absl::StrCat("unknown role '", name, "': one of system, developer, user, assistant, tool, function"));
}

// The text of one content part.
absl::StatusOr<std::string> ReadPart(const Json& part, const std::string& path) {
  if (!part.is_object()) return WrongType(path, "object", part);
  const std::string param = absl::StrCat(path, ".type");
  const Json* type = FindField(part, "type");
  if (type == nullptr) return InvalidField(param, absl::StrCat("'", param, "' is required"), kReasonMissingField);
  if (!type->is_string()) return WrongType(param, "string", *type);
  const std::string name = type->get<std::string>();
  if (name == "image_url" || name == "input_image" || name == "input_audio" || name == "input_video" ||
      name == "video_url" || name == "file") {
    return InvalidField(param,
                        absl::StrCat("content part '", name, "': this language model reads text only; leave it out"),
                        kReasonUnsupported);
  }
  const bool refusal = name == "refusal";
  if (!refusal && name != "text" && name != "input_text" && name != "output_text") {
    return InvalidField(param, absl::StrCat("unsupported content[].type '", name, "'"));
  }
  const char* key = refusal ? "refusal" : "text";
  const std::string text_param = absl::StrCat(path, ".", key);
  const Json* text = FindField(part, key);
  if (text == nullptr) {
    return InvalidField(text_param, absl::StrCat("'", text_param, "' is required"), kReasonMissingField);
  }
  if (!text->is_string()) return WrongType(text_param, "string", *text);
  return text->get<std::string>();
}

absl::StatusOr<Json> ReadContent(const Json& content, const std::string& path) {
  if (content.is_null()) return Json("");
  if (content.is_string()) return content;
  if (!content.is_array()) return WrongType(path, "string, array or null", content);
  Json parts = Json::array();
  for (size_t i = 0; i < content.size(); ++i) {
    FERRO_ASSIGN_OR_RETURN(std::string text, ReadPart(content[i], absl::StrCat(path, "[", i, "]")));
    parts.push_back(Json{{"type", "text"}, {"text", std::move(text)}});
  }
  return parts;
}

// `function` is the object with name and arguments; null if it is absent.
absl::Status CheckCall(const Json* function, const std::string& path) {
  if (function == nullptr || !function->is_object()) {
    return InvalidField(path, absl::StrCat("'", path, "' must be an object"));
  }
  const Json* name = FindField(*function, "name");
  if (name == nullptr || !name->is_string()) {
    return InvalidField(absl::StrCat(path, ".name"), absl::StrCat("'", path, ".name' must be a string"));
  }
  const Json* arguments = FindField(*function, "arguments");
  if (arguments != nullptr && !arguments->is_string() && !arguments->is_object()) {
    return WrongType(absl::StrCat(path, ".arguments"), "string or object", *arguments);
  }
  return absl::OkStatus();
}

// The calls of a message; a `function_call`, the field before `tool_calls`, is one.
absl::StatusOr<Json> ReadCalls(const Json& message, const std::string& path) {
  Json calls = Json::array();
  if (const Json* given = FindField(message, "tool_calls"); given != nullptr) {
    const std::string param = absl::StrCat(path, ".tool_calls");
    if (!given->is_array()) return WrongType(param, "array", *given);
    for (size_t i = 0; i < given->size(); ++i) {
      const std::string at = absl::StrCat(param, "[", i, "]");
      if (!(*given)[i].is_object()) return WrongType(at, "object", (*given)[i]);
      FERRO_RETURN_IF_ERROR(CheckCall(FindField((*given)[i], "function"), absl::StrCat(at, ".function")));
    }
    calls = *given;
  } else if (const Json* function = FindField(message, "function_call"); function != nullptr) {
    FERRO_RETURN_IF_ERROR(CheckCall(function, absl::StrCat(path, ".function_call")));
    calls.push_back(Json{{"type", "function"}, {"function", *function}});
  }
  return calls;
}

absl::StatusOr<Json> ReadMessage(const Json& given, const std::string& path) {
  if (!given.is_object()) return WrongType(path, "object", given);
  Json message = given;
  FERRO_ASSIGN_OR_RETURN(const std::string role, ReadRole(given, path));
  message["role"] = role;
  const bool assistant = role == "assistant";
  FERRO_ASSIGN_OR_RETURN(Json calls, ReadCalls(given, path));
  const bool has_calls = !calls.empty();
  message.erase("function_call");
  if (has_calls) {
    message["tool_calls"] = std::move(calls);
  } else {
    message.erase("tool_calls");
  }
  const std::string param = absl::StrCat(path, ".content");
  if (!given.contains("content")) {
    if (!assistant) {
      return InvalidField(param, "All non-assistant messages must contain 'content'", kReasonMissingField);
    }
    if (!has_calls) {
      return InvalidField(param, "Assistant message must contain either 'content' or 'tool_calls'",
                          kReasonMissingField);
    }
  }
  FERRO_ASSIGN_OR_RETURN(message["content"], ReadContent(given.contains("content") ? given["content"] : Json(), param));
  if (const Json* name = FindField(given, "name"); name != nullptr && !name->is_string()) {
    return WrongType(absl::StrCat(path, ".name"), "string", *name);
  }
  for (const char* key : {"reasoning", "reasoning_content"}) {
    const Json* reasoning = FindField(given, key);
    if (reasoning == nullptr) continue;
    if (!reasoning->is_string()) return WrongType(absl::StrCat(path, ".", key), "string", *reasoning);
    message["reasoning_content"] = *reasoning;
  }
  message.erase("reasoning");
  return message;
}

}  // namespace

absl::StatusOr<Json> ReadMessages(const Json& body) {
  const Json* given = FindField(body, "messages");
  if (given == nullptr) return InvalidField("messages", "'messages' is required", kReasonMissingField);
  if (!given->is_array()) return WrongType("messages", "array", *given);
  if (given->empty()) return InvalidField("messages", "'messages' must not be empty");
  Json messages = Json::array();
  for (size_t i = 0; i < given->size(); ++i) {
    FERRO_ASSIGN_OR_RETURN(Json message, ReadMessage((*given)[i], absl::StrCat("messages[", i, "]")));
    messages.push_back(std::move(message));
  }
  const size_t n = messages.size();
  if (n >= 2 && messages[n - 1]["role"] == "assistant" && messages[n - 2]["role"] == "assistant") {
    return InvalidField(absl::StrCat("messages[", n - 1, "].role"),
                        "Cannot have 2 or more assistant messages at the end of the list.");
  }
  return messages;
}

}  // namespace ferro::router
