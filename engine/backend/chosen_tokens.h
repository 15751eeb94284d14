// Tokens that a device has chosen, or will have.
#ifndef FERRO_ENGINE_BACKEND_CHOSEN_TOKENS_H_
#define FERRO_ENGINE_BACKEND_CHOSEN_TOKENS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace ferro {

// In place of a token: the row has no largest logit that is a finite number.
inline constexpr int32_t kNoToken = -1;

// One token for each row that wanted logits, on their way to the host. Destroying it before Wait is fine: nobody wanted
// the tokens.
class ChosenTokens {
 public:
  virtual ~ChosenTokens() = default;
  // Waits until the device is there, though not for anything enqueued later. Ids, or kNoToken. To be called once.
  virtual absl::StatusOr<std::vector<int32_t>> Wait() = 0;
};

// Tokens that are on the host already.
class ReadyTokens final : public ChosenTokens {
 public:
  explicit ReadyTokens(absl::StatusOr<std::vector<int32_t>> tokens) : tokens_(std::move(tokens)) {}
  absl::StatusOr<std::vector<int32_t>> Wait() override { return std::move(tokens_); }

 private:
  absl::StatusOr<std::vector<int32_t>> tokens_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_CHOSEN_TOKENS_H_
