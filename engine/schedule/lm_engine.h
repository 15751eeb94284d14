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
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"
#include "engine/lease/device_lease.h"
#include "engine/models/causal_model.h"
#include "engine/schedule/chat_renderer.h"
#include "engine/schedule/generation.h"
#include "engine/schedule/lm_types.h"
#include "engine/schedule/memory_estimate.h"
#include "engine/schedule/model_keeper.h"
#include "engine/schedule/scheduler.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// A device that fails in mid-run ends what runs with kUnavailable; the model is then loaded again from the same mapping
// (ModelKeeper says where and how often), and what was queued runs on it.
//
// Any thread may call any method. Destroying it ends running requests with kUnavailable.
class LanguageModel {
 public:
  // What it is made of. The model may point into the others.
  struct Parts {
    std::unique_ptr<GgufFile> file;
    std::unique_ptr<Backend> backend;  // null where the model needs none
    std::unique_ptr<Tokenizer> tokenizer;
    std::unique_ptr<ChatRenderer> chat;
    std::unique_ptr<CausalModel> model;
    ModelLoader reload;                  // for a device that failed; null: it is used further
    std::shared_ptr<DeviceLease> lease;  // that the model takes its turns with; null: it takes none
  };

  // Loads everything and runs one warm-up pass. Takes as long as packing the weights does.
  // kInvalidArgument: a damaged file, one of another kind, or an option out of range.
  static absl::StatusOr<std::unique_ptr<LanguageModel>> Load(const std::string& path,
                                                             const LanguageModelOptions& options);
  // The same from parts that are loaded already.
  static absl::StatusOr<std::unique_ptr<LanguageModel>> Create(Parts parts, const LanguageModelOptions& options);

  // Device and fingerprint change when a device fails and another takes its place.
  LanguageModelInfo info() const;
  const MemoryEstimate& memory() const { return memory_; }
  // Null where the model does not take turns with other programs.
  const DeviceLease* lease() const { return parts_.lease.get(); }
  const Tokenizer& tokenizer() const { return *parts_.tokenizer; }
  // Oddities of the file that do no harm, for a log.
  std::vector<std::string> warnings() const;

  // Queues the request; its events go to `sink`, possibly before this returns. Errors here mean that no event comes:
  // kInvalidArgument (with the field), kOutOfRange (context exceeded), kResourceExhausted (queue full), kUnavailable
  // (draining).
  absl::StatusOr<RequestId> Generate(const LmRequest& request, std::shared_ptr<GenerationSink> sink);
  // Frees the slot within one step; the sink then gets OnError(kCancelled). No effect on a request that has ended.
  void Cancel(RequestId id) { scheduler_->Cancel(id); }

  // These never touch the device. The ids are those that Generate would see.
  absl::StatusOr<std::vector<int32_t>> Tokenize(absl::string_view text, bool add_special, bool parse_special) const;
  absl::StatusOr<std::vector<int32_t>> TokenizeMixed(const MixedInput& mixed, bool add_special,
                                                     bool parse_special) const;
  absl::StatusOr<std::vector<int32_t>> TokenizeChat(const ChatInput& chat) const;
  // The bytes of one token, special ones as their text.
  std::string TokenBytes(int32_t id) const;
  // Special tokens as their text. kInvalidArgument: an id outside the vocabulary.
  absl::StatusOr<std::string> Detokenize(absl::Span<const int32_t> ids) const;
  absl::StatusOr<RenderedPrompt> ApplyTemplate(const ChatInput& chat) const { return parts_.chat->Render(chat); }

  // Refuses new requests from now on; what still runs after `grace` ends with kUnavailable. Returns at once.
  void Drain(absl::Duration grace) { scheduler_->Drain(grace); }
  // kUnavailable: the device failed and could not be rebuilt; every request is refused.
  absl::Status Health() const { return scheduler_->Health(); }
  // Whether nothing is queued or running.
  bool Idle() const { return scheduler_->Idle(); }
  SchedulerStats Stats() const { return scheduler_->Stats(); }

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
  // On the scheduler's thread.
  absl::StatusOr<CausalModel*> Recover(const absl::Status& failure);

  Parts parts_;  // constant from then on, the model and its backend moved away
  const LanguageModelOptions options_;
  const MemoryEstimate memory_;
  SamplingParams sampling_;  // of requests that do not say otherwise
  mutable std::mutex mutex_;
  LanguageModelInfo info_;                // guarded by mutex_
  ModelKeeper keeper_;                    // of the scheduler's thread, once there is one
  std::unique_ptr<Scheduler> scheduler_;  // last: its thread uses the model
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_LM_ENGINE_H_
