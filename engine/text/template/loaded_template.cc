#include "engine/text/template/loaded_template.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "engine/text/template/builtin_templates.h"
#include "engine/text/template/value_json.h"

namespace ferro {
namespace {

using jinja::Value;

// Words that no template prints by itself.
constexpr absl::string_view kSystemProbe = "probe_system_text";
constexpr absl::string_view kFunctionProbe = "probe_function";
constexpr absl::string_view kArgumentProbe = "probe_argument";

std::string DescribeVariant(absl::string_view source) {
  const auto has = [&](absl::string_view marker) { return absl::StrContains(source, marker); };
  if (has("<|tool_list_start|>")) return "T1 (LFM2, tool-list markers)";
  if (has("Today's date: ")) return "T6 (LFM2.5, with the date)";
  if (has("List of tools: ")) {
    if (has("reasoning_content")) return "T5 (LFM2.5, reasoning and tool calls)";
    if (has("preserve_thinking")) return "T4 (LFM2.5, thinking and tool calls)";
    if (has("<image>")) return "T3 (LFM2.5, content parts)";
    return "T2 (LFM2.5)";
  }
  if (has("<|im_start|>")) return "T0 (ChatML without tools)";
  return "other";
}

// `messages` is JSON text; the other variables are those of an ordinary request.
Value Variables(absl::string_view messages) {
  jinja::Mapping variables;
  variables.Set("messages", *jinja::ValueFromJson(messages));
  variables.Set("bos_token", Value::String(""));
  variables.Set("eos_token", Value::String(""));
  variables.Set("enable_thinking", Value::Bool(true));
  variables.Set("add_generation_prompt", Value::Bool(true));
  return Value::Map(std::move(variables));
}

bool Prints(const ChatTemplate& chat_template, absl::string_view messages,
            std::initializer_list<absl::string_view> texts) {
  const absl::StatusOr<std::string> out = chat_template.Render(Variables(messages), absl::UnixEpoch());
  if (!out.ok()) return false;
  for (const absl::string_view text : texts) {
    if (!absl::StrContains(*out, text)) return false;
  }
  return true;
}

bool WalksContent(const ChatTemplate& chat_template) {
  const Value variables = Variables(R"([{"role": "user", "content": [{"type": "text", "text": "a"}]}])");
  const Value& message = variables.mapping().Find("messages")->sequence().items[0];
  return chat_template.WalksList(variables, *message.mapping().Find("content"));
}

bool RendersCall(const ChatTemplate& chat_template, absl::string_view arguments) {
  const std::string messages = absl::StrReplaceAll(
      R"([{"role": "user", "content": "q"},
          {"role": "assistant", "content": "", "tool_calls": [{"id": "1", "type": "function",
                                                 "function": {"name": "NAME", "arguments": ARGUMENTS}}]},
          {"role": "tool", "content": "r", "tool_call_id": "1"}])",
      {{"NAME", kFunctionProbe}, {"ARGUMENTS", arguments}});
  return Prints(chat_template, messages, {kFunctionProbe, kArgumentProbe});
}

}  // namespace

std::unique_ptr<LoadedTemplate> LoadedTemplate::Load(absl::string_view source) {
  auto loaded = std::unique_ptr<LoadedTemplate>(new LoadedTemplate());
  TemplateTraits& traits = loaded->traits_;
  traits.variant = DescribeVariant(source);
  absl::StatusOr<std::unique_ptr<ChatTemplate>> parsed =
      source.empty() ? absl::NotFoundError("the model file has no chat template") : ChatTemplate::Parse(source);
  if (!parsed.ok()) {
    traits.built_in = true;
    const bool markers = absl::StrContains(source, "<|tool_list_start|>");
    source = markers ? kToolMarkersTemplate : kPlainTemplate;
    loaded->warnings_.push_back(absl::StrCat(parsed.status().message(), "; using the built-in template of ",
                                             markers ? "LFM2" : "LFM2.5", " instead"));
    traits.variant = absl::StrCat("built-in ", DescribeVariant(source));
    parsed = ChatTemplate::Parse(source);
  }
  loaded->template_ = *std::move(parsed);
  const ChatTemplate& chat_template = *loaded->template_;
  traits.walks_content = WalksContent(chat_template);
  traits.renders_system = Prints(
      chat_template,
      absl::StrCat(R"([{"role": "system", "content": ")", kSystemProbe, R"("}, {"role": "user", "content": "q"}])"),
      {kSystemProbe});
  traits.argument_objects = RendersCall(chat_template, absl::StrCat("{\"", kArgumentProbe, "\": \"v\"}"));
  traits.renders_tool_calls =
      traits.argument_objects || RendersCall(chat_template, absl::StrCat("\"{\\\"", kArgumentProbe, "\\\": 1}\""));
  traits.mentions_think = absl::StrContains(source, "<think>");
  return loaded;
}

}  // namespace ferro
