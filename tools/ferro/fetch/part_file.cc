#include "tools/ferro/fetch/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"

namespace ferro {

absl::StatusOr<std::unique_ptr<PartFile>> PartFile::Open(const std::string& path, const std::string& url) {
  const std::string part_path = path + ".part";
  const int file = open(part_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return absl::ErrnoToStatus(errno, absl::StrCat("cannot write ", part_path));
  std::unique_ptr<PartFile> part(new PartFile(path, url, file));
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return absl::UnavailableError(absl::StrCat(part_path, " is being written by another process; wait for it to end"));
  }
  struct stat info;
  if (fstat(file, &info) != 0) return absl::ErrnoToStatus(errno, part_path);
  part->size_ = info.st_size;
  part->ReadMeta();
  if (part->validator_.empty()) FERRO_RETURN_IF_ERROR(part->Truncate());
  return part;
}

PartFile::PartFile(std::string path, std::string url, int file)
    : path_(std::move(path)), part_path_(path_ + ".part"), url_(std::move(url)), file_(file) {}

PartFile::~PartFile() { close(file_); }

void PartFile::ReadMeta() {
  std::ifstream in(MetaPath());
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const absl::StatusOr<Json> meta = ParseJson(text);
  if (!meta.ok() || !meta->is_object()) return;
  const auto url = meta->find("url"), validator = meta->find("validator");
  if (url == meta->end() || *url != url_ || validator == meta->end() || !validator->is_string()) return;
  validator_ = validator->get<std::string>();
}

absl::Status PartFile::Truncate() {
  if (ftruncate(file_, 0) != 0) return absl::ErrnoToStatus(errno, part_path_);
  size_ = 0;
  return absl::OkStatus();
}

absl::Status PartFile::Restart(const std::string& validator) {
  // In this order: a crash in between must not leave old bytes under a new validator.
  unlink(MetaPath().c_str());
  FERRO_RETURN_IF_ERROR(Truncate());
  validator_ = validator;
  if (validator.empty()) return absl::OkStatus();
  std::ofstream out(MetaPath(), std::ios::trunc);
  out << DumpJson(Json{{"url", url_}, {"validator", validator}}) << "\n";
  // Without it a later run merely starts anew.
  return absl::OkStatus();
}

absl::Status PartFile::Append(const char* data, size_t bytes) {
  while (bytes > 0) {
    const ssize_t written = pwrite(file_, data, bytes, size_);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) {
      return absl::ResourceExhaustedError(absl::StrCat("no room for ", part_path_, " beyond ", size_,
                                                       " bytes; free some space and run the same command again"));
    }
    if (written < 0) return absl::ErrnoToStatus(errno, part_path_);
    data += written;
    bytes -= written;
    size_ += written;
  }
  return absl::OkStatus();
}

int64_t PartFile::FreeBytes() const {
  struct statvfs info;
  if (fstatvfs(file_, &info) != 0) return -1;
  return static_cast<int64_t>(info.f_bavail) * static_cast<int64_t>(info.f_frsize);
}

absl::Status PartFile::Commit() {
  if (fsync(file_) != 0) return absl::ErrnoToStatus(errno, part_path_);
  if (rename(part_path_.c_str(), path_.c_str()) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot rename ", part_path_, " to ", path_));
  }
  unlink(MetaPath().c_str());
  const size_t slash = path_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
  if (const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); handle >= 0) {
    fsync(handle);  // the new name, too
    close(handle);
  }
  return absl::OkStatus();
}

void PartFile::Discard() {
  unlink(MetaPath().c_str());
  unlink(part_path_.c_str());
}

}  // namespace ferro
