#include "engine/opencl/driver_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace ferro::opencl {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<std::string> DriverFiles() {
  const char* const chosen = std::getenv(kDriverFolderVariable);
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator it(chosen != nullptr ? chosen : "/etc/OpenCL/vendors", error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".icd") files.push_back(fs::absolute(it->path(), error).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

DriverSelection::DriverSelection(const std::vector<std::string>& files) {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "ferro-opencl-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) return;
  folder_ = pattern;
  for (const std::string& file : files) {
    fs::create_symlink(file, fs::path(folder_) / fs::path(file).filename(), error);
  }
}

DriverSelection::~DriverSelection() {
  std::error_code error;
  if (!folder_.empty()) fs::remove_all(folder_, error);
}

}  // namespace ferro::opencl
