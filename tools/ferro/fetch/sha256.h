// SHA-256 of a file.
#ifndef FERRO_TOOLS_FERRO_FETCH_SHA256_H_
#define FERRO_TOOLS_FERRO_FETCH_SHA256_H_

#include <string>

#include "absl/status/statusor.h"

namespace ferro {

// 64 lower-case hexadecimal digits. Errors of opening and reading name the file.
absl::StatusOr<std::string> Sha256OfFile(const std::string& path);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_FETCH_SHA256_H_
