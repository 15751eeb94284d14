// What a template may cost. A template comes with a model file and its data with a request: neither is trusted.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_LIMITS_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_LIMITS_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"

namespace ferro::jinja {

inline constexpr size_t kMaxSourceBytes = size_t{1} << 20;
inline constexpr int kMaxParseDepth = 200;  // nesting of expressions and statements
// One text value, and so the whole output too.
inline constexpr size_t kMaxTextBytes = size_t{64} << 20;
inline constexpr int64_t kMaxSteps = 10'000'000;  // nodes executed by one rendering
// Bytes of text and lists that one rendering may build altogether: bounds memory, and time spent on copying.
inline constexpr size_t kMaxBuiltBytes = size_t{1} << 30;
inline constexpr size_t kReadsPerBuild = 16;  // reading this many bytes costs as much as building one
// Evaluation steps inside one another (each macro call adds several): bounds the C++ stack to about 1 MiB.
inline constexpr int kMaxCallDepth = 600;
inline constexpr int kMaxValueDepth = 300;           // lists in lists in ...
inline constexpr int64_t kMaxRangeLength = 100'000;  // Jinja's own limit in its sandbox

// The costs that one rendering has run up. Not thread-safe.
class Budget {
 public:
  absl::Status Step() {
    if (++steps_ > kMaxSteps) return TooLong();
    return absl::OkStatus();
  }
  absl::Status Build(size_t bytes) {
    built_ += bytes;
    if (bytes > kMaxTextBytes || built_ > kMaxBuiltBytes) return TooLarge();
    return absl::OkStatus();
  }
  absl::Status Read(size_t bytes) {
    built_ += bytes / kReadsPerBuild;
    if (built_ > kMaxBuiltBytes) return TooLarge();
    return absl::OkStatus();
  }

  static absl::Status TooLarge() {
    return absl::InvalidArgumentError("the template builds more text than this server allows (64 MiB a value)");
  }

 private:
  static absl::Status TooLong() { return absl::InvalidArgumentError("the template runs for more than 10000000 steps"); }

  int64_t steps_ = 0;
  size_t built_ = 0;
};

}  // namespace ferro::jinja

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_LIMITS_H_
