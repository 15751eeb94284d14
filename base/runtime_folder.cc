#include "base/runtime_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro {

absl::StatusOr<std::string> RuntimeFolder() {
  if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime != nullptr && *runtime != '\0') {
    const std::string folder = absl::StrCat(runtime, "/ferro");
    FERRO_RETURN_IF_ERROR(PreparePrivateFolder(folder));
    return folder;
  }
  if (PreparePrivateFolder("/run/ferro").ok()) return std::string("/run/ferro");
  const std::string folder = absl::StrCat("/tmp/ferro-", geteuid());
  FERRO_RETURN_IF_ERROR(PreparePrivateFolder(folder));
  return folder;
}

absl::Status PreparePrivateFolder(const std::string& path) {
  const auto cannot = [&](const char* what) {
    const int error = errno;
    return absl::Status(absl::ErrnoToStatusCode(error),
                        absl::StrCat("cannot ", what, " ", path, ": ", std::strerror(error),
                                     "; set XDG_RUNTIME_DIR to a folder of this user that is there"));
  };
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return cannot("make");
  }
  struct stat info;
  if (lstat(path.c_str(), &info) != 0) return absl::ErrnoToStatus(errno, path);
  if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid()) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, " is not a folder of this user; set XDG_RUNTIME_DIR to one that is"));
  }
  if (access(path.c_str(), W_OK) != 0) return cannot("write to");
  return absl::OkStatus();
}

}  // namespace ferro
