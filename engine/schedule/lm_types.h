// Requests to a language model and facts about it, as services and tools pass them.
#ifndef FERRO_ENGINE_SCHEDULE_LM_TYPES_H_
#define FERRO_ENGINE_SCHEDULE_LM_TYPES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/time/time.h"
#include "engine/backend/backend.h"
#include "engine/backend/create.h"
#include "engine/schedule/file_facts.h"
#include "engine/schedule/reasoning.h"
#include "engine/schedule/sampling_params.h"
#include "engine/text/template/chat_prompt.h"

namespace ferro {

struct LanguageModelOptions {
  BackendOptions backend;
  int slots = 4;       // sequences at the same time
  int context = 4096;  // positions per slot, cut to the trained context
  KvType kv_type = KvType::kF32;
  int queue_depth = 64;
  int prefill_slice_tokens = 256;
  ReasoningFormat reasoning_format = ReasoningFormat::kDeepseek;
  ContentParts content_parts = ContentParts::kAuto;
  bool write_lost_tool_calls = false;  // past tool calls that the chat template ignores go into the content
  SamplingOverrides sampling;          // go before what the file recommends
  std::string alias;                   // name of the model; empty = the file's stem
  // Share of the weights that is ready, 0..1, while loading; may be null.
  std::function<void(double)> progress;
  // Called on the scheduler's thread: false when the device has failed, true when a rebuilt one takes over (it may be
  // another: see LanguageModel::info). Not called when the model starts to serve at first. May be null.
  std::function<void(bool)> on_serving;
};

// kInvalidArgument naming the flag: a count out of range, sampling out of range.
absl::Status ValidateOptions(const LanguageModelOptions& options);

// A conversation as OpenAI's chat requests spell it, JSON as text.
struct ChatInput {
  std::string messages_json;         // array
  std::string tools_json;            // array; empty = none
  std::string template_kwargs_json;  // object; empty = none
  // Ends the prompt with the opening of the assistant's reply. Absent = true.
  std::optional<bool> add_generation_prompt;
  bool continue_final_message = false;
};

struct TextInput {
  std::string text;  // special tokens in it are parsed, BOS is added where the model asks for it
};

struct TokensInput {
  std::vector<int32_t> ids;  // as they are
};

// Texts and ids in turn; BOS is added where the model asks for it and the first part is a text.
struct MixedInput {
  std::vector<std::variant<std::string, std::vector<int32_t>>> parts;
};

struct LmRequest {
  std::variant<ChatInput, TextInput, TokensInput, MixedInput> input;
  SamplingOverrides sampling;     // a seed that is absent or -1 is drawn
  int max_tokens = -1;            // -1 = until the context is full; 0 evaluates the prompt only
  std::vector<std::string> stop;  // empty texts are ignored
  std::vector<int32_t> stop_token_ids;
  std::optional<ReasoningFormat> reasoning_format;  // absent: the option for chats, no splitting otherwise
  // Most tokens of the reasoning part before it is closed; -1 = no limit. Without effect where nothing is split.
  int thinking_budget = -1;
  bool return_tokens = false;
  bool return_progress = false;
  int choice = 0;                   // selects the random stream
  std::string request_id;           // shown in statistics
  bool parallel_tool_calls = true;  // false: only the first call of a chat's reply counts
};

struct RenderedPrompt {
  std::string text;           // without a leading BOS text where the tokenizer adds BOS
  bool in_reasoning = false;  // the reply begins inside its reasoning part
  std::vector<std::string> warnings;
};

struct LanguageModelInfo {
  std::string id;  // alias or the file's stem
  FileFacts file;
  int vocabulary = 0;
  int context = 0;
  int slots = 0;
  std::string device;       // kernel set, for instance `cpu avx-vnni`
  std::string fingerprint;  // changes with everything that can change result bits
  std::string chat_template;
  std::string template_variant;
  std::vector<std::pair<std::string, bool>> template_capabilities;
  std::string bos_text;
  std::string eos_text;
  SamplingParams sampling;       // of requests that do not say otherwise
  int prefill_slice_tokens = 0;  // most prompt tokens of one step
  absl::Time loaded_at;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_LM_TYPES_H_
