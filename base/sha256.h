// SHA-256 as 64 lower-case hexadecimal digits.
#ifndef FERRO_BASE_SHA256_H_
#define FERRO_BASE_SHA256_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro {

std::string Sha256Of(absl::string_view bytes);

// Errors of opening and reading name the file.
absl::StatusOr<std::string> Sha256OfFile(const std::string& path);

}  // namespace ferro

#endif  // FERRO_BASE_SHA256_H_
