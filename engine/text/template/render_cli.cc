// Renders templates for the differential test: one JSON object a line on standard input, {"template": source,
// "variables": {...}}, and one a line on standard output, {"text": ...} or {"error": ...}.
#include <iostream>
#include <string>

#include "base/json.h"
#include "base/status_macros.h"
#include "engine/text/template/chat_template.h"
#include "engine/text/template/value_json.h"

namespace ferro {
namespace {

absl::StatusOr<std::string> RenderLine(const std::string& line) {
  FERRO_ASSIGN_OR_RETURN(const jinja::Value request, jinja::ValueFromJson(line));
  if (!request.is_mapping()) return absl::InvalidArgumentError("a line must be an object");
  const jinja::Value* source = request.mapping().Find("template");
  const jinja::Value* variables = request.mapping().Find("variables");
  if (source == nullptr || !source->is_string() || variables == nullptr) {
    return absl::InvalidArgumentError("a line needs `template` (text) and `variables` (an object)");
  }
  FERRO_ASSIGN_OR_RETURN(const auto chat_template, ChatTemplate::Parse(source->string()));
  return chat_template->Render(*variables);
}

int Main() {
  for (std::string line; std::getline(std::cin, line);) {
    const absl::StatusOr<std::string> text = RenderLine(line);
    Json reply;
    if (text.ok()) {
      reply["text"] = *text;
    } else {
      reply["error"] = std::string(text.status().message());
    }
    std::cout << DumpJson(reply) << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace ferro

int main() { return ferro::Main(); }
