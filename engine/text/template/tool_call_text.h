// Tool calls in the spelling of LFM2: <|tool_call_start|>[name(arg='value', n=1)]<|tool_call_end|>
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_TOOL_CALL_TEXT_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_TOOL_CALL_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "engine/text/template/value.h"

namespace ferro {

// `calls`: a list of {"function": {"name": text, "arguments": mapping or text}}. Text values are quoted like Python's,
// with escapes for backslash, quote and line ends; lists and mappings are JSON; the rest is as Python prints it.
// Arguments that are text stand between the parentheses as they are.
absl::StatusOr<std::string> ToolCallText(const jinja::Value& calls);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_TOOL_CALL_TEXT_H_
