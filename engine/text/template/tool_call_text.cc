#include "engine/text/template/tool_call_text.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/status_macros.h"
#include "engine/text/template/python_text.h"

namespace ferro {
namespace {

using jinja::Value;

absl::StatusOr<std::string> ArgumentText(const Value& value) {
  if (value.is_string()) {
    return absl::StrCat(
        "'", absl::StrReplaceAll(value.string(), {{"\\", "\\\\"}, {"'", "\\'"}, {"\n", "\\n"}, {"\r", "\\r"}}), "'");
  }
  if (value.is_mapping() || value.is_sequence()) return jinja::ToJson(value);
  return jinja::Str(value);
}

absl::StatusOr<std::string> CallText(const jinja::Mapping& function) {
  std::string text = absl::StrCat(function.Find("name")->string(), "(");
  const Value& arguments = *function.Find("arguments");
  if (arguments.is_string()) {
    text += arguments.string();
  } else if (arguments.is_mapping()) {
    const char* separator = "";
    for (const auto& [name, value] : arguments.mapping().entries()) {
      FERRO_ASSIGN_OR_RETURN(const std::string value_text, ArgumentText(value));
      absl::StrAppend(&text, std::exchange(separator, ", "), name.string(), "=", value_text);
    }
  }
  return absl::StrCat(text, ")");
}

}  // namespace

absl::StatusOr<std::string> ToolCallText(const Value& calls) {
  std::string text = "<|tool_call_start|>[";
  const char* separator = "";
  for (const Value& call : calls.sequence().items) {
    FERRO_ASSIGN_OR_RETURN(const std::string one, CallText(call.mapping().Find("function")->mapping()));
    absl::StrAppend(&text, std::exchange(separator, ", "), one);
  }
  return absl::StrCat(text, "]<|tool_call_end|>");
}

}  // namespace ferro
