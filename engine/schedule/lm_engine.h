// A language model ready to answer: file, tokenizer, chat template, device and scheduler in one object.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<LanguageModel> lm, LanguageModel::Load("model.gguf", options));
//   LmRequest request;
//   request.input = ChatInput{R"([{"role": "user", "content": "Hello"}])"};
//   FERRO_ASSIGN_OR_RETURN(const RequestId id, lm->Generate(request, sink));  // events follow on another thread
#ifndef FERRO_ENGINE_SCHEDULE_LM_ENGINE_H_
#define FERRO_ENGINE_SCHEDULE_LM_ENGINE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/models/causal_model.h"
#include "engine/schedule/chat_renderer.h"
#include "engine/schedule/engine_of.h"
#include "engine/schedule/engine_parts.h"
#include "engine/schedule/generation.h"
#include "engine/schedule/lm_types.h"
#include "engine/schedule/memory_estimate.h"
#include "engine/schedule/scheduler.h"
#include "engine/text/tokenizer.h"

namespace ferro {

struct LanguageModelParts : EngineParts<CausalModel> {
  std::unique_ptr<ChatRenderer> chat;
};

// Any thread may call any method. Destroying it ends running requests with kUnavailable.
class LanguageModel final : public EngineOf<LanguageModelParts, Scheduler, LanguageModelOptions, LanguageModelInfo> {
 public:
  using Parts = LanguageModelParts;

  // Loads everything and runs one warm-up pass. Takes as long as packing the weights does.
  // kInvalidArgument: a damaged file, one of another kind, or an option out of range.
  static absl::StatusOr<std::unique_ptr<LanguageModel>> Load(const std::string& path,
                                                             const LanguageModelOptions& options);
  // The same from parts that are loaded already.
  static absl::StatusOr<std::unique_ptr<LanguageModel>> Create(Parts parts, const LanguageModelOptions& options);
  ~LanguageModel() { Stop(); }

  const MemoryEstimate& memory() const { return memory_; }
  // Oddities of the file that do no harm, for a log.
  std::vector<std::string> warnings() const;

  // Queues the request; its events go to `sink`, possibly before this returns. Errors here mean that no event comes:
  // kInvalidArgument (with the field), kOutOfRange (context exceeded), kResourceExhausted (queue full), kUnavailable
  // (draining).
  absl::StatusOr<RequestId> Generate(const LmRequest& request, std::shared_ptr<GenerationSink> sink);

  // These never touch the device. The ids are those that Generate would see.
  absl::StatusOr<std::vector<int32_t>> Tokenize(absl::string_view text, bool add_special, bool parse_special) const;
  absl::StatusOr<std::vector<int32_t>> TokenizeMixed(const MixedInput& mixed, bool add_special,
                                                     bool parse_special) const;
  absl::StatusOr<std::vector<int32_t>> TokenizeChat(const ChatInput& chat) const;
  // The bytes of one token, special ones as their text.
  std::string TokenBytes(int32_t id) const;
  // Special tokens as their text. kInvalidArgument: an id outside the vocabulary.
  absl::StatusOr<std::string> Detokenize(absl::Span<const int32_t> ids) const;
  absl::StatusOr<RenderedPrompt> ApplyTemplate(const ChatInput& chat) const { return parts().chat->Render(chat); }

 private:
  struct Prompt {
    std::vector<int32_t> ids;
    std::string opened_reasoning;
    bool in_reasoning = false;
    bool is_chat = false;
    std::vector<std::string> warnings;
  };

  LanguageModel(Parts parts, const LanguageModelOptions& options);
  absl::StatusOr<Prompt> BuildPrompt(const LmRequest& request) const;

  const MemoryEstimate memory_;
  SamplingParams sampling_;  // of requests that do not say otherwise
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_LM_ENGINE_H_
