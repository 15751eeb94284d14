// Where the parts of an installation lie, seen from the running program.
#ifndef FERRO_TOOLS_FERRO_UP_INSTALL_PATHS_H_
#define FERRO_TOOLS_FERRO_UP_INSTALL_PATHS_H_

#include <string>

#include "absl/status/statusor.h"

namespace ferro {

struct InstallPaths {
  std::string lm_service;
  std::string decide_service;
  std::string embed_service;
  std::string gateway;
  // The small models that come with Ferro; empty = none.
  std::string bundled_lm;
  std::string bundled_decide;
  std::string bundled_embed;
};

// Looks beside the executable (an installation: ferro-lm, ferro-decide, ferro-embed, ferro-gateway and a folder models
// with the files of deploy/demo) and then where Bazel builds them. kNotFound names the program and the places tried.
absl::StatusOr<InstallPaths> FindInstallPaths();

// The same for an executable at `executable`.
absl::StatusOr<InstallPaths> FindInstallPathsFrom(const std::string& executable);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_INSTALL_PATHS_H_
