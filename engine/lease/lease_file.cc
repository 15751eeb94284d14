#include "engine/lease/lease_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/status_macros.h"

namespace ferro::lease {
namespace {

// Bytes that are only locked, never written: behind everything that a later layout may hold.
constexpr off_t kFirstLock = 1 << 20;

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.Release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

absl::Status SystemError(absl::string_view what, const std::string& path) {
  return absl::ErrnoToStatus(errno, absl::StrCat(what, " ", path));
}

struct flock LockOf(int place) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = kFirstLock + place;
  lock.l_len = 1;
  return lock;
}

// The file's folder, locked against others who open or replace the file at this moment. They need microseconds, so
// whoever has it for longer is stopped or stuck.
absl::StatusOr<Descriptor> LockFolder(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  const std::string folder = parent.empty() ? std::string(".") : parent;
  Descriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0) return SystemError("cannot open", folder);
  const absl::Time give_up = absl::Now() + absl::Seconds(2);
  while (flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return SystemError("cannot lock", folder);
    if (absl::Now() > give_up) {
      return absl::DeadlineExceededError(absl::StrCat("another program keeps ", folder, " locked"));
    }
    absl::SleepFor(absl::Milliseconds(1));
  }
  return descriptor;
}

// A name of the same folder that rename can put in place of `path`.
absl::StatusOr<Descriptor> MakeNew(const std::string& path) {
  std::string fresh = absl::StrCat(path, ".XXXXXX");
  Descriptor descriptor(mkostemp(fresh.data(), O_CLOEXEC));  // mode 0600
  if (descriptor.get() < 0) return SystemError("cannot make", fresh);
  alignas(Page) char bytes[sizeof(Page)] = {};
  std::memcpy(bytes, kMagic, sizeof(kMagic));
  const uint32_t numbers[] = {kVersion, sizeof(Page)};
  std::memcpy(bytes + sizeof(kMagic), numbers, sizeof(numbers));
  if (write(descriptor.get(), bytes, sizeof(bytes)) != static_cast<ssize_t>(sizeof(bytes)) ||
      rename(fresh.c_str(), path.c_str()) != 0) {
    const absl::Status status = SystemError("cannot make", path);
    unlink(fresh.c_str());
    return status;
  }
  return descriptor;
}

// kFailedPrecondition: what is there must not be touched.
absl::Status CheckOwner(int descriptor, const std::string& path) {
  struct stat info;
  if (fstat(descriptor, &info) != 0) return SystemError("cannot look at", path);
  if (S_ISREG(info.st_mode) && info.st_uid == geteuid()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(path, " is not a regular file of this user"));
}

bool IsLeaseFile(int descriptor) {
  struct stat info;
  Page head;
  const size_t bytes = offsetof(Page, holder);
  if (fstat(descriptor, &info) != 0 || info.st_size != static_cast<off_t>(sizeof(Page))) return false;
  if (pread(descriptor, static_cast<void*>(&head), bytes, 0) != static_cast<ssize_t>(bytes)) return false;
  return std::memcmp(head.magic, kMagic, sizeof(kMagic)) == 0 && head.version == kVersion && head.bytes == sizeof(Page);
}

absl::StatusOr<Descriptor> OpenOrMake(const std::string& path) {
  Descriptor descriptor(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (descriptor.get() < 0) {
    if (errno == ENOENT) return MakeNew(path);
    return SystemError("cannot open", path);
  }
  FERRO_RETURN_IF_ERROR(CheckOwner(descriptor.get(), path));
  if (IsLeaseFile(descriptor.get())) return descriptor;
  return MakeNew(path);
}

int TakePlace(int descriptor) {
  for (int place = 0; place < kPlaces; ++place) {
    struct flock lock = LockOf(place);
    if (fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return place;
  }
  return kNobody;
}

}  // namespace

absl::StatusOr<std::unique_ptr<LeaseFile>> LeaseFile::Open(const std::string& path) {
  FERRO_ASSIGN_OR_RETURN(const Descriptor folder, LockFolder(path));
  FERRO_ASSIGN_OR_RETURN(Descriptor descriptor, OpenOrMake(path));
  const int place = TakePlace(descriptor.get());
  if (place == kNobody) {
    return absl::ResourceExhaustedError(absl::StrCat(path, ": ", kPlaces, " programs share the device already"));
  }
  void* const memory = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.get(), 0);
  if (memory == MAP_FAILED) return SystemError("cannot map", path);
  return std::unique_ptr<LeaseFile>(new LeaseFile(descriptor.Release(), static_cast<Page*>(memory), place));
}

LeaseFile::~LeaseFile() {
  munmap(page_, sizeof(Page));
  close(descriptor_);  // and with it the lock on the place
}

bool LeaseFile::Lives(int place) const {
  if (place == place_) return true;
  if (place < 0 || place >= kPlaces) return false;
  struct flock lock = LockOf(place);
  return fcntl(descriptor_, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace ferro::lease
