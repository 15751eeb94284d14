#include "engine/text/template/chat_prompt.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "engine/text/template/chat_messages.h"
#include "engine/text/template/param_error.h"
#include "engine/text/template/tool_call_text.h"
#include "engine/text/template/unicode.h"
#include "engine/text/template/value_json.h"

namespace ferro {
namespace {

using jinja::Items;
using jinja::Mapping;
using jinja::Value;

constexpr absl::string_view kThinkOpen = "<think>";
constexpr absl::string_view kThinkClose = "</think>";

// None for an absent field.
absl::StatusOr<Value> ParseField(absl::string_view param, const std::string& json) {
  if (json.empty()) return Value::None();
  absl::StatusOr<Value> value = jinja::ValueFromJson(json);
  if (!value.ok()) return ParamError(param, value.status().message());
  return value;
}

absl::StatusOr<Mapping> TemplateKwargs(const std::string& json) {
  constexpr absl::string_view kParam = "chat_template_kwargs";
  FERRO_ASSIGN_OR_RETURN(const Value kwargs, ParseField(kParam, json));
  Mapping out;
  out.Set("enable_thinking", Value::Bool(true));
  if (kwargs.is_none()) return out;
  if (!kwargs.is_mapping()) return ParamError(kParam, "must be an object");
  if (const Value* preserve = kwargs.mapping().Find("preserve_reasoning")) {
    for (const absl::string_view name : {"preserve_thinking", "keep_past_thinking"}) out.Set(name, *preserve);
  }
  for (const auto& [name, value] : kwargs.mapping().entries()) out.Set(name, value);
  if (!out.Find("enable_thinking")->is_bool()) {
    return ParamError(absl::StrCat(kParam, ".enable_thinking"), "must be true or false");
  }
  return out;
}

bool IsRole(const Value& message, absl::string_view role) { return TextField(message, "role") == role; }
bool HasToolCalls(const Value& message) { return message.mapping().Find("tool_calls") != nullptr; }

// The content with `text` behind it.
Value AppendToContent(const Value& message, std::string text) {
  const Value& content = *message.mapping().Find("content");
  if (content.is_string()) return WithField(message, "content", Value::String(content.string() + text));
  Mapping part;
  part.Set("type", Value::String("text"));
  part.Set("text", Value::String(std::move(text)));
  Items parts = content.sequence().items;
  parts.push_back(Value::Map(std::move(part)));
  return WithField(message, "content", Value::List(std::move(parts)));
}

// For templates that ignore tool_calls.
absl::Status RescueToolCalls(const ChatRequest& request, Items* messages, std::vector<std::string>* warnings) {
  bool lost = false;
  for (Value& message : *messages) {
    const Value* calls = message.mapping().Find("tool_calls");
    if (calls == nullptr) continue;
    lost = true;
    if (!request.write_lost_tool_calls) continue;
    FERRO_ASSIGN_OR_RETURN(std::string text, ToolCallText(*calls));
    message = AppendToContent(message, std::move(text));
  }
  if (lost) {
    warnings->push_back(request.write_lost_tool_calls
                            ? "the chat template ignores past tool calls: they were written into the content"
                            : "the chat template ignores past tool calls: the model does not see them "
                              "(--write-lost-tool-calls writes them into the content)");
  }
  return absl::OkStatus();
}

// For templates that ignore the system role: its text goes in front of the first user message.
void MoveSystemText(Items* messages, std::vector<std::string>* warnings) {
  std::string system;
  Items others;
  for (const Value& message : *messages) {
    if (!IsRole(message, "system")) {
      others.push_back(message);
    } else if (const std::string text = ContentText(message, "\n"); !text.empty()) {
      absl::StrAppend(&system, text, "\n");
    }
  }
  if (system.empty()) return;
  for (Value& message : others) {
    if (!IsRole(message, "user")) continue;
    message = WithField(message, "content", Value::String(system + ContentText(message, "\n")));
    *messages = std::move(others);
    warnings->push_back("the chat template ignores system messages: their text went into the first user message");
    return;
  }
}

// The last message, if the model is to continue it; it is taken off the list.
absl::StatusOr<std::optional<Value>> TakeFinalMessage(const ChatRequest& request, Items* messages) {
  const bool ends_in_assistant = IsRole(messages->back(), "assistant");
  if (request.continue_final_message) {
    if (request.add_generation_prompt.value_or(false)) {
      return ParamError("continue_final_message", "cannot be combined with add_generation_prompt");
    }
    if (!ends_in_assistant) return ParamError("continue_final_message", "the last message must be from the assistant");
  }
  if (!ends_in_assistant || HasToolCalls(messages->back())) return std::optional<Value>();
  if (messages->size() > 1 && IsRole((*messages)[messages->size() - 2], "assistant")) {
    return ParamError(absl::StrCat("messages[", messages->size() - 1, "]"),
                      "two assistant messages at the end: only the last one can be continued, merge them");
  }
  std::optional<Value> last = std::move(messages->back());
  messages->pop_back();
  return last;
}

void AppendFinalMessage(const Value& message, std::string* prompt) {
  const std::string reasoning = TextField(message, "reasoning_content");
  const std::string content = ContentText(message, "");
  const bool opened = absl::EndsWith(jinja::StripRight(*prompt), kThinkOpen);
  if (reasoning.empty()) {
    if (opened) prompt->resize(jinja::StripRight(*prompt).size() - kThinkOpen.size());
  } else {
    absl::StrAppend(prompt, opened ? absl::string_view() : kThinkOpen, reasoning,
                    content.empty() ? absl::string_view() : kThinkClose);
  }
  *prompt += content;
}

}  // namespace

absl::StatusOr<PreparedChat> PrepareChat(const LoadedTemplate& chat_template, const ChatRequest& request) {
  const TemplateTraits& traits = chat_template.traits();
  PreparedChat chat;
  FERRO_ASSIGN_OR_RETURN(Mapping variables, TemplateKwargs(request.kwargs_json));

  FERRO_ASSIGN_OR_RETURN(const Value tools_value, ParseField("tools", request.tools_json));
  Items tools;
  if (!tools_value.is_none()) {
    FERRO_ASSIGN_OR_RETURN(tools, NormalizeTools(tools_value));
  }

  MessageOptions options;
  options.content_as_array = request.content_parts == ContentParts::kAsArray ||
                             (request.content_parts == ContentParts::kAuto && traits.walks_content);
  options.argument_objects = traits.argument_objects || !traits.renders_tool_calls;
  FERRO_ASSIGN_OR_RETURN(const Value messages_value, ParseField("messages", request.messages_json));
  FERRO_ASSIGN_OR_RETURN(Items messages, NormalizeMessages(messages_value, options));
  FERRO_ASSIGN_OR_RETURN(const std::optional<Value> final_message, TakeFinalMessage(request, &messages));
  if (!traits.renders_tool_calls) FERRO_RETURN_IF_ERROR(RescueToolCalls(request, &messages, &chat.warnings));
  if (!traits.renders_system) MoveSystemText(&messages, &chat.warnings);

  const bool only_final_message = messages.empty();
  variables.Set("messages", Value::List(std::move(messages)));
  variables.Erase("tools");
  if (!tools.empty()) variables.Set("tools", Value::List(std::move(tools)));
  variables.Set("bos_token", Value::String(request.bos_text));
  variables.Set("eos_token", Value::String(request.eos_text));
  variables.Erase("add_generation_prompt");
  if (final_message.has_value() || request.add_generation_prompt.value_or(true)) {
    variables.Set("add_generation_prompt", Value::Bool(true));
  }
  const absl::StatusOr<std::string> rendered = chat_template.Render(Value::Map(std::move(variables)));
  if (!rendered.ok() && only_final_message) {
    return ParamError("messages",
                      "this model's template needs a message before the assistant's that is to be continued");
  }
  if (!rendered.ok()) return rendered.status();

  absl::string_view rest = *rendered;
  if (request.add_bos) absl::ConsumePrefix(&rest, request.bos_text);
  if (request.add_eos && !final_message.has_value()) absl::ConsumeSuffix(&rest, request.eos_text);
  chat.prompt = std::string(rest);
  if (final_message.has_value()) AppendFinalMessage(*final_message, &chat.prompt);
  chat.in_reasoning = absl::EndsWith(jinja::StripRight(chat.prompt), kThinkOpen);
  if (final_message.has_value() && !TextField(*final_message, "reasoning_content").empty()) {
    chat.in_reasoning = ContentText(*final_message, "").empty();
  }
  return chat;
}

}  // namespace ferro
