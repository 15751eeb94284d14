// The calls of tools that LFM2 writes: <|tool_call_start|>[name(arg="value", n=1), other()]<|tool_call_end|>
#ifndef FERRO_ENGINE_TEXT_TOOL_CALLS_CALL_LIST_H_
#define FERRO_ENGINE_TEXT_TOOL_CALLS_CALL_LIST_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace ferro {

inline constexpr absl::string_view kToolCallStart = "<|tool_call_start|>";
inline constexpr absl::string_view kToolCallEnd = "<|tool_call_end|>";

struct ToolCall {
  int index = 0;  // among the calls of its list or reply
  std::string name;
  std::string arguments;  // a JSON object, compact
};

// The name of the parameter, for each tool that has exactly one: what a call of it gives without a name.
using SoleParameters = absl::flat_hash_map<std::string, std::string>;

// Of `tools_json`, an array as in a chat request. What is malformed there is passed over.
SoleParameters SoleParametersOf(absl::string_view tools_json);

struct CallList {
  std::vector<ToolCall> calls;
  std::vector<std::string> rejected;  // the text of each that could not be read, and what stands behind the list
};

// Reads what stands between the two tokens; the closing bracket may be missing. A call is rejected if an argument is
// none that JSON can say (PythonReader) or has no name, `sole` apart: no value is ever dropped in silence. Never
// refuses a name, known or not. Strings are read by Python's rules; where that fails, with quotes inside forgiven
// (no longer after many calls of the list that were rejected). nullopt: no list. Takes time proportional to the text.
std::optional<CallList> ReadCallList(absl::string_view text, const SoleParameters& sole);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TOOL_CALLS_CALL_LIST_H_
