// The range of a command line flag's value.
#ifndef FERRO_BASE_FLAG_RANGE_H_
#define FERRO_BASE_FLAG_RANGE_H_

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace ferro {

// kInvalidArgument, naming the flag, its value and the range: `value` is below `low`, above `high`, or no number.
template <class T>
absl::Status CheckFlagRange(const char* flag, T value, T low, T high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(flag, " ", value, " is outside ", low, "..", high));
}

}  // namespace ferro

#endif  // FERRO_BASE_FLAG_RANGE_H_
