#include "tools/ferro/up/run_dir.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/runtime_folder.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = "up-";
constexpr size_t kMaxSocketPath = 107;  // sizeof sockaddr_un::sun_path less the final zero

std::string LockPath(const std::string& folder) { return absl::StrCat(folder, "/lock"); }

// -1 when another process holds it.
int TryLock(const std::string& path) {
  const int lock = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0) {
    close(lock);
    return -1;
  }
  return lock;
}

// Removes folders whose owner is gone. One that was made this moment and is not locked yet has no lock file either.
void SweepStale(const std::string& parent) {
  std::error_code ignored;
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) folders.push_back(entry.path());
  for (const fs::path& folder : folders) {
    if (!absl::StartsWith(folder.filename().string(), kPrefix)) continue;
    if (!fs::exists(LockPath(folder.string()), ignored)) continue;
    const int lock = TryLock(LockPath(folder.string()));
    if (lock < 0) continue;
    fs::remove_all(folder, ignored);
    close(lock);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<RunDir>> RunDir::Create() {
  FERRO_ASSIGN_OR_RETURN(const std::string parent, RuntimeFolder());
  return CreateIn(parent);
}

absl::StatusOr<std::unique_ptr<RunDir>> RunDir::CreateIn(const std::string& parent) {
  FERRO_RETURN_IF_ERROR(PreparePrivateFolder(parent));
  SweepStale(parent);
  std::string path = absl::StrCat(parent, "/", kPrefix, "XXXXXX");
  if (mkdtemp(path.data()) == nullptr) return absl::ErrnoToStatus(errno, absl::StrCat("cannot make ", path));
  const int lock = TryLock(LockPath(path));
  if (lock < 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot lock ", LockPath(path)));
  return std::unique_ptr<RunDir>(new RunDir(std::move(path), lock));
}

RunDir::~RunDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

absl::StatusOr<std::string> RunDir::SocketPath(absl::string_view name) const {
  std::string path = absl::StrCat(path_, "/", name, ".sock");
  if (path.size() > kMaxSocketPath) {
    return absl::InvalidArgumentError(absl::StrCat("socket path ", path, " has ", path.size(), " bytes, at most ",
                                                   kMaxSocketPath, " are possible; set a shorter XDG_RUNTIME_DIR"));
  }
  return path;
}

}  // namespace ferro
