#include "engine/opencl/program_cache.h"

#include <fcntl.h>
#include <openssl/sha.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/opencl/bounded_folder.h"

namespace ferro::opencl {
namespace {

namespace fs = std::filesystem;

constexpr char kMagic[] = "FERROCL1";
constexpr char kSuffix[] = ".program";
constexpr char kUnfinished[] = ".tmp";

// Magic, key, length of the binary (little-endian), SHA-256 of the binary.
constexpr size_t kMagicBytes = 8, kKeyBytes = 64, kLengthBytes = 8, kSumBytes = 32;
constexpr size_t kHeaderBytes = kMagicBytes + kKeyBytes + kLengthBytes + kSumBytes;

std::string Sha256(absl::string_view bytes) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
  return std::string(reinterpret_cast<const char*>(digest), sizeof(digest));
}

std::string LittleEndian(uint64_t value) {
  std::string bytes(sizeof(value), '\0');
  for (char& byte : bytes) {
    byte = static_cast<char>(value);
    value >>= 8;
  }
  return bytes;
}

std::string Header(const std::string& key, absl::string_view binary) {
  return absl::StrCat(kMagic, key, LittleEndian(binary.size()), Sha256(binary));
}

// All `size` bytes of the file; false if it has fewer.
bool ReadAll(int file, char* to, size_t size) {
  while (size > 0) {
    const ssize_t got = read(file, to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= got;
  }
  return true;
}

absl::Status WriteAll(int file, absl::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t put = write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return absl::ErrnoToStatus(errno, path);
    bytes.remove_prefix(put);
  }
  return absl::OkStatus();
}

// Writes a file that nobody looks at yet; whole and on the disk when OK.
absl::Status WriteUnfinished(const std::string& path, absl::string_view header, absl::string_view binary) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return absl::ErrnoToStatus(errno, path);
  absl::Status status = WriteAll(file, header, path);
  if (status.ok()) status = WriteAll(file, binary, path);
  if (status.ok() && fsync(file) != 0) status = absl::ErrnoToStatus(errno, path);
  if (close(file) != 0 && status.ok()) status = absl::ErrnoToStatus(errno, path);
  return status;
}

}  // namespace

std::string ProgramCache::DefaultFolder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return absl::StrCat(cache, "/ferro/programs");
  const char* const home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return absl::StrCat(home, "/.cache/ferro/programs");
  return "";
}

std::string ProgramCache::Key(absl::Span<const absl::string_view> parts) {
  std::string all;
  for (const absl::string_view part : parts) absl::StrAppend(&all, LittleEndian(part.size()), part);
  return absl::BytesToHexString(Sha256(all));
}

ProgramCache::ProgramCache(std::string folder, int64_t max_bytes) : folder_(std::move(folder)), max_bytes_(max_bytes) {}

std::string ProgramCache::Path(const std::string& key) const { return absl::StrCat(folder_, "/", key, kSuffix); }

std::optional<std::string> ProgramCache::Load(const std::string& key) const {
  const int file = open(Path(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  const auto close_file = absl::MakeCleanup([file] { close(file); });
  struct stat info;
  // A binary is code: only what this user wrote, and no other may change, is run.
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return std::nullopt;
  }
  if (info.st_size < static_cast<int64_t>(kHeaderBytes) || info.st_size > max_bytes_) return std::nullopt;
  std::string header(kHeaderBytes, '\0'), binary(info.st_size - kHeaderBytes, '\0');
  if (!ReadAll(file, header.data(), header.size()) || !ReadAll(file, binary.data(), binary.size())) return std::nullopt;
  if (header != Header(key, binary)) return std::nullopt;
  futimens(file, nullptr);  // used now: last to be dropped
  return binary;
}

absl::Status ProgramCache::Store(const std::string& key, absl::string_view binary) const {
  if (static_cast<int64_t>(kHeaderBytes + binary.size()) > max_bytes_) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a program of ", binary.size(), " bytes does not fit a cache of ", max_bytes_));
  }
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return absl::ErrnoToStatus(error.value(), folder_);
  static std::atomic<uint64_t> count{0};
  const std::string unfinished = absl::StrCat(Path(key), ".", getpid(), ".", count++, kUnfinished);
  absl::Status status = WriteUnfinished(unfinished, Header(key, binary), binary);
  if (status.ok() && rename(unfinished.c_str(), Path(key).c_str()) != 0) {
    status = absl::ErrnoToStatus(errno, Path(key));
  }
  if (!status.ok()) {
    unlink(unfinished.c_str());
    return status;
  }
  DropOldest();
  return absl::OkStatus();
}

void ProgramCache::Remove(const std::string& key) const { unlink(Path(key).c_str()); }

void ProgramCache::DropOldest() const {
  const std::vector<FolderFile> files =
      TidyFolder(folder_, kSuffix, [](absl::string_view path) { return absl::EndsWith(path, kUnfinished); });
  int64_t total = 0;
  for (const FolderFile& file : files) total += file.bytes;
  for (const FolderFile& file : files) {
    if (total <= max_bytes_) break;
    unlink(file.path.c_str());
    total -= file.bytes;
  }
}

}  // namespace ferro::opencl
