#include "engine/kernels/opencl/sources.h"

#include <map>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace ferro {
namespace {

const std::map<std::string, std::string>& Files() {
  static const auto* const files = [] {
    auto* const all = new std::map<std::string, std::string>;
    const auto Add = [all](const char* name, const char* text) { all->emplace(name, text); };
#include "engine/kernels/opencl/embedded.inc"
    return all;
  }();
  return *files;
}

// Appends `file` with the files that its #include lines name in their places, each at most once.
void Expand(const std::string& file, std::set<std::string>& done, std::string& source) {
  if (!done.insert(file).second) return;
  for (absl::string_view line : absl::StrSplit(Files().at(file), '\n')) {
    if (absl::ConsumePrefix(&line, "#include \"")) {
      Expand(std::string(line.substr(0, line.find('"'))), done, source);
    } else {
      absl::StrAppend(&source, line, "\n");
    }
  }
}

}  // namespace

const char* DotPathName(DotPath path) {
  switch (path) {
    case DotPath::kKhr:
      return "khr";
    case DotPath::kIntel:
      return "intel";
    case DotPath::kNvidia:
      return "nvidia";
    case DotPath::kPlain:
      break;
  }
  return "plain";
}

std::string KernelSource(const std::string& file) {
  std::string source;
  std::set<std::string> done;
  Expand(file, done, source);
  return source;
}

std::vector<std::string> KernelFiles() {
  std::vector<std::string> names;
  for (const auto& [name, text] : Files()) {
    if (absl::StrContains(text, "__kernel")) names.push_back(name);
  }
  return names;
}

std::string BuildOptions(DotPath dot) { return absl::StrCat("-cl-std=CL1.2 -DFERRO_DOT=", static_cast<int>(dot)); }

}  // namespace ferro
