// What the caches on disk have in common: files that are dropped oldest first, and what crashes left behind.
#ifndef FERRO_ENGINE_OPENCL_BOUNDED_FOLDER_H_
#define FERRO_ENGINE_OPENCL_BOUNDED_FOLDER_H_

#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ferro::opencl {

struct FolderFile {
  timespec modified;
  int64_t bytes;
  std::string path;
};

// The files of `folder` whose names end in `suffix`, those modified first in front. Removes files that `is_unfinished`,
// asked for their paths, if they are older than an hour: a crash left them behind. Other processes may do the same at
// this moment; a file that is gone is left out, and so is a folder.
std::vector<FolderFile> TidyFolder(const std::string& folder, absl::string_view suffix,
                                   const std::function<bool(absl::string_view path)>& is_unfinished);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_BOUNDED_FOLDER_H_
