#include "engine/gguf/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"

namespace ferro {

absl::StatusOr<AtomicFile> AtomicFile::Create(const std::string& path) {
  std::string temporary = absl::StrCat(path, ".tmp.XXXXXX");
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot create a temporary file beside it"));
  AtomicFile file(path, std::move(temporary), fd);
  // mkostemp gives 0600; a model is for the service's user to read as well.
  if (fchmod(fd, 0644) != 0) return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot set permissions"));
  return file;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, std::string())),
      fd_(std::exchange(other.fd_, -1)) {}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

absl::Status AtomicFile::Append(absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return absl::ErrnoToStatus(errno, absl::StrCat(temporary_, ": cannot write"));
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

absl::Status AtomicFile::Commit() {
  if (fsync(fd_) != 0) return absl::ErrnoToStatus(errno, absl::StrCat(temporary_, ": cannot sync"));
  if (close(std::exchange(fd_, -1)) != 0) return absl::ErrnoToStatus(errno, absl::StrCat(temporary_, ": cannot close"));
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat(path_, ": cannot rename ", temporary_));
  }
  temporary_.clear();
  const size_t slash = path_.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
  const int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return absl::ErrnoToStatus(errno, absl::StrCat(directory, ": cannot open to sync"));
  const int result = fsync(fd);
  const int error = errno;
  close(fd);
  // Some filesystems cannot sync a directory; the rename itself has happened.
  if (result != 0 && error != EINVAL) return absl::ErrnoToStatus(error, absl::StrCat(directory, ": cannot sync"));
  return absl::OkStatus();
}

}  // namespace ferro
