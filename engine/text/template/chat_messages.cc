#include "engine/text/template/chat_messages.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "engine/text/template/param_error.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/value_json.h"

namespace ferro {
namespace {

using jinja::Items;
using jinja::Mapping;
using jinja::Value;

// The value of a key that is there and not null.
const Value* Given(const Mapping& mapping, absl::string_view key) {
  const Value* value = mapping.Find(key);
  return value == nullptr || value->is_none() ? nullptr : value;
}

absl::StatusOr<std::string> Role(const Mapping& message, const std::string& path) {
  const Value* role = Given(message, "role");
  if (role == nullptr) return ParamError(absl::StrCat(path, ".role"), "is required", kReasonMissingField);
  if (!role->is_string()) return ParamError(absl::StrCat(path, ".role"), "must be a string");
  const std::string& name = role->string();
  if (name == "developer") return std::string("system");
  if (name == "function") return std::string("tool");
  if (name == "system" || name == "user" || name == "assistant" || name == "tool") return name;
  return ParamError(absl::StrCat(path, ".role"),
                    absl::StrCat("'", name, "' is not one of system, developer, user, assistant, tool, function"));
}

absl::StatusOr<std::string> PartText(const Value& part, const std::string& path) {
  if (!part.is_mapping()) return ParamError(path, "unsupported content[].type: a part must be an object with a type");
  const std::string type = TextField(part, "type");
  const std::string type_path = absl::StrCat(path, ".type");
  if (type == "image_url" || type == "input_image" || type == "input_audio" || type == "input_video" ||
      type == "file" || type == "input_file") {
    return ParamError(type_path,
                      absl::StrCat("unsupported_value '", type, "': the language model reads text only; leave it out"),
                      kReasonUnsupported);
  }
  if (type != "text" && type != "input_text" && type != "output_text" && type != "refusal") {
    return ParamError(type_path, absl::StrCat("unsupported content[].type '", type, "'"), kReasonUnsupported);
  }
  const absl::string_view key = type == "refusal" ? "refusal" : "text";
  const Value* text = part.mapping().Find(key);
  if (text == nullptr || !text->is_string()) return ParamError(absl::StrCat(path, ".", key), "must be a string");
  return text->string();
}

absl::StatusOr<Value> Content(const Value& content, const std::string& path, bool as_array) {
  if (content.is_string()) return content;
  if (content.is_none()) return Value::String("");
  if (!content.is_sequence()) return ParamError(path, "must be a string or an array");
  std::vector<std::string> texts;
  for (const Value& part : content.sequence().items) {
    FERRO_ASSIGN_OR_RETURN(std::string text, PartText(part, absl::StrCat(path, "[", texts.size(), "]")));
    texts.push_back(std::move(text));
  }
  if (!as_array || texts.empty()) return Value::String(absl::StrJoin(texts, "\n"));
  Items parts;
  for (std::string& text : texts) {
    Mapping part;
    part.Set("type", Value::String("text"));
    part.Set("text", Value::String(std::move(text)));
    parts.push_back(Value::Map(std::move(part)));
  }
  return Value::List(std::move(parts));
}

absl::StatusOr<Value> CallArguments(const Value* arguments, const std::string& path, bool as_object) {
  if (arguments == nullptr || (arguments->is_string() && arguments->string().empty())) {
    return as_object ? Value::Map({}) : Value::String("{}");
  }
  if (arguments->is_mapping()) {
    if (as_object) return *arguments;
    FERRO_ASSIGN_OR_RETURN(std::string text, jinja::ToJson(*arguments));
    return Value::String(std::move(text));
  }
  if (!arguments->is_string()) return ParamError(path, "must be a string of JSON or an object");
  if (!as_object) return *arguments;
  const absl::StatusOr<Value> parsed = jinja::ValueFromJson(arguments->string());
  return parsed.ok() && parsed->is_mapping() ? *parsed : *arguments;
}

absl::StatusOr<Value> ToolCalls(const Value& calls, const std::string& path, bool argument_objects) {
  if (!calls.is_sequence()) return ParamError(path, "must be an array");
  Items out;
  for (const Value& call : calls.sequence().items) {
    const std::string at = absl::StrCat(path, "[", out.size(), "]");
    if (!call.is_mapping()) return ParamError(at, "must be an object");
    const Value* function = Given(call.mapping(), "function");
    if (function == nullptr || !function->is_mapping())
      return ParamError(absl::StrCat(at, ".function"), "must be an object");
    const Value* name = Given(function->mapping(), "name");
    if (name == nullptr || !name->is_string())
      return ParamError(absl::StrCat(at, ".function.name"), "must be a string");
    FERRO_ASSIGN_OR_RETURN(Value arguments, CallArguments(Given(function->mapping(), "arguments"),
                                                          absl::StrCat(at, ".function.arguments"), argument_objects));
    Mapping rebuilt_function;
    rebuilt_function.Set("name", *name);
    rebuilt_function.Set("arguments", std::move(arguments));
    Mapping rebuilt;
    if (const Value* id = Given(call.mapping(), "id")) rebuilt.Set("id", *id);
    rebuilt.Set("type", Value::String("function"));
    rebuilt.Set("function", Value::Map(std::move(rebuilt_function)));
    out.push_back(Value::Map(std::move(rebuilt)));
  }
  return Value::List(std::move(out));
}

absl::StatusOr<Value> NormalizeMessage(const Value& message, const std::string& path, const MessageOptions& options) {
  if (!message.is_mapping()) return ParamError(path, "must be an object");
  const Mapping& given = message.mapping();
  Mapping out;
  FERRO_ASSIGN_OR_RETURN(const std::string role, Role(given, path));
  out.Set("role", Value::String(role));

  const Value* calls = role == "assistant" ? Given(given, "tool_calls") : nullptr;
  const Value* content = given.Find("content");
  if (content == nullptr && calls == nullptr) {
    return ParamError(absl::StrCat(path, ".content"),
                      role == "assistant" ? "an assistant message needs content or tool_calls" : "is required",
                      kReasonMissingField);
  }
  FERRO_ASSIGN_OR_RETURN(Value text, Content(content == nullptr ? Value::None() : *content,
                                             absl::StrCat(path, ".content"), options.content_as_array));
  out.Set("content", std::move(text));

  for (const absl::string_view key : {"name", "tool_call_id"}) {
    const Value* value = Given(given, key);
    if (value == nullptr) continue;
    if (!value->is_string()) return ParamError(absl::StrCat(path, ".", key), "must be a string");
    out.Set(key, *value);
  }
  for (const absl::string_view key : {"reasoning_content", "reasoning"}) {
    const Value* reasoning = Given(given, key);
    if (reasoning == nullptr) continue;
    if (!reasoning->is_string()) return ParamError(absl::StrCat(path, ".", key), "must be a string");
    out.Set("reasoning_content", *reasoning);
    out.Set("thinking", *reasoning);
    break;
  }
  if (calls != nullptr) {
    FERRO_ASSIGN_OR_RETURN(Value rebuilt,
                           ToolCalls(*calls, absl::StrCat(path, ".tool_calls"), options.argument_objects));
    if (!rebuilt.sequence().items.empty()) out.Set("tool_calls", std::move(rebuilt));
  }
  return Value::Map(std::move(out));
}

}  // namespace

absl::StatusOr<Items> NormalizeMessages(const Value& messages, const MessageOptions& options) {
  if (!messages.is_sequence()) return ParamError("messages", "must be an array");
  const Items& given = messages.sequence().items;
  if (given.empty()) return ParamError("messages", "must not be empty");
  Items out;
  for (const Value& message : given) {
    FERRO_ASSIGN_OR_RETURN(Value normal,
                           NormalizeMessage(message, absl::StrCat("messages[", out.size(), "]"), options));
    out.push_back(std::move(normal));
  }
  return out;
}

absl::StatusOr<Items> NormalizeTools(const Value& tools) {
  if (!tools.is_sequence()) return ParamError("tools", "must be an array");
  Items out;
  for (const Value& tool : tools.sequence().items) {
    const std::string path = absl::StrCat("tools[", out.size(), "]");
    if (!tool.is_mapping()) return ParamError(path, "must be an object");
    if (TextField(tool, "type") != "function") return ParamError(absl::StrCat(path, ".type"), "must be \"function\"");
    const Value* function = Given(tool.mapping(), "function");
    if (function == nullptr || !function->is_mapping()) {
      return ParamError(absl::StrCat(path, ".function"), "must be an object");
    }
    const Value* name = Given(function->mapping(), "name");
    if (name == nullptr || !name->is_string()) {
      return ParamError(absl::StrCat(path, ".function.name"), "must be a string");
    }
    const Value* description = Given(function->mapping(), "description");
    if (description != nullptr && !description->is_string()) {
      return ParamError(absl::StrCat(path, ".function.description"), "must be a string");
    }
    const Value* parameters = Given(function->mapping(), "parameters");
    if (parameters != nullptr && !parameters->is_mapping()) {
      return ParamError(absl::StrCat(path, ".function.parameters"), "must be an object");
    }
    Mapping rebuilt_function;
    rebuilt_function.Set("name", *name);
    rebuilt_function.Set("description", description == nullptr ? Value::String("") : *description);
    rebuilt_function.Set("parameters", parameters == nullptr ? Value::Map({}) : *parameters);
    Mapping rebuilt;
    rebuilt.Set("type", Value::String("function"));
    rebuilt.Set("function", Value::Map(std::move(rebuilt_function)));
    out.push_back(Value::Map(std::move(rebuilt)));
  }
  return out;
}

Value WithField(const Value& message, absl::string_view key, Value value) {
  Mapping copy = message.mapping();
  copy.Set(key, std::move(value));
  return Value::Map(std::move(copy));
}

std::string TextField(const Value& message, absl::string_view key) {
  const Value* value = message.mapping().Find(key);
  return value != nullptr && value->is_string() ? value->string() : std::string();
}

std::string ContentText(const Value& message, absl::string_view separator) {
  const Value* content = message.mapping().Find("content");
  if (content == nullptr || !content->is_sequence()) return TextField(message, "content");
  std::vector<std::string> texts;
  for (const Value& part : content->sequence().items) texts.push_back(TextField(part, "text"));
  return absl::StrJoin(texts, separator);
}

}  // namespace ferro
