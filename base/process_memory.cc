#include "base/process_memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace ferro {
namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

int64_t PhysicalBytes(const std::string& root) {
  std::ifstream meminfo(absl::StrCat(root, "/proc/meminfo"));
  std::string name;
  int64_t kibibytes = 0;
  return meminfo >> name >> kibibytes && name == "MemTotal:" ? kibibytes * 1024 : kNoLimit;
}

// A number of bytes; `max` and files that are not there mean no limit.
int64_t ReadLimit(const std::string& path) {
  std::ifstream file(path);
  std::string text;
  int64_t bytes = 0;
  return file >> text && absl::SimpleAtoi(text, &bytes) ? bytes : kNoLimit;
}

// Groups nest, and each one's limit holds.
int64_t GroupLimit(const std::string& mount, std::string group, const std::string& file) {
  int64_t limit = kNoLimit;
  while (true) {
    limit = std::min(limit, ReadLimit(absl::StrCat(mount, group, "/", file)));
    const size_t slash = group.rfind('/');
    if (slash == std::string::npos) return limit;
    group.resize(slash);
  }
}

}  // namespace

int64_t ResidentBytes() {
  int64_t size_pages = 0, resident_pages = 0;
  std::ifstream("/proc/self/statm") >> size_pages >> resident_pages;
  return resident_pages * sysconf(_SC_PAGESIZE);
}

int64_t MemoryLimitBytes(const std::string& root) {
  int64_t limit = PhysicalBytes(root);
  std::ifstream groups(absl::StrCat(root, "/proc/self/cgroup"));
  // hierarchy:controllers:path; version 2 has no controllers.
  for (std::string line; std::getline(groups, line);) {
    const std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (fields.size() != 3) continue;
    const std::string group = fields[2] == "/" ? "" : fields[2];
    const std::string mount = absl::StrCat(root, "/sys/fs/cgroup");
    if (fields[1].empty()) limit = std::min(limit, GroupLimit(mount, group, "memory.max"));
    if (fields[1] == "memory") {
      limit = std::min(limit, GroupLimit(absl::StrCat(mount, "/memory"), group, "memory.limit_in_bytes"));
    }
  }
  return limit == kNoLimit ? 0 : limit;
}

}  // namespace ferro
