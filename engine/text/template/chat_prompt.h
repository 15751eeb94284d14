// A chat request into the prompt text of a model.
//
//   const auto chat_template = LoadedTemplate::Load(source_from_the_model_file);
//   ChatRequest request;
//   request.messages_json = R"([{"role": "user", "content": "Hi"}])";
//   ASSIGN_OR_RETURN(PreparedChat chat, PrepareChat(*chat_template, request));
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_CHAT_PROMPT_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_CHAT_PROMPT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/text/template/loaded_template.h"

namespace ferro {

// How several text parts of one message reach the template. kAuto: as a list if the template walks lists, else joined.
enum class ContentParts { kAuto, kJoinNewline, kAsArray };

struct ChatRequest {
  std::string messages_json;  // an array
  std::string tools_json;     // an array; "" or "null" for none
  std::string kwargs_json;  // an object: more variables for the template (enable_thinking, ...); "" or "null" for none
  std::optional<bool> add_generation_prompt;  // unset: true
  bool continue_final_message = false;
  ContentParts content_parts = ContentParts::kAuto;
  // A template that ignores `tool_calls` makes the model forget its own calls. True appends them to the content in
  // LFM2's spelling; false leaves the rendering byte-identical to the template's, and a warning says what was lost.
  bool write_lost_tool_calls = false;
  std::string bos_text, eos_text;  // what the template sees as bos_token and eos_token
  bool add_bos = true;             // the tokenizer puts BOS in front: a leading bos_text is cut
  bool add_eos = false;            // likewise for a trailing eos_text
};

struct PreparedChat {
  std::string prompt;
  // The prompt ends inside an open think block: what the model writes first is reasoning.
  bool in_reasoning = false;
  std::vector<std::string> warnings;  // things that the caller should tell the user
};

// Checks the request, converts it (chat_messages.h) and renders it.
//
// A final assistant message without tool calls is a beginning that the model continues, with or without
// continue_final_message: the prompt ends in the generation prompt and that message's text. If it has reasoning_content
// the text starts with `<think>` and the reasoning; the block is closed when there is content, and left open for
// continuing the reasoning when there is none. Without reasoning_content no think block is written, and one that the
// generation prompt opens is dropped (llama.cpp writes an empty `<think></think>` there, which models have not seen in
// training).
//
// The system text moves into the first user message when the template ignores the role.
// `preserve_reasoning` in kwargs_json also sets preserve_thinking and keep_past_thinking.
//
// kInvalidArgument, with the path of the field in its ErrorDetail where there is one: malformed JSON, anything
// that chat_messages.h refuses, an empty list of messages, two assistant messages at the end, continue_final_message
// together with add_generation_prompt or without a final assistant message, enable_thinking that is not a boolean,
// errors and exceptions of the template itself (without payload). Thread-safe.
absl::StatusOr<PreparedChat> PrepareChat(const LoadedTemplate& chat_template, const ChatRequest& request);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_CHAT_PROMPT_H_
