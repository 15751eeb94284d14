#include "tools/ferro/read_text.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "absl/strings/str_cat.h"

namespace ferro {

absl::StatusOr<std::string> ReadText(const std::string& path) {
  if (path == "-") return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  // A folder opens, and then throws when it is read.
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path)) return absl::NotFoundError(absl::StrCat("cannot read ", path));
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

}  // namespace ferro
