#include "engine/kernels/opencl/sources.h"

#include <map>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

constexpr const char* kShared[] = {"prelude.cl", "dot.cl", "math.cl", "quantise.cl", "kv.cl"};

const std::map<std::string, std::string>& Files() {
  static const auto* const files = [] {
    auto* const all = new std::map<std::string, std::string>;
    const auto Add = [all](const char* name, const char* text) { all->emplace(name, text); };
#include "engine/kernels/opencl/embedded.inc"
    return all;
  }();
  return *files;
}

bool IsShared(const std::string& file) {
  for (const char* shared : kShared) {
    if (file == shared) return true;
  }
  return false;
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
  for (const char* shared : kShared) absl::StrAppend(&source, Files().at(shared));
  return absl::StrCat(source, Files().at(file));
}

std::vector<std::string> KernelFiles() {
  std::vector<std::string> names;
  for (const auto& [name, text] : Files()) {
    if (!IsShared(name)) names.push_back(name);
  }
  return names;
}

std::string BuildOptions(DotPath dot) { return absl::StrCat("-cl-std=CL1.2 -DFERRO_DOT=", static_cast<int>(dot)); }

}  // namespace ferro
