#include "tools/ferro/up/install_paths.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

std::string FirstExisting(const std::vector<std::string>& candidates) {
  std::error_code ignored;
  for (const std::string& path : candidates) {
    if (fs::exists(path, ignored)) return path;
  }
  return "";
}

absl::StatusOr<std::string> FindProgram(const std::string& folder, const std::string& name,
                                        const std::string& bazel_package) {
  const std::vector<std::string> candidates = {
      absl::StrCat(folder, "/", name),
      absl::StrCat(folder, "/../../", bazel_package, "/", name),  // bazel-bin/tools/ferro/ferro
  };
  const std::string path = FirstExisting(candidates);
  if (!path.empty()) return fs::path(path).lexically_normal().string();
  return absl::NotFoundError(absl::StrCat("cannot find ", name, " (tried ", candidates[0], " and ",
                                          fs::path(candidates[1]).lexically_normal().string(),
                                          "); build it with: bazel build //tools/ferro"));
}

}  // namespace

absl::StatusOr<InstallPaths> FindInstallPaths() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) return absl::UnavailableError(absl::StrCat("/proc/self/exe: ", error.message()));
  return FindInstallPathsFrom(self.string());
}

absl::StatusOr<InstallPaths> FindInstallPathsFrom(const std::string& executable) {
  const std::string folder = fs::path(executable).parent_path().string();
  InstallPaths paths;
  FERRO_ASSIGN_OR_RETURN(paths.lm_service, FindProgram(folder, "ferro-lm", "services/lm"));
  FERRO_ASSIGN_OR_RETURN(paths.decide_service, FindProgram(folder, "ferro-decide", "services/decide"));
  FERRO_ASSIGN_OR_RETURN(paths.embed_service, FindProgram(folder, "ferro-embed", "services/embed"));
  FERRO_ASSIGN_OR_RETURN(paths.gateway, FindProgram(folder, "ferro-gateway", "router"));
  const auto find_model = [&](const char* name) {
    return FirstExisting(
        {absl::StrCat(folder, "/models/", name), absl::StrCat(executable, ".runfiles/ferro/deploy/demo/", name)});
  };
  paths.bundled_lm = find_model("demo-lfm2-Q8_0.gguf");
  paths.bundled_decide = find_model("demo-d1-Q8_0.gguf");
  paths.bundled_embed = find_model("demo-embed-Q8_0.gguf");
  return paths;
}

}  // namespace ferro
