// The messages and tools of a chat request, checked and brought into the form that templates expect.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_CHAT_MESSAGES_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_CHAT_MESSAGES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/text/template/loaded_template.h"
#include "engine/text/template/value.h"

namespace ferro {

struct MessageOptions {
  bool content_as_array = false;  // text parts stay a list; otherwise they are joined with "\n"
  bool argument_objects = false;  // arguments of tool calls become mappings; otherwise JSON text
};

// Checks `messages` (not empty) and rebuilds each with the keys role, content, name, tool_call_id, reasoning_content,
// thinking, tool_calls, in this order, those that it has:
//   roles developer -> system, function -> tool; others than system, user, assistant, tool are refused;
//   content null or [] -> "", parts text, input_text and refusal -> {"type": "text", "text": ...};
//   reasoning_content or reasoning -> reasoning_content and thinking (a `thinking` in the request is dropped);
//   arguments: JSON that cannot be parsed stays text.
// Errors are ParamError with the path of the field.
absl::StatusOr<jinja::Items> NormalizeMessages(const jinja::Value& messages, const MessageOptions& options);

// Checks `tools` and rebuilds each as {"type": "function", "function": {"name", "description", "parameters"}}; a
// missing description becomes "", missing parameters {}; other keys are dropped.
absl::StatusOr<jinja::Items> NormalizeTools(const jinja::Value& tools);

// A copy of a message with `key` set.
jinja::Value WithField(const jinja::Value& message, absl::string_view key, jinja::Value value);
// The text of a key; "" if it is absent or not text.
std::string TextField(const jinja::Value& message, absl::string_view key);
// The content as text: the parts of a list joined with `separator`.
std::string ContentText(const jinja::Value& message, absl::string_view separator);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_CHAT_MESSAGES_H_
