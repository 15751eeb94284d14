#include "router/api/chat_fields.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"
#include "router/api/message_fields.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::Chat;
using ferro::lm::v1::GenerateRequest;

constexpr size_t kMaxTools = 128;
constexpr size_t kMaxToolName = 64;

bool IsToolName(const std::string& name) {
  if (name.empty() || name.size() > kMaxToolName) return false;
  for (const unsigned char c : name) {
    if (!absl::ascii_isalnum(c) && c != '_' && c != '.' && c != '-') return false;
  }
  return true;
}

// `function` is the object with name, description and parameters.
absl::Status CheckFunction(const Json* function, const std::string& path) {
  if (function == nullptr) return InvalidField(path, absl::StrCat("'", path, "' is required"), kReasonMissingField);
  if (!function->is_object()) return WrongType(path, "object", *function);
  const std::string param = absl::StrCat(path, ".name");
  const Json* name = FindField(*function, "name");
  if (name == nullptr) return InvalidField(param, absl::StrCat("'", param, "' is required"), kReasonMissingField);
  if (!name->is_string()) return WrongType(param, "string", *name);
  if (!IsToolName(name->get_ref<const std::string&>())) {
    return InvalidField(param, absl::StrCat("'", param, "': 1 to ", kMaxToolName, " characters of A-Z a-z 0-9 _ . -"));
  }
  const Json* parameters = FindField(*function, "parameters");
  if (parameters != nullptr && !parameters->is_object()) {
    return WrongType(absl::StrCat(path, ".parameters"), "object", *parameters);
  }
  return absl::OkStatus();
}

absl::StatusOr<Json> ReadTools(const Json& body) {
  Json tools = Json::array();
  if (const Json* given = FindField(body, "tools"); given != nullptr) {
    if (!given->is_array()) return WrongType("tools", "array", *given);
    for (size_t i = 0; i < given->size(); ++i) {
      const std::string path = absl::StrCat("tools[", i, "]");
      const Json& tool = (*given)[i];
      if (!tool.is_object()) return WrongType(path, "object", tool);
      const Json* type = FindField(tool, "type");
      if (type == nullptr || *type != "function") {
        return InvalidField(absl::StrCat(path, ".type"), absl::StrCat("'", path, ".type' must be \"function\""));
      }
      FERRO_RETURN_IF_ERROR(CheckFunction(FindField(tool, "function"), absl::StrCat(path, ".function")));
      tools.push_back(tool);
    }
  } else if (const Json* functions = FindField(body, "functions"); functions != nullptr) {
    if (!functions->is_array()) return WrongType("functions", "array", *functions);
    for (size_t i = 0; i < functions->size(); ++i) {
      FERRO_RETURN_IF_ERROR(CheckFunction(&(*functions)[i], absl::StrCat("functions[", i, "]")));
      tools.push_back(Json{{"type", "function"}, {"function", (*functions)[i]}});
    }
  }
  if (tools.size() > kMaxTools) {
    return InvalidField("tools", absl::StrCat("at most ", kMaxTools, " tools, but got ", tools.size()));
  }
  return tools;
}

// Whether the tools are shown to the model. A forced call needs constrained decoding.
absl::StatusOr<bool> ReadToolChoice(const Json& body) {
  for (const char* key : {"tool_choice", "function_call"}) {
    const Json* choice = FindField(body, key);
    if (choice == nullptr) continue;
    if (choice->is_object() || *choice == "required") {
      return InvalidField(key, absl::StrCat("Field '", key, "': a forced call is not supported yet; use auto or none"),
                          kReasonUnsupported);
    }
    if (!choice->is_string()) return WrongType(key, "string or object", *choice);
    if (*choice == "none") return false;
    if (*choice == "auto") return true;
    return InvalidField(key, absl::StrCat("Invalid ", key, ": ", choice->get<std::string>()));
  }
  return true;
}

