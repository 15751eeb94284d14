#include "tools/ferro/read_text.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

absl::StatusOr<std::string> ReadAll(std::istream& in, const std::string& name, size_t limit) {
  std::string text;
  char piece[64 << 10];
  while (in.read(piece, sizeof piece), in.gcount() > 0) {
    if (text.size() + in.gcount() > limit) {
      return absl::OutOfRangeError(absl::StrCat(name, " holds more than ", limit, " bytes; split it"));
    }
    text.append(piece, in.gcount());
  }
  return text;
}

}  // namespace

absl::StatusOr<std::string> ReadText(const std::string& path, size_t limit) {
  if (path == "-") return ReadAll(std::cin, "standard input", limit);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  // A folder opens, and then throws when it is read.
  if (in && std::filesystem::is_directory(path)) errno = EISDIR;
  if (!in || errno == EISDIR)
    return absl::NotFoundError(absl::StrCat("cannot read ", path, ": ", std::strerror(errno)));
  return ReadAll(in, path, limit);
}

}  // namespace ferro
