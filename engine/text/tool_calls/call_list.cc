#include "engine/text/tool_calls/call_list.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "engine/text/tool_calls/json_object_text.h"
#include "engine/text/tool_calls/python_reader.h"

namespace ferro {
namespace {

// How often in a list quotes may be forgiven in vain. Each time the reader may run to the end of the text, far past the
// call that it began with, so that a list of many such calls would take time in the square of its length.
constexpr int kMaxVainForgiving = 16;

std::string JsonString(absl::string_view text) { return DumpJson(Json(std::string(text))); }

// One argument, white space before it passed over.
bool ReadArgument(PythonReader& reader, absl::string_view name, const SoleParameters& sole, JsonObjectText& arguments,
                  bool& nameless) {
  if (reader.Take('*')) {
    JsonObjectText given;
    if (!reader.Take('*') || !reader.ReadMapping(given)) return false;
    arguments.Merge(given);
    return true;
  }
  PythonReader named = reader;
  const absl::string_view key = named.TakeName();
  std::string value;
  if (!key.empty() && named.Take('=')) {
    if (!named.ReadValue(value)) return false;
    arguments.Set(JsonString(key), std::move(value));
    reader.JumpTo(named.place());
    return true;
  }
  const auto only = sole.find(name);
  if (only == sole.end() || !reader.ReadValue(value)) return false;
  nameless = true;
  arguments.Set(JsonString(only->second), std::move(value));
  return true;
}

// A call and the comma or bracket that must follow it, which is not passed over.
std::optional<ToolCall> ReadCall(PythonReader& reader, const SoleParameters& sole) {
  const absl::string_view name = reader.TakeName();
  if (name.empty() || !reader.Take('(')) return std::nullopt;
  JsonObjectText arguments;
  bool nameless = false;
  int count = 0;
  for (bool comma = true; !reader.Take(')'); comma = reader.Take(',')) {
    if (!comma || !ReadArgument(reader, name, sole, arguments, nameless)) return std::nullopt;
    ++count;
  }
  if (nameless && count > 1) return std::nullopt;
  PythonReader after = reader;
  if (!after.AtEnd() && !after.Take(',') && !after.Take(']')) return std::nullopt;
  return ToolCall{0, std::string(name), arguments.Text()};
}

// Where a call that cannot be read ends, as far as brackets and quotes tell: at a comma or the closing bracket of the
// list, or at the end of the text.
size_t EndOfCall(absl::string_view text, size_t place) {
  int depth = 0;
  for (char quote = '\0'; place < text.size(); ++place) {
    const char c = text[place];
    if (quote != '\0') {
      if (c == '\\') ++place;
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (depth > 0 && (c == ')' || c == ']' || c == '}')) {
      --depth;
    } else if (depth == 0 && (c == ',' || c == ']')) {
      return place;
    }
  }
  return text.size();
}

}  // namespace

SoleParameters SoleParametersOf(absl::string_view tools_json) {
  SoleParameters sole;
  const absl::StatusOr<Json> tools = ParseJson(tools_json);
  if (!tools.ok() || !tools->is_array()) return sole;
  const Json::json_pointer name("/function/name"), properties("/function/parameters/properties");
  for (const Json& tool : *tools) {
    if (!tool.is_object() || !tool.contains(name) || !tool.at(name).is_string()) continue;
    if (!tool.contains(properties) || !tool.at(properties).is_object() || tool.at(properties).size() != 1) continue;
    sole[tool.at(name).get<std::string>()] = tool.at(properties).begin().key();
  }
  return sole;
}

std::optional<CallList> ReadCallList(absl::string_view text, const SoleParameters& sole) {
  PythonReader reader(text);
  if (!reader.Take('[')) return std::nullopt;
  CallList list;
  int in_vain = 0;
  while (!reader.AtEnd() && !reader.Take(']')) {
    const size_t begin = reader.place();
    std::optional<ToolCall> call;
    for (const auto quotes : {PythonReader::Quotes::kPython, PythonReader::Quotes::kForgiving}) {
      if (call || (quotes == PythonReader::Quotes::kForgiving && in_vain == kMaxVainForgiving)) break;
      PythonReader attempt(text, begin, quotes);
      call = ReadCall(attempt, sole);
      if (call) reader.JumpTo(attempt.place());
    }
    if (call) {
      call->index = static_cast<int>(list.calls.size());
      list.calls.push_back(*std::move(call));
    } else {
      in_vain = std::min(in_vain + 1, kMaxVainForgiving);
      const size_t end = EndOfCall(text, begin);
      const absl::string_view rejected = absl::StripAsciiWhitespace(text.substr(begin, end - begin));
      if (!rejected.empty()) list.rejected.emplace_back(rejected);
      reader.JumpTo(end);
    }
    reader.Take(',');
  }
  if (!reader.AtEnd()) list.rejected.emplace_back(absl::StripAsciiWhitespace(text.substr(reader.place())));
  return list;
}

}  // namespace ferro
