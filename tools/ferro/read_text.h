// Text that a command line names by FILE or `-`.
#ifndef FERRO_TOOLS_FERRO_READ_TEXT_H_
#define FERRO_TOOLS_FERRO_READ_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace ferro {

constexpr size_t kMaxTextBytes = size_t{1} << 30;  // a text is held whole; devices and pipes may have no end

// All of the file, or of standard input for "-". kNotFound: cannot be read, and why; kOutOfRange: more than `limit`.
absl::StatusOr<std::string> ReadText(const std::string& path, size_t limit = kMaxTextBytes);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_READ_TEXT_H_
