// Text that a command line names by FILE or `-`.
#ifndef FERRO_TOOLS_FERRO_READ_TEXT_H_
#define FERRO_TOOLS_FERRO_READ_TEXT_H_

#include <string>

#include "absl/status/statusor.h"

namespace ferro {

// All of the file, or of standard input for "-". kNotFound names what cannot be read.
absl::StatusOr<std::string> ReadText(const std::string& path);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_READ_TEXT_H_
