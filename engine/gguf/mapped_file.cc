#include "engine/gguf/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"

namespace ferro {
namespace {

bool SameTime(const timespec& a, const timespec& b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

}  // namespace

absl::StatusOr<std::unique_ptr<MappedFile>> MappedFile::Open(const std::string& path) {
  // O_NONBLOCK: a named pipe must be refused below, not waited for here.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot open"));
  struct stat info = {};
  if (fstat(fd, &info) != 0) {
    const int error = errno;
    close(fd);
    return absl::ErrnoToStatus(error, absl::StrCat(path, ": cannot stat"));
  }
  std::unique_ptr<MappedFile> file(new MappedFile(path, fd, info));  // closes fd from here on
  if (!S_ISREG(info.st_mode)) return absl::InvalidArgumentError(absl::StrCat(path, ": not a regular file"));
  const size_t size = static_cast<size_t>(info.st_size);
  if (size == 0) return file;  // mmap refuses a length of 0
  void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address == MAP_FAILED) {
    return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot map ", size, " bytes"));
  }
  file->bytes_ = absl::MakeConstSpan(static_cast<const uint8_t*>(address), size);
  return file;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
  close(fd_);
}

absl::Status MappedFile::CheckUnchanged() const {
  struct stat now = {};
  if (fstat(fd_, &now) != 0) return absl::ErrnoToStatus(errno, absl::StrCat(path_, ": cannot stat"));
  if (now.st_size != opened_.st_size || !SameTime(now.st_mtim, opened_.st_mtim)) {
    return absl::FailedPreconditionError(absl::StrCat(path_, ": changed while in use (", opened_.st_size,
                                                      " bytes when opened, ", now.st_size,
                                                      " now); replace model files by rename and restart"));
  }
  if (stat(path_.c_str(), &now) == 0 && (now.st_ino != opened_.st_ino || now.st_dev != opened_.st_dev)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path_, ": replaced by another file since it was opened; restart to load the new one"));
  }
  return absl::OkStatus();
}

}  // namespace ferro
