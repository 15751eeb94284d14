// A tokenizer of single bytes and a sink that remembers, for tests.
#ifndef FERRO_ENGINE_SCHEDULE_TESTING_H_
#define FERRO_ENGINE_SCHEDULE_TESTING_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/schedule/generation.h"
#include "engine/text/byte_bpe_tokenizer.h"

namespace ferro {

// Ids of ByteTokenizer(): 0 to 255 are the bytes.
inline constexpr int32_t kBosToken = 256;
inline constexpr int32_t kEndToken = 257;    // `<|im_end|>`
inline constexpr int32_t kThinkToken = 258;  // control tokens, if the vocabulary has them
inline constexpr int32_t kEndThinkToken = 259;

inline constexpr int32_t kCallToken = 260;  // around calls of tools
inline constexpr int32_t kEndCallToken = 261;

inline std::unique_ptr<Tokenizer> ByteTokenizer(bool think_tokens = true, bool call_tokens = false) {
  auto letter = [next = 0x100](int byte) mutable {
    const bool printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte != 0xad);
    const int code = printable ? byte : next++;
    if (code < 0x80) return std::string(1, static_cast<char>(code));
    return std::string{static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 0x3f))};
  };
  VocabularyData data;
  for (int byte = 0; byte < 256; ++byte) data.tokens.push_back(letter(byte));
  data.types.assign(256, 1);
  for (const char* text : {"<|startoftext|>", "<|im_end|>", "<think>", "</think>"}) {
    if (!think_tokens && data.tokens.size() == 258) break;
    data.tokens.push_back(text);
    data.types.push_back(3);
  }
  for (const absl::string_view text : {kToolCallStart, kToolCallEnd}) {
    if (!call_tokens) break;
    data.tokens.emplace_back(text);
    data.types.push_back(3);
  }
  data.bos = kBosToken;
  data.eos = kEndToken;
  return *ByteBpeTokenizer::Create(std::move(data));
}

inline std::vector<int32_t> Bytes(absl::string_view text) {
  std::vector<int32_t> ids;
  for (const char c : text) ids.push_back(static_cast<unsigned char>(c));
  return ids;
}

// What became of one request. Thread-safe.
class RecordingSink final : public GenerationSink {
 public:
  void OnStarted(const StartedEvent& event) override {
    const std::lock_guard lock(mutex_);
    started_ = event;
  }
  void OnProgress(const ProgressEvent& event) override {
    const std::lock_guard lock(mutex_);
    progress_.push_back(event);
  }
  void OnDelta(DeltaEvent event) override {
    const std::lock_guard lock(mutex_);
    content_ += event.content;
    reasoning_ += event.reasoning;
    for (ToolCall& call : event.calls) calls_.push_back(std::move(call));
    tokens_.insert(tokens_.end(), event.tokens.begin(), event.tokens.end());
    ++deltas_;
    changed_.notify_all();
  }
  void OnFinished(FinishedEvent event) override {
    const std::lock_guard lock(mutex_);
    ++ends_;
    finished_ = std::move(event);
    changed_.notify_all();
  }
  void OnError(const absl::Status& status) override {
    const std::lock_guard lock(mutex_);
    ++ends_;
    error_ = status;
    changed_.notify_all();
  }

  void AwaitEnd() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_ > 0; });
  }
  void AwaitDeltas(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return deltas_ >= count || ends_ > 0; });
  }
  bool ended() const { return Locked(ends_) > 0; }
  int ends() const { return Locked(ends_); }
  std::optional<StartedEvent> started() const { return Locked(started_); }
  std::vector<ProgressEvent> progress() const { return Locked(progress_); }
  std::string content() const { return Locked(content_); }
  std::string reasoning() const { return Locked(reasoning_); }
  std::vector<ToolCall> calls() const { return Locked(calls_); }
  std::vector<int32_t> tokens() const { return Locked(tokens_); }
  std::optional<FinishedEvent> finished() const { return Locked(finished_); }
  absl::Status error() const { return Locked(error_); }

 private:
  template <class T>
  T Locked(const T& member) const {
    const std::lock_guard lock(mutex_);
    return member;
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<StartedEvent> started_;
  std::vector<ProgressEvent> progress_;
  std::string content_, reasoning_;
  std::vector<ToolCall> calls_;
  std::vector<int32_t> tokens_;
  int deltas_ = 0;
  int ends_ = 0;
  std::optional<FinishedEvent> finished_;
  absl::Status error_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_TESTING_H_
