#include "tools/ferro/embed/row_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/gguf/atomic_file.h"

namespace ferro {
namespace {

absl::Status FileError(const std::string& path) { return absl::ErrnoToStatus(errno, path); }

// Null where there is none.
Json ReadOrigin(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  const absl::StatusOr<Json> origin = ParseJson(text.str());
  return origin.ok() ? *origin : Json();
}

}  // namespace

absl::StatusOr<std::unique_ptr<RowStore>> RowStore::Open(const std::string& path, int width, const Json& origin) {
  const std::string part = path + ".part";
  const int file = open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return FileError(part);
  auto store = absl::WrapUnique(new RowStore(part, file, width));
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return absl::UnavailableError(absl::StrCat(part, ": another process is writing it"));
  }
  struct stat status;
  if (fstat(file, &status) != 0) return FileError(part);
  if (ReadOrigin(store->OriginPath()) != origin) {
    FERRO_RETURN_IF_ERROR(store->Restart(origin));
    return store;
  }
  store->rows_ = status.st_size / store->row_bytes();
  if (ftruncate(file, store->rows_ * store->row_bytes()) != 0) return FileError(part);
  return store;
}

RowStore::~RowStore() { close(file_); }

absl::Status RowStore::Restart(const Json& origin) {
  // In this order: rows are never beside another run's origin.
  if (unlink(OriginPath().c_str()) != 0 && errno != ENOENT) return FileError(OriginPath());
  if (ftruncate(file_, 0) != 0) return FileError(path_);
  FERRO_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(OriginPath()));
  FERRO_RETURN_IF_ERROR(file.Append(DumpJson(origin)));
  return file.Commit();
}

absl::Status RowStore::Append(absl::Span<const float> values) {
  const char* bytes = reinterpret_cast<const char*>(values.data());
  int64_t left = static_cast<int64_t>(values.size() * sizeof(float));
  int64_t offset = rows_ * row_bytes();
  while (left > 0) {
    const ssize_t written = pwrite(file_, bytes, static_cast<size_t>(left), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return FileError(path_);
    bytes += written;
    offset += written;
    left -= written;
  }
  rows_ = offset / row_bytes();
  return absl::OkStatus();
}

absl::Status RowStore::Read(int64_t first, int64_t count, float* values) const {
  char* bytes = reinterpret_cast<char*>(values);
  int64_t left = count * row_bytes();
  int64_t offset = first * row_bytes();
  while (left > 0) {
    const ssize_t got = pread(file_, bytes, static_cast<size_t>(left), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(path_);
    if (got == 0) return absl::DataLossError(absl::StrCat(path_, " became shorter"));
    bytes += got;
    offset += got;
    left -= got;
  }
  return absl::OkStatus();
}

void RowStore::Discard() {
  unlink(OriginPath().c_str());
  unlink(path_.c_str());
}

}  // namespace ferro
