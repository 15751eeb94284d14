#include "engine/opencl/bounded_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>

#include "absl/strings/match.h"

namespace ferro::opencl {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t kUnfinishedSeconds = 3600;

}  // namespace

std::vector<FolderFile> TidyFolder(const std::string& folder, absl::string_view suffix,
                                   const std::function<bool(absl::string_view path)>& is_unfinished) {
  std::vector<FolderFile> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string path = it->path().string();
    struct stat info;
    if (lstat(path.c_str(), &info) != 0) continue;
    if (is_unfinished(path)) {
      if (info.st_mtime < std::time(nullptr) - kUnfinishedSeconds) unlink(path.c_str());
    } else if (absl::EndsWith(path, suffix)) {
      files.push_back({info.st_mtim, info.st_size, path});
    }
  }
  std::sort(files.begin(), files.end(), [](const FolderFile& a, const FolderFile& b) {
    return std::tie(a.modified.tv_sec, a.modified.tv_nsec, a.path) <
           std::tie(b.modified.tv_sec, b.modified.tv_nsec, b.path);
  });
  return files;
}

}  // namespace ferro::opencl
