#include "tools/ferro/mcp/tool.h"

#include "absl/strings/str_cat.h"

namespace ferro::mcp {
namespace {

std::string Names(const Json& properties) {
  std::string names;
  for (const auto& [name, schema] : properties.items()) {
    absl::StrAppend(&names, names.empty() ? "\"" : ", \"", name, "\"");
  }
  return names;
}

}  // namespace

Json ToolJson(const Tool& tool, Revision revision) {
  Json json = {{"name", tool.name}};
  if (HasStructuredContent(revision)) json["title"] = tool.title;
  json["description"] = tool.description;
  json["inputSchema"] = tool.input_schema;
  if (HasStructuredContent(revision)) json["outputSchema"] = tool.output_schema;
  if (HasAnnotations(revision)) {
    json["annotations"] = {{"title", tool.title},
                           {"readOnlyHint", true},
                           {"destructiveHint", false},
                           {"idempotentHint", true},
                           {"openWorldHint", false}};
  }
  return json;
}

absl::Status CheckArguments(const Tool& tool, const Json& arguments) {
  const Json& properties = tool.input_schema.at("properties");
  for (const auto& [name, value] : arguments.items()) {
    if (properties.contains(name)) continue;
    constexpr size_t kShown = 100;
    return absl::InvalidArgumentError(
        absl::StrCat(tool.name, " has no argument \"", name.substr(0, kShown), "\"; it takes ", Names(properties)));
  }
  for (const Json& name : tool.input_schema.at("required")) {
    const auto& text = name.get_ref<const std::string&>();
    if (arguments.contains(text)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("the argument \"", text, "\" is missing; ", tool.name, " takes ", Names(properties)));
  }
  return absl::OkStatus();
}

}  // namespace ferro::mcp