absl::StatusOr<Json> ReadTemplateKwargs(const Json& body) {
  Json kwargs = Json::object();
  FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> effort, ReadString(body, "reasoning_effort"));
  if (effort && *effort == "none") {
    kwargs["enable_thinking"] = false;
  } else if (effort) {
    kwargs["reasoning_effort"] = *effort;
  }
  const Json* given = FindField(body, "chat_template_kwargs");
  if (given == nullptr) return kwargs;
  if (!given->is_object()) return WrongType("chat_template_kwargs", "object", *given);
  if (const Json* thinking = FindField(*given, "enable_thinking"); thinking != nullptr && !thinking->is_boolean()) {
    return WrongType("chat_template_kwargs.enable_thinking", "boolean", *thinking);
  }
  kwargs.update(*given);
  return kwargs;
}

}  // namespace

absl::StatusOr<Chat> ReadChat(const Json& body) {
  Chat chat;
  FERRO_ASSIGN_OR_RETURN(const Json messages, ReadMessages(body));
  FERRO_ASSIGN_OR_RETURN(const Json tools, ReadTools(body));
  FERRO_ASSIGN_OR_RETURN(const bool show_tools, ReadToolChoice(body));
  FERRO_ASSIGN_OR_RETURN(const Json kwargs, ReadTemplateKwargs(body));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> opening, ReadBool(body, "add_generation_prompt"));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> go_on, ReadBool(body, "continue_final_message"));
  if (opening.value_or(false) && go_on.value_or(false)) {
    return InvalidField("continue_final_message",
                        "add_generation_prompt and continue_final_message cannot both be true");
  }
  const bool assistant_last = messages.back()["role"] == "assistant";
  const bool continues = go_on.value_or(assistant_last && !opening.value_or(false));
  chat.set_messages_json(DumpJson(messages));
  if (!tools.empty() && show_tools) chat.set_tools_json(DumpJson(tools));
  if (!kwargs.empty()) chat.set_template_kwargs_json(DumpJson(kwargs));
  chat.set_continue_final_message(continues);
  chat.set_add_generation_prompt(continues ? false : opening.value_or(true));
  return chat;
}

bool GivesFunctions(const Json& body) {
  return FindField(body, "tools") == nullptr && FindField(body, "functions") != nullptr;
}

absl::Status ReadChatOutputFields(const Json& body, GenerateRequest* request) {
  FERRO_ASSIGN_OR_RETURN(const std::optional<std::string> format, ReadString(body, "reasoning_format"));
  if (format) {
    if (*format == "none") {
      request->set_reasoning_format(ferro::lm::v1::REASONING_FORMAT_NONE);
    } else if (*format == "deepseek" || *format == "auto") {
      request->set_reasoning_format(ferro::lm::v1::REASONING_FORMAT_DEEPSEEK);
    } else if (*format == "deepseek-legacy") {
      request->set_reasoning_format(ferro::lm::v1::REASONING_FORMAT_DEEPSEEK_LEGACY);
    } else {
      return InvalidField("reasoning_format", absl::StrCat("unknown reasoning_format '", *format,
                                                           "': one of none, deepseek, deepseek-legacy, auto"));
    }
  }
  if (const Json* modalities = FindField(body, "modalities"); modalities != nullptr) {
    if (!modalities->is_array()) return WrongType("modalities", "array", *modalities);
    for (const Json& modality : *modalities) {
      if (modality == "audio") return InvalidField("modalities", "audio output is not supported", kReasonUnsupported);
    }
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> parallel, ReadBool(body, "parallel_tool_calls"));
  if (parallel) request->set_parallel_tool_calls(*parallel);
  if (GivesFunctions(body)) request->set_parallel_tool_calls(false);
  if (FindField(body, "audio") != nullptr) {
    return InvalidField("audio", "audio output is not supported", kReasonUnsupported);
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> logprobs, ReadBool(body, "logprobs"));
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> top, ReadInt(body, "top_logprobs", 0, 20));
  if (logprobs.value_or(false)) return InvalidField("logprobs", "logprobs are not supported yet", kReasonUnsupported);
  if (top && *top > 0) return InvalidField("top_logprobs", "top_logprobs requires logprobs to be set to true");
  return absl::OkStatus();
}

}  // namespace ferro::router
