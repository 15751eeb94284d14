// A language model ready to answer: file, tokenizer, chat template, device and scheduler in one object.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<LanguageModel> lm, LanguageModel::Load("model.gguf", options));
//   LmRequest request;
//   request.prompt = ChatPrompt{R"([{"role": "user", "content": "Hello"}])"};
//   auto sink = std::make_shared<PrintingSink>();
//   FERRO_ASSIGN_OR_RETURN(const RequestId id, lm->Generate(request, sink));  // events follow on another thread
#ifndef FERRO_ENGINE_SCHEDULE_LM_ENGINE_H_
#define FERRO_ENGINE_SCHEDULE_LM_ENGINE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/backend/create.h"
#include "engine/schedule/generation.h"
#include "engine/schedule/memory_estimate.h"
#include "engine/schedule/reasoning.h"
#include "engine/schedule/sampling_params.h"
#include "engine/schedule/scheduler.h"

namespace ferro {

enum class ContentParts { kAuto, kJoinNewline, kAsArray };

struct LanguageModelOptions {
  BackendOptions backend;
  int slots = 4;
  int context = 4096;  // positions per slot, cut to the trained context
  KvType kv_type = KvType::kF32;
  int queue_depth = 64;
  int prefill_slice_tokens = 256;
  ReasoningFormat reasoning_format = ReasoningFormat::kDeepseek;
  ContentParts content_parts = ContentParts::kAuto;
  SamplingOverrides sampling;  // flags; they go before what the file recommends
  std::string alias;           // name of the model; empty = the file's stem
  // Share of the weights that is ready, 0..1, while loading; may be null.
  std::function<void(double)> progress;
};

// A conversation as OpenAI's chat requests spell it, JSON as text.
struct ChatInput {
  std::string messages_json;         // array
  std::string tools_json;            // array; empty = none
  std::string template_kwargs_json;  // object; empty = none
  bool add_generation_prompt = true;
  bool continue_final_message = false;
};

struct TextInput {
  std::string text;  // special tokens in it are parsed, BOS is added where the model asks for it
};

struct TokensInput {
  std::vector<int32_t> ids;  // as they are
};

struct LmRequest {
  std::variant<ChatInput, TextInput, TokensInput> input;
  SamplingOverrides sampling;  // an absent or a -1 seed is drawn
  int max_tokens = -1;         // -1 = until the context is full; 0 evaluates the prompt only
  std::vector<std::string> stop;
  std::vector<int32_t> stop_token_ids;
  std::optional<ReasoningFormat> reasoning_format;  // absent: the option for chats, no splitting otherwise
  bool return_tokens = false;
  bool return_progress = false;
  int choice = 0;          // selects the random stream
  std::string request_id;  // shown in statistics
};

// The facts that clients ask for.
struct LanguageModelInfo {
  std::string id;    // alias or the file's stem
  std::string file;  // file name without folders
  std::string architecture;
  std::string file_type;  // name of the tensor type that holds most values
  int64_t parameters = 0;
  int64_t file_bytes = 0;
  int vocabulary = 0;
  int embedding_length = 0;
  int trained_context = 0;
  int context = 0;
  int slots = 0;
  std::string device;
  std::string fingerprint;  // changes with everything that can change result bits
  std::string chat_template;
  std::string template_variant;
  std::vector<std::pair<std::string, bool>> template_capabilities;
  std::string bos_text;
  std::string eos_text;
  absl::Time loaded_at;
};

struct RenderedPrompt {
  std::string text;  // without a leading BOS text where the tokenizer adds BOS
  std::vector<std::string> warnings;
};

// Any thread may call any method. Destroying it ends running requests with kUnavailable.
class LanguageModel {
 public:
  // Loads everything and runs one warm-up pass. Takes as long as packing the weights does.
  // kInvalidArgument: a damaged file, one of another kind, or an option out of range.
  static absl::StatusOr<std::unique_ptr<LanguageModel>> Load(const std::string& path,
                                                             const LanguageModelOptions& options);

  virtual ~LanguageModel() = default;

  virtual const LanguageModelInfo& info() const = 0;
  virtual const MemoryEstimate& memory() const = 0;

  // Queues the request; its events go to `sink`, possibly before this returns. Errors here mean that no event comes:
  // kInvalidArgument (with the field), kOutOfRange (context exceeded), kResourceExhausted (queue full), kUnavailable
  // (draining).
  virtual absl::StatusOr<RequestId> Generate(const LmRequest& request, std::shared_ptr<GenerationSink> sink) = 0;
  // Frees the slot within one step; the sink then gets OnError(kCancelled). No effect on a request that has ended.
  virtual void Cancel(RequestId id) = 0;

  // Never touch the device. The ids are those that Generate would see.
  virtual absl::StatusOr<std::vector<int32_t>> Tokenize(absl::string_view text, bool add_special,
                                                        bool parse_special) const = 0;
  virtual absl::StatusOr<std::vector<int32_t>> TokenizeChat(const ChatInput& chat) const = 0;
  // The bytes of one token, special tokens shown.
  virtual std::string TokenBytes(int32_t id) const = 0;
  // kInvalidArgument: an id outside the vocabulary.
  virtual absl::StatusOr<std::string> Detokenize(absl::Span<const int32_t> ids) const = 0;
  virtual absl::StatusOr<RenderedPrompt> ApplyTemplate(const ChatInput& chat) const = 0;

  // Refuses new requests from now on; what still runs after `grace` ends with kUnavailable. Returns at once.
  virtual void Drain(absl::Duration grace) = 0;
  // Whether nothing is queued or running.
  virtual bool Idle() const = 0;
  virtual SchedulerStats Stats() const = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_LM_ENGINE_H_
