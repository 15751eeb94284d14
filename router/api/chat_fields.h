// Messages, tools and template fields of chat requests: validated, and normalised to what templates expect.
#ifndef FERRO_ROUTER_API_CHAT_FIELDS_H_
#define FERRO_ROUTER_API_CHAT_FIELDS_H_

#include "absl/status/statusor.h"
#include "base/json.h"
#include "ferro/lm/v1/lm.pb.h"

namespace ferro::router {

// Reads messages, tools, functions, tool_choice, chat_template_kwargs, reasoning_effort, add_generation_prompt and
// continue_final_message. Roles `developer` and `function` become `system` and `tool`; a null content becomes "";
// text parts of every name become `text`. A final assistant message is continued unless the request says otherwise.
// kInvalidArgument with the path of the field at fault.
absl::StatusOr<ferro::lm::v1::Chat> ReadChat(const Json& body);

// Whether the tools come in `functions`, the field before `tools`, so that a call must be answered as its clients
// expect it: one `function_call`.
bool GivesFunctions(const Json& body);

// reasoning_format, parallel_tool_calls (false with functions), and the fields that ask for audio or log probabilities.
absl::Status ReadChatOutputFields(const Json& body, ferro::lm::v1::GenerateRequest* request);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_CHAT_FIELDS_H_
