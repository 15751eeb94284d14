// How often each token occurred lately: what the penalties of the sampler look at.
#ifndef FERRO_ENGINE_SCHEDULE_TOKEN_WINDOW_H_
#define FERRO_ENGINE_SCHEDULE_TOKEN_WINDOW_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"

namespace ferro {

// The last `length` tokens of prompt and reply, counted by token. Adding a token is constant time. Thread-compatible.
class TokenWindow {
 public:
  struct Counts {
    int prompt = 0;
    int reply = 0;
  };

  // -1 = everything, 0 = nothing.
  explicit TokenWindow(int length) : length_(length) {}

  void AddPrompt(absl::Span<const int32_t> tokens) {
    prompt_size_ = tokens.size();
    for (const int32_t token : tokens) Add(token);
  }
  void AddReply(int32_t token) { Add(token); }

  // Every token of the window with its counts, at least one of them above 0. In no particular order.
  const absl::flat_hash_map<int32_t, Counts>& counts() const { return counts_; }

 private:
  int& CountOf(size_t index) {
    Counts& counts = counts_[tokens_[index]];
    return index < prompt_size_ ? counts.prompt : counts.reply;
  }

  void Add(int32_t token) {
    if (length_ == 0) return;
    tokens_.push_back(token);
    ++CountOf(tokens_.size() - 1);
    if (length_ < 0 || tokens_.size() <= static_cast<size_t>(length_)) return;
    const size_t leaving = tokens_.size() - 1 - length_;
    --CountOf(leaving);
    const Counts& left = counts_[tokens_[leaving]];
    if (left.prompt == 0 && left.reply == 0) counts_.erase(tokens_[leaving]);
  }

  const int length_;
  size_t prompt_size_ = 0;
  std::vector<int32_t> tokens_;
  absl::flat_hash_map<int32_t, Counts> counts_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_TOKEN_WINDOW_H_
