// Finds stop texts in a reply that arrives in pieces.
#ifndef FERRO_ENGINE_SCHEDULE_STOP_MATCHER_H_
#define FERRO_ENGINE_SCHEDULE_STOP_MATCHER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace ferro {

inline constexpr size_t kMaxStopTexts = 16;
inline constexpr size_t kMaxStopBytes = 256;

// kInvalidArgument about the field `stop`: too many texts, or one that is empty or too long.
absl::Status ValidateStopTexts(const std::vector<std::string>& stops);

// The match is the stop text that is complete first; of two that end together the longer. Text that could still become
// part of a match is held back, at most kMaxStopBytes - 1 bytes. What comes out depends on the text only, never on how
// it is cut into pieces. Thread-compatible.
class StopMatcher {
 public:
  explicit StopMatcher(std::vector<std::string> stops);

  // The text that is now certain to lie before any match; nothing after a match.
  std::string Push(absl::string_view text);
  // The end of the reply: the text held back.
  std::string Flush();

  bool matched() const { return !match_.empty(); }
  // The stop text found; empty = none.
  const std::string& match() const { return match_; }

 private:
  // Length of the longest stop text that ends at the end of `text`; 0 if none.
  size_t MatchAtEnd(absl::string_view text) const;
  // Length of the longest end of `text` with which a stop text begins.
  size_t PossibleStart(absl::string_view text) const;

  const std::vector<std::string> stops_;
  std::string held_;
  std::string match_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_STOP_MATCHER_H_
